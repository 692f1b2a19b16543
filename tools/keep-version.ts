import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, constants } from 'node:zlib';
import { pack } from 'tar-stream';
import { build } from 'vite';
import { keptVersion } from '#tests/support/version-before.ts';
import { findCommit } from './record-commit.ts';

/*
 * Archives a built version, with its packages, for tests/process/rolling-update.test.ts, which runs
 * it next to the next version. The test then needs neither the history nor a registry. Takes a
 * megabyte per version.
 */

const [checkout = '.'] = process.argv.slice(2);
const inCheckout = (...parts: string[]) => path.join(checkout, ...parts);

const commit = findCommit(checkout);
if (!commit || commit.endsWith('-dirty')) {
  throw new Error(`${checkout} must be a commit without local changes.`);
}
const { version } = JSON.parse(await readFile(inCheckout('package.json'), 'utf8'));

const directory = await mkdtemp(path.join(tmpdir(), 'time-vs-price-kept-'));
try {
  await bundleServer(directory);
  const archive = pack();
  const content = buffer(archive);
  const add = (name: string, text: string) => archive.entry({ name, mtime: new Date(0) }, text);
  // The other files that a process reads when it starts.
  add('package.json', `${JSON.stringify({ version, type: 'module' })}\n`);
  add('build/commit', `${commit}\n`);
  for (const name of await listFiles(directory)) {
    add(`build/server/${name}`, await readFile(path.join(directory, name), 'utf8'));
  }
  const migrations = 'src/platform/db/migrations';
  for (const name of await listFiles(inCheckout(migrations))) {
    if (name.endsWith('_snapshot.json')) continue;
    add(`${migrations}/${name}`, await readFile(inCheckout(migrations, name), 'utf8'));
  }
  // The names of the client's files; their contents do not matter.
  for (const name of await listFiles(inCheckout('build/client'))) {
    if (!/\.(?:br|gz)$/.test(name)) add(`build/client/${name}`, '');
  }
  archive.finalize();
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
  const compressed = brotliCompressSync(await content, { params });
  await writeFile(keptVersion, compressed);
  console.log(`${keptVersion}: ${version} (${commit}), ${compressed.length} bytes`);
} finally {
  await rm(directory, { recursive: true });
}

/** Returns the paths of all files in a folder and its subfolders, sorted. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** Bundles and minifies the built server and its packages into one folder, without native code. */
async function bundleServer(outDir: string): Promise<void> {
  await build({
    root: checkout,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true, external: ['sharp', 'pg-native'] },
    build: {
      ssr: 'build/server/index.js',
      outDir,
      emptyOutDir: true,
      minify: true,
      target: 'node24',
    },
  });
}
