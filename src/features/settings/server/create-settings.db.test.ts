import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { schema } from '#platform/db/executor.ts';
import { createLogger } from '#platform/log/logger.ts';
import type { Change } from '#rules/change.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createSettings } from './create-settings.ts';
import { defaults } from './defaults.ts';

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

/** Opens settings with a change channel that the test controls. */
async function open(db = drizzle(pool, { schema })) {
  let tell: (change: Change | 'resync') => void = () => {};
  const state = { isListening: true };
  const settings = await createSettings({
    db,
    log,
    directory,
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

it('reads the settings once, and again after a change', async () => {
  const { readName, change } = await open();
  expect(await readName()).toBe(defaults.site.name);
  await saveName(1, 'First');
  change('leads');
  expect(await readName()).toBe(defaults.site.name);
  change('settings_versions');
  expect(await readName()).toBe('First');
});

it('never returns a read that started before a change to a later caller', async () => {
  const { readName, change } = await open();
  await readName();
  // The first read waits for the table lock, so it does not see the version saved meanwhile.
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

it('reads immediately after a change, even if the last read has just failed', async () => {
  const { readName, change } = await open();
  await readName();
  const blocking = await pool.connect();
  await blocking.query('begin; lock table settings_versions in access exclusive mode');
  change('settings_versions');
  // After a second, the last known settings are used.
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

it('reads every second while no changes are announced', async () => {
  const { readName, state } = await open();
  await readName();
  state.isListening = false;
  await saveName(1, 'First');
  await expect.poll(readName).toBe('First');
});

it('calls listeners with the settings before and after a change', async () => {
  const { settings, readName, change } = await open();
  await readName();
  const heard: string[] = [];
  settings.listen((after, before) => heard.push(`${before.site.name} > ${after.site.name}`));
  await saveName(1, 'First');
  change('settings_versions');
  await expect.poll(() => heard).toEqual([`${defaults.site.name} > First`]);
});

it('uses the last known settings without the database, also after a restart', async () => {
  const { settings, readName } = await open();
  await saveName(1, 'First');
  expect(await readName()).toBe('First');
  await settings.read();
  const unreachable = new pg.Pool({ host: directory, connectionTimeoutMillis: 100 });
  const unavailable = drizzle(unreachable, { schema });
  await expect.poll(async () => (await open(unavailable)).readName()).toBe('First');
  await unreachable.end();
});

it('prefers the database to a copy with the same version numbers', async () => {
  const { settings, readName } = await open();
  await saveName(1, 'Of the other one');
  expect(await readName()).toBe('Of the other one');
  await settings.close();
  await pool.query('delete from settings_versions');
  await saveName(1, 'Of this one');
  expect(await (await open()).readName()).toBe('Of this one');
});

it('starts with the defaults if the copy on the disk is unreadable', async () => {
  await writeFile(path.join(directory, 'settings.json'), '[{"section": 1');
  const { readName } = await open();
  expect(await readName()).toBe(defaults.site.name);
});
