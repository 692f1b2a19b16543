import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** Everything between quotes and tags, but the names of modules. */
function textsOf(file: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)) {
      texts.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(
    ts.createSourceFile(
      file,
      readFileSync(file, 'utf8'),
      ts.ScriptTarget.Latest,
      false,
      file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
    ),
  );
  return texts;
}

/** Words that no text of the interface has, and why. */
const unwanted = {
  'e-mail breaks at its hyphen: email': /\be-mail/i,
  'the admin area is no door': /\bdoors?\b/i,
};

it.each(Object.entries(unwanted))('%s', (_, word) => {
  const files = globSync('{app,content,domain,emails,server}/**/*.{ts,tsx}').filter(
    (file) => !file.includes('.test.'),
  );
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap((file) =>
    textsOf(file)
      .filter((text) => word.test(text))
      .map((text) => `${file}: ${text.trim()}`),
  );
  expect(found).toEqual([]);
});
