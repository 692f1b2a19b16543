import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { inProject } from './project.mjs';

const readJson = (file) => {
  try {
    return JSON.parse(readFileSync(inProject(file), 'utf8'));
  } catch {
    return undefined;
  }
};

const wanted = ({ dependencies, devDependencies, optionalDependencies }) => ({
  dependencies,
  devDependencies,
  optionalDependencies,
});

const isSame = (a, b) => a?.version === b.version && a?.integrity === b.integrity;

/** Returns whether node_modules holds what package-lock.json says, by the lock file that npm writes once it has finished. */
export function isInstalled() {
  const lock = readJson('package-lock.json')?.packages;
  const installed = readJson('node_modules/.package-lock.json')?.packages;
  if (!lock || !installed) return false;
  // Otherwise npm has to say that the two do not fit.
  if (!isDeepStrictEqual(wanted(readJson('package.json') ?? {}), wanted(lock[''] ?? {}))) {
    return false;
  }
  const isComplete = Object.entries(lock).every(
    ([location, entry]) => location === '' || entry.optional || location in installed,
  );
  return (
    isComplete &&
    Object.entries(installed).every(([location, entry]) => isSame(lock[location], entry))
  );
}
