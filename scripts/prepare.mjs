// What has to stand before anything else can run. Plain JavaScript for Node 20
// or newer, without a dependency: it runs before there are any.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout this script belongs to. */
export const projectDirectory = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** The pinned Node that runs everything else, whatever the system has. */
export const nodePath = path.join(projectDirectory, 'node_modules/.bin/node');

const inProject = (...parts) => path.join(projectDirectory, ...parts);

/** Ends the script with one line that says why. */
export function fail(reason) {
  console.error(reason);
  process.exit(1);
}

/** Runs a command without its noise; shows everything it said when it fails. */
function runQuietly(title, command, args, environment = {}) {
  process.stdout.write(`${title} …`);
  const startedAt = Date.now();
  const result = spawnSync(command, args, {
    cwd: projectDirectory,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    maxBuffer: 64 * 1024 * 1024,
  });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(result.status === 0 ? ` done in ${seconds} s\n` : ' failed\n');
  if (result.status !== 0) {
    process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`);
    fail(`${title} failed${result.error ? `: ${result.error.message}` : ''}. See the lines above.`);
  }
}

/** A fingerprint of files and of everything in folders, by content. */
function fingerprint(paths) {
  const hash = createHash('sha256');
  const add = (relative) => {
    const absolute = inProject(relative);
    if (!existsSync(absolute)) return;
    let entries;
    try {
      entries = readdirSync(absolute, { withFileTypes: true });
    } catch {
      hash.update(`${relative}\0`).update(readFileSync(absolute)).update('\0');
      return;
    }
    for (const { name } of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (!/\.test\.tsx?$/.test(name)) add(path.join(relative, name));
    }
  };
  for (const relative of paths) add(relative);
  return hash.digest('hex');
}

/** Does a step only if what it depends on has changed since it was last done wholly. */
function doOnce(stampFile, stamp, isInPlace, step) {
  const isCurrent =
    isInPlace() && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  if (isCurrent) return;
  rmSync(stampFile, { force: true });
  step();
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}

/** Installs the packages of the lock file, if they are not installed. */
export function install() {
  doOnce(
    inProject('node_modules/.installed'),
    fingerprint(['package.json', 'package-lock.json']),
    () => existsSync(nodePath),
    () =>
      runQuietly(
        'Installing packages',
        'npm',
        // What builds the site is needed too, whatever NODE_ENV says.
        ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'],
        { NODE_ENV: '' },
      ),
  );
}

/** Everything that the build is made of. */
const sources = [
  'app',
  'content',
  'domain',
  'emails',
  'public',
  'server',
  'package-lock.json',
  'react-router.config.ts',
  'scripts/compress-assets.ts',
  'tsconfig.json',
  'vite.config.ts',
];

/** Builds the site, if its sources have changed since. */
export function build() {
  doOnce(
    inProject('build/.built'),
    fingerprint(sources),
    () => existsSync(inProject('build/server/index.js')),
    () =>
      runQuietly('Building the site', nodePath, ['node_modules/.bin/react-router', 'build'], {
        NODE_ENV: 'production',
      }),
  );
}
