import { setTimeout as delay } from 'node:timers/promises';

/** What is wrong, and in which round it was sent. */
export interface Breach {
  round: number;
  kind: 'lost' | 'doubled' | 'sold twice' | 'mailed twice' | 'not mailed' | 'orphan';
  what: string;
}

/** Writes down what is wrong. */
export const breach = (round: number, kind: Breach['kind'], what: string): Breach => ({
  round,
  kind,
  what,
});

/** Looks again until nothing is wrong, or until it has not become less for so long. Returns what is wrong in the end. */
export async function untilWell(find: () => Promise<Breach[]>, ms: number): Promise<Breach[]> {
  let deadline = performance.now() + ms;
  let least = Number.POSITIVE_INFINITY;
  for (;;) {
    // A database that is just starting is no answer.
    const found = await find().catch(() => undefined);
    if (found && found.length < least) {
      least = found.length;
      deadline = performance.now() + ms;
    }
    if (found?.length === 0 || performance.now() > deadline) return found ?? (await find());
    await delay(250);
  }
}
