import { glob, readFile } from 'node:fs/promises';
import { findCycles } from './imports/find-cycles.ts';
import { type Import, readImports } from './imports/read-imports.ts';

/*
 * Checks the imports between the site's folders: `npm run imports`. Prints each import that breaks
 * a rule, and then exits with 1. Tests may import anything.
 */

const rules = ['rules', 'features/*/rules'];
const serverParts = [...rules, 'platform/*', 'features/*/mails', 'features/*/server', 'content'];
const serverTypes = ['type server', 'type features/*/server'];
const browserParts = [...rules, 'ui', 'features/*/ui', 'document', ...serverTypes];

/**
 * The layers that each layer may import besides its own folder. From a layer after `type`, only
 * types.
 */
const directions: Record<string, readonly string[]> = {
  rules: [],
  'features/*/rules': rules,
  content: rules,
  'platform/*': [...rules, 'platform/*'],
  'features/*/mails': [...rules, 'features/*/mails'],
  'features/*/server': serverParts,
  server: serverParts,
  ui: ['rules'],
  'features/*/ui': browserParts,
  document: browserParts,
  // Loaders and actions reach the server through their request's context.
  routes: [...browserParts, 'src/server/page-context.ts'],
  // The entry points of React Router: root, entries and routes.
  app: [...browserParts, ...serverParts, 'server', 'routes', '.cache'],
};

/** Returns the folder that a file belongs to: `features/booking/ui`, `platform/db`, `rules`. */
function folderOf(file: string): string {
  if (/^src\/[^/]+$/.test(file)) return 'app';
  const path = file.replace(/^src\//, '');
  return /^(?:features\/[^/]+|platform)\/[^/]+|^[^/]+/.exec(path)?.[0] ?? '';
}

const layerOf = (folder: string) =>
  folder.replace(/^features\/[^/]+/, 'features/*').replace(/^platform\/.+/, 'platform/*');

const topicOf = (folder: string) => folder.replace(/^(features\/[^/]+)\/.+/, '$1');

/** Returns a line for each import in a direction that its layer does not allow. */
function findWrongDirections(imports: readonly Import[]): string[] {
  return imports.flatMap(({ from, to, isType }) => {
    const [layer, target] = [layerOf(folderOf(from)), layerOf(folderOf(to))];
    const allowed = directions[layer] ?? [];
    const areTypesAllowed = allowed.includes(`type ${target}`);
    if (allowed.includes(target) || allowed.includes(to) || (isType && areTypesAllowed)) return [];
    const what = areTypesAllowed ? 'only types' : 'nothing';
    return [`${from} imports ${to}: ${layer} may import ${what} from ${target}.`];
  });
}

/**
 * Returns a line for each import that reaches past the `index.ts` of another topic. A module that is
 * loaded on its own (`import()`, `?script`) is not in the index.
 */
function findPassedIndexes(imports: readonly Import[]): string[] {
  return imports.flatMap(({ from, to, isApart }) => {
    const [folder, target] = [folderOf(from), folderOf(to)];
    const index = `src/${target}/index.ts`;
    if (!target.startsWith('features/') || isApart || to === index) return [];
    if (topicOf(folder) === topicOf(target)) return [];
    return [`${from} imports ${to}: another topic is imported through its ${index}.`];
  });
}

/** Returns a line for each import that closes a cycle of folders. */
function findClosingImports(imports: readonly Import[]): string[] {
  const graph = new Map<string, Map<string, number>>();
  for (const { from, to } of imports) {
    const targets = graph.get(folderOf(from)) ?? new Map<string, number>();
    graph.set(folderOf(from), targets.set(folderOf(to), (targets.get(folderOf(to)) ?? 0) + 1));
  }
  return findCycles(graph).flatMap(({ folders, steps }) =>
    steps.flatMap(([start, end]) =>
      imports
        .filter(({ from, to }) => folderOf(from) === start && folderOf(to) === end)
        .map(({ from, to }) => `${from} imports ${to}: closes the cycle of ${folders.join(', ')}.`),
    ),
  );
}

/** Returns a line for each import that breaks a rule of the site's folders. */
export function findFaults(imports: readonly Import[]): string[] {
  const across = imports.filter(({ from, to }) => folderOf(from) !== folderOf(to));
  return [
    ...findWrongDirections(across),
    ...findPassedIndexes(across),
    ...findClosingImports(across),
  ];
}

if (import.meta.main) {
  const imports: Import[] = [];
  for await (const file of glob('{src,content}/**/*.{ts,tsx}')) {
    if (/\.test\.tsx?$|\.d\.ts$/.test(file)) continue;
    imports.push(...readImports(file, await readFile(file, 'utf8')));
  }
  const faults = findFaults(imports).sort();
  for (const fault of faults) console.error(`✗ ${fault}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
