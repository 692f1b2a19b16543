import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Change } from '#domain/change.ts';
import { schema } from '#server/db/executor.ts';
import { createLogger } from '#server/logger.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createSettings } from './create-settings.ts';
import { defaults } from './defaults.ts';
import { openSettingsFile } from './settings-file.ts';

let database: TestDatabase;
let pool: pg.Pool;
let directory: string;
const log = createLogger('silent');

beforeEach(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.connectionString, max: 4 });
  directory = await mkdtemp(path.join(tmpdir(), 'settings-'));
});
const opened: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const settings of opened.splice(0)) await settings.close();
  await pool.end();
  await rm(directory, { recursive: true });
  await database.drop();
});

const saveName = (version: number, name: string) =>
  pool.query(
    `insert into settings_versions (section, version, value, saved_by) values ('site', $1, $2, 'a@b.c')`,
    [version, JSON.stringify({ ...defaults.site, name })],
  );

/** Settings whose changes are told by the test. */
async function open(db = drizzle(pool, { schema })) {
  let tell: (change: Change | 'resync') => void = () => {};
  const state = { isListening: true };
  const settings = createSettings({
    db,
    log,
    file: await openSettingsFile(directory, log),
    changes: {
      isListening: () => state.isListening,
      listen(listener) {
        tell = listener;
        return () => {};
      },
    },
  });
  opened.push(settings);
  const change = (table: string) => tell({ table, kind: 'insert' });
  return { settings, state, change, readName: async () => (await settings.read()).site.name };
}

it('are read once, and again when a change is heard of', async () => {
  const { readName, change } = await open();
  expect(await readName()).toBe(defaults.site.name);
  await saveName(1, 'First');
  change('leads');
  expect(await readName()).toBe(defaults.site.name);
  change('settings_versions');
  expect(await readName()).toBe('First');
});

it('who asks after a change never gets what was being read before it', async () => {
  const { readName, change } = await open();
  await readName();
  // The first reading waits for the table, and so does not see what is saved while it began.
  const blocking = await pool.connect();
  await blocking.query('begin; lock table settings_versions in access exclusive mode');
  change('settings_versions');
  const early = readName();
  await blocking.query(
    `insert into settings_versions (section, version, value, saved_by) values ('site', 1, $1, 'a@b.c')`,
    [JSON.stringify({ ...defaults.site, name: 'First' })],
  );
  await blocking.query('commit');
  blocking.release();
  change('settings_versions');
  expect(await readName()).toBe('First');
  await early;
});

it('are asked for at once when something is heard, though nobody answered a moment ago', async () => {
  const { readName, change } = await open();
  await readName();
  const blocking = await pool.connect();
  await blocking.query('begin; lock table settings_versions in access exclusive mode');
  change('settings_versions');
  // Nobody waits for long, and what was known serves.
  expect(await readName()).toBe(defaults.site.name);
  await blocking.query(
    `insert into settings_versions (section, version, value, saved_by) values ('site', 1, $1, 'a@b.c')`,
    [JSON.stringify({ ...defaults.site, name: 'First' })],
  );
  await blocking.query('commit');
  blocking.release();
  change('settings_versions');
  expect(await readName()).toBe('First');
});

it('are read again at least every second while nothing is heard', async () => {
  const { readName, state } = await open();
  await readName();
  state.isListening = false;
  await saveName(1, 'First');
  await expect.poll(readName, { timeout: 2_000 }).toBe('First');
});

it('tell who listens what has changed', async () => {
  const { settings, readName, change } = await open();
  await readName();
  const heard: string[] = [];
  settings.listen((after, before) => heard.push(`${before.site.name} > ${after.site.name}`));
  await saveName(1, 'First');
  change('settings_versions');
  await expect.poll(() => heard).toEqual([`${defaults.site.name} > First`]);
});

it('that were known last serve without the database, also after a start', async () => {
  const { settings, readName } = await open();
  await saveName(1, 'First');
  expect(await readName()).toBe('First');
  await settings.read();
  const nobody = new pg.Pool({ host: directory, connectionTimeoutMillis: 100 });
  const away = drizzle(nobody, { schema });
  await expect.poll(async () => (await open(away)).readName()).toBe('First');
  await nobody.end();
});

it('are those of the database, though another one had as many versions', async () => {
  const { settings, readName } = await open();
  await saveName(1, 'Of the other one');
  expect(await readName()).toBe('Of the other one');
  await settings.close();
  await pool.query('delete from settings_versions');
  await saveName(1, 'Of this one');
  expect(await (await open()).readName()).toBe('Of this one');
});

it('begin with the defaults where the copy on the disk is unreadable', async () => {
  await writeFile(path.join(directory, 'settings.json'), '[{"section": 1');
  const { readName } = await open();
  expect(await readName()).toBe(defaults.site.name);
});
