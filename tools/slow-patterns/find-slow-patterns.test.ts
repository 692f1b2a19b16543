import { glob, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { findSlowPatterns } from './find-slow-patterns.ts';

it.each([
  String.raw`/\([^)]*\)/g`,
  String.raw`/\s+$/`,
  String.raw`/^(\w+\s?)*$/`,
  '/^a.*b.*c/s',
  'new RegExp("x+" + "y")',
])('%s is slow', async (pattern) => {
  expect(await findSlowPatterns('file.ts', `export const one = ${pattern};`)).not.toEqual([]);
});

it.each([String.raw`/\([^()]*\)/g`, String.raw`/(?<!\s)\s+$/`, String.raw`/^\w+(?:\s\w+)*$/`])(
  '%s is fast',
  async (pattern) => {
    expect(await findSlowPatterns('file.ts', `export const one = ${pattern};`)).toEqual([]);
  },
);

it('the site has no slow pattern', async () => {
  const found: string[] = [];
  for await (const file of glob('{content,src}/**/*.{ts,tsx}')) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const slow = await findSlowPatterns(file, await readFile(file, 'utf8'));
    found.push(...slow.map((pattern) => `${file}: ${pattern}`));
  }
  expect(found).toEqual([]);
});
