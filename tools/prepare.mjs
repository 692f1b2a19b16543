// Installs and builds the project before anything else can run. Plain JavaScript for Node 20 or
// newer without dependencies, because they are not installed yet.
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { inProject, nodePath, projectDirectory, runQuietly } from './run.mjs';

const lockFile = inProject('.cache/preparing');
const ownFile = inProject(`.cache/preparing.${process.pid}`);

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Tries to take the lock. The link atomically creates it with the holder's process id, or fails.
 */
function tryToTake() {
  try {
    linkSync(ownFile, lockFile);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock of a killed command; restores it if another command has just taken it. */
function removeStale() {
  try {
    const holder = readFileSync(lockFile, 'utf8');
    if (isAlive(Number(holder))) return;
    const aside = `${ownFile}.stale`;
    renameSync(lockFile, aside);
    if (readFileSync(aside, 'utf8') !== holder) linkSync(aside, lockFile);
    rmSync(aside);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  }
}

/**
 * Only one command at a time can install or build in a checkout: waits for the lock, then runs the
 * work.
 */
async function whileAlone(work) {
  mkdirSync(inProject('.cache'), { recursive: true });
  writeFileSync(ownFile, String(process.pid));
  try {
    for (let isFirst = true; !tryToTake(); isFirst = false) {
      if (isFirst) console.error('Waiting for another command that installs or builds …');
      await delay(200);
      removeStale();
    }
  } finally {
    rmSync(ownFile, { force: true });
  }
  const release = () => rmSync(lockFile, { force: true });
  process.once('exit', release);
  try {
    await work();
  } finally {
    release();
    process.off('exit', release);
  }
}

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

/**
 * Returns whether node_modules matches package-lock.json, according to the lock file that npm
 * writes at the end of an installation.
 */
function isInstalled() {
  const lock = readJson('package-lock.json')?.packages;
  const installed = readJson('node_modules/.package-lock.json')?.packages;
  if (!lock || !installed) return false;
  // Otherwise npm should report that the two do not match.
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

/**
 * Runs a step if it is needed. Of two commands that start at the same time, one runs it and the
 * other waits.
 */
async function doWhenDue(isDue, step) {
  if (!isDue()) return;
  await whileAlone(async () => {
    if (isDue()) await step();
  });
}

/**
 * Returns the PATH without this project's own programs, because npm must not run on the Node that
 * it replaces.
 */
const outsidePath = () =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.startsWith(path.join(projectDirectory, 'node_modules')))
    .join(path.delimiter);

async function installPackages() {
  // If npm is interrupted, half-removed packages must not look complete.
  rmSync(inProject('node_modules/.package-lock.json'), { force: true });
  await runQuietly(
    'Installing packages',
    'npm',
    // Includes build dependencies, whatever NODE_ENV is.
    ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'],
    { PATH: outsidePath(), NODE_ENV: undefined },
  );
  if (!existsSync(nodePath)) {
    throw new Error(
      'npm did not run the install scripts, which install Node 24. Allow them (`npm config delete ignore-scripts`) and try again.',
    );
  }
}

/** Installs the packages of the lock file, if needed. Throws the reason if that fails. */
export const install = () =>
  doWhenDue(() => !isInstalled() || !existsSync(nodePath), installPackages);

const sources = [
  'content',
  'public',
  'src',
  'package-lock.json',
  'package.json',
  'react-router.config.ts',
  'tools/client-code/supported-browsers.ts',
  'tools/compress-assets.ts',
  'tools/document-scripts.ts',
  'tools/record-commit.ts',
  'tools/subset-fonts.ts',
  'tsconfig.json',
  'vite.config.ts',
];

const stampFile = inProject('build/.built');

const listFiles = (relative) =>
  statSync(inProject(relative)).isDirectory()
    ? readdirSync(inProject(relative)).flatMap((name) => listFiles(path.join(relative, name)))
    : [relative];

/** Returns one hash of the names and contents of all sources, without tests. */
function fingerprintSources() {
  const hash = createHash('sha256');
  const files = sources.flatMap(listFiles).filter((file) => !/\.test\.tsx?$/.test(file));
  for (const file of files.sort()) {
    const content = readFileSync(inProject(file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Builds the site, if its sources have changed. Throws the reason if that fails. */
export async function build() {
  const stamp = fingerprintSources();
  const isBuilt = () =>
    existsSync(inProject('build/server/index.js')) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === stamp;
  await doWhenDue(
    () => !isBuilt(),
    async () => {
      rmSync(stampFile, { force: true });
      const program = inProject('node_modules/.bin/react-router');
      await runQuietly('Building the site', nodePath, [program, 'build'], {
        NODE_ENV: 'production',
      });
      writeFileSync(stampFile, stamp);
    },
  );
}

/** Runs these steps in order. If one fails, exits with a line that says why. */
export async function prepare(...steps) {
  try {
    for (const step of steps) await step();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
