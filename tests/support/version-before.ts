import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { projectDirectory } from '#platform/db/migrate.ts';

/** The previous version, as `npm run keep-version` stored it (tools/keep-version.ts). */
export const keptVersion = path.join(projectDirectory, 'tests/fixtures/version-before.tar.br');

/** A file that only the previous version has, whatever else has changed. */
export const scriptBefore = '/assets/of-the-version-before.js';

/**
 * Unpacks the previous version into a new folder. Returns its number and the command that starts
 * it. It contains its own packages, except for native ones, which it takes from this checkout.
 */
export async function unpackVersionBefore(
  directory: string,
): Promise<{ version: string; command: string[] }> {
  const write = async (name: string, content: Buffer | string) => {
    const file = path.join(directory, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  };
  const archive = extract();
  archive.end(brotliDecompressSync(await readFile(keptVersion)));
  for await (const entry of archive) await write(entry.header.name, await buffer(entry));
  await write(`build/client${scriptBefore}`, '');
  await symlink(path.join(projectDirectory, 'node_modules'), path.join(directory, 'node_modules'));
  const { version } = JSON.parse(await readFile(path.join(directory, 'package.json'), 'utf8'));
  const entry = path.join(directory, 'build/server/index.js');
  return { version, command: [process.execPath, '--max-semi-space-size=8', entry] };
}
