/** The bytes of a file, wherever it is kept. */
export interface FileBytes {
  /** Reads from a position on: as many bytes as are wanted, or as there are. */
  read(position: number, length: number): Promise<Uint8Array>;
}

/** A part of a film that becomes free space, which players skip. Positions in bytes. */
export interface Blank {
  /** Marks it as free, and where this is written. */
  head: Uint8Array;
  at: number;
  /** Its content becomes zeros. */
  from: number;
  to: number;
}

/** A film of a long day has fewer parts. */
const mostParts = 3_000_000;

/** Real films have fewer parts; one with more is an attack. */
export class TooManyPartsError extends Error {
  override name = 'TooManyPartsError';
}

/** The number of bytes per read: small parts are next to each other. */
const windowBytes = 64 * 1024;

/** Returns a function that reads the head of a part, and keeps what follows it for the next ones. Throws TooManyPartsError. */
export function createHeadReader({ read }: FileBytes) {
  let parts = 0;
  let start = 0;
  let known: Uint8Array = new Uint8Array();
  return async (position: number, length: number): Promise<Uint8Array> => {
    parts += 1;
    if (parts > mostParts) throw new TooManyPartsError('A video with too many parts');
    if (position < start || position + length > start + known.length) {
      known = await read(position, windowBytes);
      start = position;
    }
    return known.subarray(position - start, position - start + length);
  };
}
