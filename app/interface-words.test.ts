import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** Everything between quotes and tags, but the names of modules. */
function textsOf(file: string, source: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)) {
      texts.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest));
  return texts;
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
