import { execFile } from 'node:child_process';
import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createDirectory, removeDirectory, runSite } from './site-process.ts';

const run = promisify(execFile);

/** Tells the workers of a run where the template is. */
const variable = 'SITE_TEMPLATE';

/**
 * Starts the built site once, for every worker of a run to copy its data folder: a site that
 * finds its database made is ready in a third of the time. Returns what removes it.
 */
export default async function makeSiteTemplate(): Promise<() => Promise<void>> {
  const directory = await createDirectory();
  const site = await runSite({ DATA_DIR: directory });
  await site.untilReady();
  await site.end('SIGTERM');
  // Tests kill processes, not machines: nothing has to reach the disk.
  await appendFile(path.join(directory, 'postgres/postgresql.conf'), 'fsync = off\n');
  process.env[variable] = directory;
  return () => removeDirectory(directory);
}

/**
 * Makes a data folder of one test's own, of a site that has been started before; an empty one where
 * no run has made a template, as for the load and the engines.
 */
export async function createSiteDirectory(): Promise<string> {
  const directory = await createDirectory();
  if (process.env[variable]) await copySiteTemplate(directory);
  return directory;
}

/** Copies the template into a folder, which is made if it is not there. */
export async function copySiteTemplate(directory: string): Promise<void> {
  const template = process.env[variable];
  if (!template) throw new Error(`${variable} is not set: the run has no template of a site`);
  await mkdir(directory, { recursive: true });
  await run('cp', ['-a', `${template}/.`, directory]);
}
