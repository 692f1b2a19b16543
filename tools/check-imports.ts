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
const pageParts = [
  ...browserParts,
  // Loaders and actions reach the server through their request's context, and read its form.
  'src/server/page-context.ts',
  'src/server/read-form.ts',
];
const backOffice = 'features/*/ui/admin';

/**
 * The layers that each layer may import besides its own folder. From a layer after `type`, only
 * types.
 */
const directions: Record<string, readonly string[]> = {
  rules: [],
  'features/*/rules': rules,
  content: rules,
  'platform/*': ['rules', 'platform/*'],
  // The columns of the tables have the values of the topics' enumerations.
  'database schema': [...rules, 'platform/*'],
  'features/*/mails': [...rules, 'features/*/mails'],
  'features/*/server': serverParts,
  server: serverParts,
  ui: ['rules'],
  'features/*/ui': browserParts,
  [backOffice]: [...browserParts, backOffice],
  document: browserParts,
  'public routes': pageParts,
  'admin routes': [...pageParts, backOffice],
  // The entry points of React Router: root, entries and routes.
  app: [...browserParts, ...serverParts, 'server', 'public routes', '.cache'],
};

/** Returns the folder that a file belongs to: `features/booking/ui`, `platform/db`, `rules`. */
function folderOf(file: string): string {
  if (/^src\/[^/]+$/.test(file)) return 'app';
  const path = file.replace(/^src\//, '');
  const folder = /^(?:features\/[^/]+\/ui\/admin(?=\/)|(?:features\/[^/]+|platform)\/[^/]+|[^/]+)/;
  return folder.exec(path)?.[0] ?? '';
}

/** Returns the layer of a file. The topics `admin` and `admin-ui` are the back office as a whole. */
function layerOf(file: string): string {
  if (/^src\/routes\/(?:admin|account|settings)/.test(file)) return 'admin routes';
  return folderOf(file)
    .replace('routes', 'public routes')
    .replace(/^features\/(?:admin|admin-ui)\/ui$/, backOffice)
    .replace(/^features\/[^/]+/, 'features/*')
    .replace(/^platform\/.+/, 'platform/*');
}

const topicOf = (file: string) => /^(?:src\/)?features\/([^/]+)/.exec(file)?.[1];

/** Returns a line for each import in a direction that its layer does not allow. */
function findWrongDirections(imports: readonly Import[]): string[] {
  return imports.flatMap(({ from, to, isType }) => {
    const isSchema = from.startsWith('src/platform/db/schema/');
    const [layer, target] = [isSchema ? 'database schema' : layerOf(from), layerOf(to)];
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
    const target = folderOf(to);
    const index = `src/${target}/index.ts`;
    if (!target.startsWith('features/') || isApart || to === index) return [];
    if (topicOf(from) === topicOf(to)) return [];
    return [`${from} imports ${to}: another topic is imported through its ${index}.`];
  });
}

/** Counts the imports from each group of files, such as a folder, to each other group. */
function toGraph(
  imports: readonly Import[],
  groupOf: (file: string) => string | undefined,
): Map<string, Map<string, number>> {
  const graph = new Map<string, Map<string, number>>();
  for (const { from, to } of imports) {
    const [group, target] = [groupOf(from), groupOf(to)];
    if (group === undefined || target === undefined || group === target) continue;
    const targets = graph.get(group) ?? new Map<string, number>();
    graph.set(group, targets.set(target, (targets.get(target) ?? 0) + 1));
  }
  return graph;
}

/** Returns a line for each import that closes a cycle of folders, or of topics. */
function findClosingImports(
  imports: readonly Import[],
  groupOf: (file: string) => string | undefined,
): string[] {
  return findCycles(toGraph(imports, groupOf)).flatMap(({ folders, steps }) =>
    steps.flatMap(([start, end]) =>
      imports
        .filter(({ from, to }) => groupOf(from) === start && groupOf(to) === end)
        .map(({ from, to }) => `${from} imports ${to}: closes the cycle of ${folders.join(', ')}.`),
    ),
  );
}

/** How many files a page may load with its static imports. */
const pageLimits: Record<string, number> = {
  'src/routes/contact.tsx': 100,
  'src/routes/mentorship.tsx': 150,
};

/** Returns the files that a file imports as values, directly or through others, and itself. */
export function findReachedFiles(imports: readonly Import[], start: string): Set<string> {
  const values = Map.groupBy(
    imports.filter(({ isType, isApart }) => !isType && !isApart),
    ({ from }) => from,
  );
  const reached = new Set([start]);
  for (const file of reached) for (const { to } of values.get(file) ?? []) reached.add(to);
  return reached;
}

/** Returns the pairs of topics that import each other. */
function findPairs(imports: readonly Import[]): string[] {
  const graph = toGraph(imports, topicOf);
  return [...graph].flatMap(([topic, targets]) =>
    [...targets.keys()]
      .filter((target) => topic < target && graph.get(target)?.has(topic))
      .map((target) => `${topic} and ${target}`),
  );
}

/** Returns a line for each import that breaks a rule of the site's folders. */
export function findFaults(imports: readonly Import[]): string[] {
  const across = imports.filter(({ from, to }) => folderOf(from) !== folderOf(to));
  return [
    ...findWrongDirections(across),
    ...findPassedIndexes(across),
    ...findClosingImports(across, folderOf),
    ...findClosingImports(across, topicOf),
  ];
}

if (import.meta.main) {
  const imports: Import[] = [];
  for await (const file of glob('{src,content}/**/*.{ts,tsx}')) {
    if (/\.test\.tsx?$|\.d\.ts$/.test(file)) continue;
    imports.push(...readImports(file, await readFile(file, 'utf8')));
  }
  const faults = findFaults(imports).sort();
  for (const [page, limit] of Object.entries(pageLimits)) {
    const { size } = findReachedFiles(imports, page);
    console.log(`${page} reaches ${size} of ${limit} files`);
    if (size > limit) faults.push(`${page} reaches ${size} files: at most ${limit}.`);
  }
  const topics = toGraph(imports, topicOf);
  const arrows = [...topics.values()].reduce((sum, { size }) => sum + size, 0);
  console.log(`${arrows} imports between topics, ${findPairs(imports).length} of them both ways`);
  for (const fault of faults) console.error(`✗ ${fault}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
