/** Random access to the bytes of a file, wherever it is stored. */
export interface FileBytes {
  /** Reads up to `length` bytes from a position. */
  read(position: number, length: number): Promise<Uint8Array>;
}

/** A part of a video that becomes free space, which players skip. Positions are in bytes. */
export interface Blank {
  /** The header that marks it as free, and its position. */
  head: Uint8Array;
  at: number;
  /** The content that becomes zeros. */
  from: number;
  to: number;
}

/** More parts than a video of a whole day has. */
const maxParts = 3_000_000;

/** A video with more parts than a real one is an attack. */
export class TooManyPartsError extends Error {
  override name = 'TooManyPartsError';
}

/** The number of bytes per read: small parts are close to each other. */
const windowBytes = 64 * 1024;

/**
 * Returns a function that reads the header of a part, and caches the bytes after it for the next
 * ones. Throws TooManyPartsError.
 */
export function createHeadReader({ read }: FileBytes) {
  let parts = 0;
  let start = 0;
  let known: Uint8Array = new Uint8Array();
  return async (position: number, length: number): Promise<Uint8Array> => {
    parts += 1;
    if (parts > maxParts) throw new TooManyPartsError('A video with too many parts');
    if (position < start || position + length > start + known.length) {
      known = await read(position, windowBytes);
      start = position;
    }
    return known.subarray(position - start, position - start + length);
  };
}
