import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';

/** Everything between quotes and tags; names of modules are paths. */
function textsOf(file: string, source: string): string[] {
  const texts: string[] = [];
  new Visitor({
    Literal: ({ value }) => texts.push(String(value)),
    TemplateElement: ({ value }) => texts.push(value.cooked ?? value.raw),
    JSXText: ({ value }) => texts.push(value),
  }).visit(parseSync(file, source).program);
  return texts.filter((text) => !/^(?:\.|#|node:)\S*$/.test(text));
}

/** Words that no text of the interface has, and why. */
const unwanted = {
  'e-mail breaks at its hyphen: email': /\be-mail/i,
  'the admin area is no door': /\bdoors?\b/i,
};

const sources = globSync('{app,content,domain,emails,server}/**/*.{ts,tsx}')
  .filter((file) => !file.includes('.test.'))
  .map((file) => ({ file, source: readFileSync(file, 'utf8') }));

it.each(Object.entries(unwanted))('%s', (_, word) => {
  expect(sources.length).toBeGreaterThan(200);
  // Most of what a search finds are comments and names; the parser tells them from texts.
  const found = sources
    .filter(({ source }) => word.test(source))
    .flatMap(({ file, source }) => textsOf(file, source).map((text) => ({ file, text })))
    .filter(({ text }) => word.test(text));
  expect(found).toEqual([]);
});
