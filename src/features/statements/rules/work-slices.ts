/** Lets other work of the thread run. */
export type Pause = () => Promise<unknown>;

export const nextTask: Pause = () => new Promise((resolve) => setTimeout(resolve));

/** About how many characters are read before other work gets its turn. */
const sliceLength = 16_384;

/** What a text costs besides its characters. */
const ownCost = 64;

/** Call it with each text that was read: it pauses after every slice of them. */
export type Rest = (text: string) => Promise<unknown> | undefined;

/** Divides long work into slices. */
export function sliceWork(pause: Pause): Rest {
  let left = sliceLength;
  return (text) => {
    left -= text.length + ownCost;
    if (left > 0) return undefined;
    left = sliceLength;
    return pause();
  };
}
