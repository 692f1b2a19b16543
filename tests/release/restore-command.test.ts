import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runBackups } from '#tests/support/backup-commands.ts';
import {
  createDirectory,
  removeDirectory,
  runSite,
  type SiteProcess,
} from '#tests/support/site-process.ts';
import { findPrivateDatabase, query } from '#tests/support/site-state.ts';
import { createSiteDirectory } from '#tests/support/site-template.ts';

let directory: string;
let sourceDirectory: string;
let site: SiteProcess | undefined;

beforeEach(async () => {
  directory = await createDirectory();
  sourceDirectory = await createSiteDirectory();
  site = undefined;
});
afterEach(async () => {
  await site?.end('SIGTERM');
  await removeDirectory(sourceDirectory);
  await removeDirectory(directory);
});

async function start(): Promise<void> {
  site = await runSite({ DATA_DIR: sourceDirectory });
  await site.untilReady();
}

it('a restore requires a stopped site, and replaces a site with data only with --replace', async () => {
  const environment = { DATA_DIR: sourceDirectory };
  const folder = path.join(directory, 'kept');
  await mkdir(folder);
  await start();
  const database = await findPrivateDatabase(sourceDirectory);
  await query(database, `insert into events (title, date) values ('Kept', '2030-01-08')`);
  const made = await runBackups(environment, 'backup', folder);
  expect(made).toMatchObject({ code: 0, errors: '' });
  expect(made.output).toContain('It is not encrypted');
  const [name = ''] = await readdir(folder);
  const file = path.join(folder, name);

  const running = await runBackups(environment, 'restore', file, '--replace');
  expect(running).toMatchObject({ code: 1, errors: expect.stringContaining('stop it') });
  await query(database, `insert into events (title, date) values ('Gone', '2030-01-08')`);
  await site?.end('SIGTERM');
  const refused = await runBackups(environment, 'restore', file);
  expect(refused).toMatchObject({
    code: 1,
    errors: expect.stringContaining('not empty (events)'),
  });
  const replaced = await runBackups(environment, 'restore', file, '--replace');
  expect(replaced).toMatchObject({ code: 0, errors: '' });
  await start();
  const events = await query(
    await findPrivateDatabase(sourceDirectory),
    'select title from events',
  );
  expect(events).toEqual([{ title: 'Kept' }]);
});

it('a restore finds a stored backup by its name, and names the missing secret', async () => {
  const environment = { DATA_DIR: sourceDirectory };
  expect(await runBackups(environment, 'backup')).toMatchObject({ code: 0 });
  const kept = path.join(sourceDirectory, 'backups');
  const listed = await runBackups(environment, 'restore', '--list');
  const [name = ''] = await readdir(kept);
  expect(listed.output).toBe(`${name}\n`);

  const elsewhere = path.join(directory, 'elsewhere');
  await mkdir(elsewhere);
  await rename(kept, path.join(elsewhere, 'backups'));
  const secretFile = path.join(elsewhere, 'secret');
  await writeFile(secretFile, 'of another site, and so another one: no line is for it');
  const restored = await runBackups({ DATA_DIR: elsewhere }, 'restore', name);
  expect(restored).toMatchObject({ code: 0, errors: '' });
  expect(restored.output).toContain(`Put the former file ${secretFile} back`);
});

it.each([[], ['--list', 'a']])(
  'a restore prints its usage for the arguments %s %s',
  async (...args) => {
    const given = args.filter((arg) => arg !== undefined);
    const refused = await runBackups({ DATA_DIR: directory }, 'restore', ...given);
    expect(refused).toMatchObject({
      code: 1,
      errors: expect.stringContaining('npm run restore'),
    });
  },
);
