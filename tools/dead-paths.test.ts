import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const documents = globSync(['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'docs/**/*.md']);

const folders =
  'content|deploy|docs|src|tests|tools|document|features|mails|platform|routes|rules|server|ui';

/** Every path of the project, with its folders, each after a slash. */
const known = new Set(
  globSync(['*', '.github/**', `{${folders.replaceAll('|', ',')}}/**`]).map(
    (path) => `/${path.replaceAll('\\', '/')}`,
  ),
);

/** A name in backticks that is a path of the project: in one of its folders, or a source file. */
const named = new RegExp(
  String.raw`\`(?:\./)?((?:${folders})/[\w@./-]*|[\w@./-]+\.(?:br|css|md|mjs|tsx?))\``,
  'g',
);

/** Returns the paths in a text that do not exist. A path may leave out its first folders. */
const findDeadPaths = (text: string, paths: ReadonlySet<string> = known): string[] =>
  [...text.matchAll(named)]
    .flatMap(([, path = '']) => path.replace(/\/$/, ''))
    .filter((path) => ![...paths].some((one) => one.endsWith(`/${path}`)));

it('finds the paths in backticks that do not exist', () => {
  const paths = new Set(['/src', '/src/rules', '/src/rules/zod.ts', '/deploy/install']);
  const text =
    '`src/rules/`, `rules/zod.ts`, `zod.ts`, `sudo ./deploy/install`, `/api/leads`, `@a/b`, `data/`,' +
    '`deploy/install`, but `src/rule/`, `rules/zed.ts`, `od.ts` and `./deploy/uninstall` do not';
  expect(findDeadPaths(text, paths)).toEqual([
    'src/rule',
    'rules/zed.ts',
    'od.ts',
    'deploy/uninstall',
  ]);
});

it.each(documents)('%s names no path that does not exist', (document) => {
  expect(findDeadPaths(readFileSync(document, 'utf8'))).toEqual([]);
});
