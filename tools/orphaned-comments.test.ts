import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** A doc comment, with the text that follows it. */
const docComment = /^[ \t]*\/\*\*(?:(?!\*\/)[\s\S])*\*\/(?=([^\n]*(?:\n[^\n]*)?))/gm;

/** What follows a comment that documents nothing: a blank line, an import, a comment, the end. */
const nothing = /^[ \t]*(?:$|\n[ \t]*$|\n[ \t]*(?:\/\*\*|import\b|[}\])]))/;

/** Returns the line numbers of the doc comments that no declaration follows. */
const findOrphans = (source: string): number[] =>
  [...source.matchAll(docComment)]
    .filter(([, after = '']) => nothing.test(after))
    .map(({ index }) => source.slice(0, index).split('\n').length);

it.each([
  ['a blank line', '/** Why. */\n\nconst a = 1;'],
  ['another doc comment', '/** Why. */\n/** How. */\nconst a = 1;'],
  ['an import', '/**\n * Why.\n */\nimport a from "a";'],
  ['the end of a block', '/** Why. */\n}'],
  ['the end of the file', '/** Why. */'],
])('finds a doc comment before %s', (_, source) => {
  expect(findOrphans(source)).toEqual([1]);
  expect(findOrphans(`const b = 1;\n  ${source}`)).toEqual([2]);
});

it.each([
  '/** Why. */\nconst a = 1;',
  'interface A {\n  /** Why. */\n  a: string;\n\n  /** How. */\n  b: string;\n}',
  'f(/** Why. */ a);',
  '/* About this file. */\n\nconst a = 1;',
  '/* About this file. */\n/** Why. */\nconst a = 1;',
])('accepts the comments of %j', (source) => {
  expect(findOrphans(source)).toEqual([]);
});

it('finds none in the project', () => {
  const files = globSync('{content,deploy,src,tests,tools}/**/*.{ts,tsx,mts,mjs}');
  expect(files.length).toBeGreaterThan(900);
  const orphans = files.flatMap((file) =>
    findOrphans(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`),
  );
  expect(orphans).toEqual([]);
});
