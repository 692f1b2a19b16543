import path from 'node:path';
import { parseSync } from 'vite';
import packageJson from '../../package.json' with { type: 'json' };

/** An import of one file of the site by another. Paths are relative to the repository. */
export interface Import {
  from: string;
  to: string;
  isType: boolean;
  /** Loaded lazily, or by a special loader (`?inline-script`): such a file is in no index. */
  isApart: boolean;
}

/** Maps aliases such as `#rules` to their folder: `src/rules`. */
const aliases = new Map(
  Object.entries(packageJson.imports).map(([name, target]) => [
    name.replace('/*', ''),
    path.normalize(target.replace('/*', '')),
  ]),
);

/** Returns the path of the imported file; undefined for packages and generated types. */
function findTarget(from: string, name: string): string | undefined {
  if (name.includes('/+types/')) return undefined;
  if (name.startsWith('.')) return path.join(path.dirname(from), name);
  const [alias = '', ...rest] = name.split('/');
  const folder = aliases.get(alias);
  return folder && path.join(folder, ...rest);
}

/**
 * Returns the imports and re-exports of a file, including types, that refer to files of the
 * repository.
 */
export function readImports(from: string, code: string): Import[] {
  const found: Import[] = [];
  const add = (specifier: string, isType: boolean, isLate = false) => {
    const [name = '', query] = specifier.split('?');
    const to = findTarget(from, name);
    if (to) found.push({ from, to, isType, isApart: isLate || query !== undefined });
  };
  const { staticImports, staticExports } = parseSync(from, code).module;
  for (const { moduleRequest, entries } of staticImports) {
    add(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType));
  }
  for (const { moduleRequest, isType } of staticExports.flatMap(({ entries }) => entries)) {
    if (moduleRequest) add(moduleRequest.value, isType);
  }
  // The parser does not list types such as `typeof import('./chart.ts')`.
  for (const [, type, name = ''] of code.matchAll(/(\btypeof )?\bimport\(\s*'([^']+)'/g)) {
    add(name, type !== undefined, true);
  }
  return found;
}
