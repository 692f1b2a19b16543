import { expect, it } from 'vitest';
import { toPieces } from './to-pieces.ts';

async function* come(chunks: string[], error?: Error): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk);
  if (error) throw error;
}

/** Reads all pieces of three bytes. */
async function read(stream: AsyncIterable<Buffer>): Promise<string[]> {
  const pieces: string[] = [];
  try {
    for await (const piece of toPieces(stream, 3)) pieces.push(piece.toString());
  } catch (error) {
    pieces.push(String(error));
  }
  return pieces;
}

it.each([
  [[], []],
  [['a'], ['a']],
  [['a', 'b', 'c'], ['abc']],
  [['abcdefgh'], ['abc', 'def', 'gh']],
  [
    ['ab', 'cde', '', 'f'],
    ['abc', 'def'],
  ],
])('makes of %j pieces of one size, and the rest', async (chunks, pieces) => {
  expect(await read(come(chunks))).toEqual(pieces);
});

it('counts what has come before the line broke', async () => {
  const error = new Error('gone');
  expect(await read(come(['abcd'], error))).toEqual(['abc', 'd', 'Error: gone']);
  expect(await read(come([], error))).toEqual(['Error: gone']);
});

it('ends the stream when nobody wants more', async () => {
  let hasEnded = false;
  async function* endless() {
    try {
      for (;;) yield Buffer.from('abc');
    } finally {
      hasEnded = true;
    }
  }
  for await (const piece of toPieces(endless(), 3)) {
    expect(piece.toString()).toBe('abc');
    break;
  }
  expect(hasEnded).toBe(true);
});
