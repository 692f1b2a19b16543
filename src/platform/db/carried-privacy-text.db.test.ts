import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { query } from '#tests/support/site-state.ts';
import { migrationsFolder } from './migrate.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const run = (text: string, values: unknown[] = []) =>
  query(database.connectionString, text, values);

/** The last statement of the migration, which runs once on every database of an earlier version. */
const carryOver = () =>
  readFileSync(path.join(migrationsFolder, '0015_what_was_agreed_to.sql'), 'utf8')
    .split('--> statement-breakpoint')
    .at(-1) ?? '';

const save = (version: number, value: object) =>
  run(
    `insert into settings_versions (section, version, value, saved_at, saved_by)
     values ('texts', $1, $2, '2026-11-20T10:00:00Z', 'me@mine.example')`,
    [version, JSON.stringify(value)],
  );

const readLegal = () =>
  run(`select version, value, saved_at, saved_by from settings_versions where section = 'legal'`);

it('moves the newest saved privacy text to its new section, with its date', async () => {
  await save(1, { privacy: 'What I kept.' });
  await save(2, { privacy: 'What I keep.', home: {} });
  await run(carryOver());
  expect(await readLegal()).toEqual([
    {
      version: 1,
      value: { privacy: 'What I keep.' },
      saved_by: 'me@mine.example',
      saved_at: new Date('2026-11-20T10:00:00Z'),
    },
  ]);
});

it('moves nothing if it was never saved or is empty', async () => {
  await run(carryOver());
  await save(1, { privacy: '' });
  await run(carryOver());
  await save(2, { home: {} });
  await run(carryOver());
  expect(await readLegal()).toEqual([]);
});
