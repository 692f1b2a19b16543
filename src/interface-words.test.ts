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
  return texts.filter((text) => !allowed.includes(text) && !/^(?:\.|#|node:)\S*$/.test(text));
}

/** Words that no text of the interface has, and why. */
const unwanted = {
  'e-mail breaks at its hyphen: email': /\be-mail/i,
  'the admin area is no door': /\bdoors?\b/i,
  'people are clients, visitors, you or no one':
    /\b(?:who(?:m|so)?ever|nobody|somebody|anybody|everybody|particulars)\b/i,
  'old-fashioned words have a plain one':
    /\b(?:anew|stands|meanwhile|beside|so far|any more(?! \w)|just now|it is said|go(?:es)? out|is told|at once)\b/i,
  'a message is an email':
    /\b(?:a|an|the|this|that|each|every|no|one|your|captured|by) mail\b(?! server)|\bmails\b.* | .*\bmails\b/i,
};

/** What only code reads. */
const allowed = ['nobody', 'particulars'];

const sources = globSync('{content,src}/**/*.{ts,tsx}')
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
