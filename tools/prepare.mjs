// What has to stand before anything else can run. Plain JavaScript for Node 20
// or newer, without a dependency: it runs before there are any.
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

/** Returns whether the lock is ours now. The link brings the holder's number with it, or fails. */
function tryToTake() {
  try {
    linkSync(ownFile, lockFile);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Puts away the lock of a command that was killed; gives it back if it was just taken by another. */
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

/** Installs and builds happen one at a time in a checkout: waits for the turn, then does the work. */
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

/** Returns whether node_modules holds what package-lock.json says, by the lock file that npm writes once it has finished. */
function isInstalled() {
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

/** Does a step if it is due. Of two commands that start at once, one does it and the other waits. */
async function doWhenDue(isDue, step) {
  if (!isDue()) return;
  await whileAlone(async () => {
    if (isDue()) await step();
  });
}

/** The PATH without this project's own programs: npm must not stand on the Node it replaces. */
const outsidePath = () =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.startsWith(path.join(projectDirectory, 'node_modules')))
    .join(path.delimiter);

async function installPackages() {
  // Half-removed packages must not look whole if npm is cut off.
  rmSync(inProject('node_modules/.package-lock.json'), { force: true });
  await runQuietly(
    'Installing packages',
    'npm',
    // What builds the site is needed too, whatever NODE_ENV says.
    ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'],
    { PATH: outsidePath(), NODE_ENV: undefined },
  );
  if (!existsSync(nodePath)) {
    throw new Error(
      'npm did not run the install scripts, which install Node 24. Allow them (`npm config delete ignore-scripts`) and try again.',
    );
  }
}

/** Installs the packages of the lock file, if they are not installed. Throws with the reason when it cannot. */
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

/** Returns one hash over the names and contents of all sources. Tests do not count. */
function fingerprintSources() {
  const hash = createHash('sha256');
  const files = sources.flatMap(listFiles).filter((file) => !/\.test\.tsx?$/.test(file));
  for (const file of files.sort()) {
    const content = readFileSync(inProject(file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Builds the site, if its sources have changed since. Throws with the reason when it cannot. */
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

/** Does these steps in turn. When one cannot be done, ends the script with a line that says why. */
export async function prepare(...steps) {
  try {
    for (const step of steps) await step();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
