/** The bytes of a file, wherever they lie. */
export interface FileBytes {
  /** Reads from a position on: as many bytes as are wanted, or as there are. */
  read(position: number, length: number): Promise<Uint8Array>;
}

/** A part of a film that is to become free space, which players pass over. Positions in bytes. */
export interface Blank {
  /** What says that it is free, and where. */
  head: Uint8Array;
  at: number;
  /** Its content becomes zeros. */
  from: number;
  to: number;
}

/** A film of a long day has fewer parts. */
const mostParts = 3_000_000;

/** Real films have fewer boxes; one with more is an attack. */
export class TooManyPartsError extends Error {
  override name = 'TooManyPartsError';
}

/** Returns what throws once it was called more often than a film has parts. */
export function createPartCount(): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > mostParts) throw new TooManyPartsError('A video with too many parts');
  };
}

/** The number of bytes per read: small boxes are next to each other. */
const windowBytes = 64 * 1024;

/** Returns what reads the head of a part, and keeps what lies behind it for the next ones. */
export function createHeadReader({ read }: FileBytes) {
  let start = 0;
  let known: Uint8Array = new Uint8Array();
  return {
    /** Synchronous when the bytes are in memory: a promise for every small box is slow. */
    find(position: number, length: number): Uint8Array | undefined {
      const isKnown = position >= start && position + length <= start + known.length;
      return isKnown ? known.subarray(position - start, position - start + length) : undefined;
    },
    async load(position: number, length: number): Promise<Uint8Array> {
      known = await read(position, windowBytes);
      start = position;
      return known.subarray(0, length);
    },
  };
}
