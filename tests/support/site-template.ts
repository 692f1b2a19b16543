import { execFile } from 'node:child_process';
import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createDirectory, removeDirectory, runSite } from './site-process.ts';

const run = promisify(execFile);

/** Tells the workers of a run where the template is. */
const variable = 'SITE_TEMPLATE';

/**
 * Starts the built site once, so that every worker can copy its data folder: with an existing
 * database a site is ready in a third of the time. Returns a function that removes the template.
 */
export default async function makeSiteTemplate(): Promise<() => Promise<void>> {
  const directory = await createDirectory();
  const site = await runSite({ DATA_DIR: directory });
  await site.untilReady();
  await site.end('SIGTERM');
  // Tests kill processes, not machines, so nothing is flushed to disk.
  // Commits stay synchronous: a killed database keeps what it has confirmed.
  const options = 'fsync = off\nfull_page_writes = off\n';
  await appendFile(path.join(directory, 'postgres/postgresql.conf'), options);
  process.env[variable] = directory;
  return () => removeDirectory(directory);
}

/**
 * Creates a data folder for one test, as a copy of the template. Runs without a template get an
 * empty folder.
 */
export async function createSiteDirectory(): Promise<string> {
  const directory = await createDirectory();
  if (process.env[variable]) await copySiteTemplate(directory);
  return directory;
}

/** Copies the template into a folder, which is created if necessary. */
export async function copySiteTemplate(directory: string): Promise<void> {
  const template = process.env[variable];
  if (!template) throw new Error(`${variable} is not set: this run has no site template`);
  await mkdir(directory, { recursive: true });
  await run('cp', ['-a', `${template}/.`, directory]);
}
