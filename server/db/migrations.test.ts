import { readFileSync } from 'node:fs';
import path from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, it } from 'vitest';
import * as accountSchema from './account-schema.ts';
import { migrationsFolder } from './migrate.ts';
import * as schema from './schema.ts';

const readMeta = (name: string) =>
  JSON.parse(readFileSync(path.join(migrationsFolder, 'meta', name), 'utf8'));

it('the migrations lead to the schema: `npm run db:generate` has nothing to add', async () => {
  const { entries } = readMeta('_journal.json');
  const newest = String(entries.at(-1).idx).padStart(4, '0');
  const snapshot = readMeta(`${newest}_snapshot.json`);
  const current = generateDrizzleJson({ ...schema, ...accountSchema }, snapshot.id);
  expect(await generateMigration(snapshot, current)).toEqual([]);
});
