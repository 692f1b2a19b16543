import type { Readable } from 'node:stream';

/** The size of a part, but for a row that is longer. In bytes. */
const partBytes = 4 * 1024 * 1024;

const newline = 0x0a;

/**
 * Cuts the rows that COPY writes (text) into parts of whole rows: how long all of them will be is
 * not known before, and a tar wants to know. Within a row there is no newline.
 */
export async function* splitRows(
  copied: Readable,
  longest = partBytes,
): AsyncGenerator<{ part: Buffer; rows: number }> {
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of copied as AsyncIterable<Buffer>) {
    const end = chunk.lastIndexOf(newline) + 1;
    if (length + chunk.length < longest || end === 0) {
      chunks.push(chunk);
      length += chunk.length;
      continue;
    }
    chunks.push(chunk.subarray(0, end));
    yield toPart(chunks);
    chunks = [chunk.subarray(end)];
    length = chunk.length - end;
  }
  if (length > 0) yield toPart(chunks);
}

function toPart(chunks: Buffer[]) {
  const part = Buffer.concat(chunks);
  return { part, rows: countRows(part) };
}

/** Returns how many rows are in these bytes. */
export function countRows(bytes: Buffer): number {
  let rows = 0;
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) rows += 1;
  return rows;
}
