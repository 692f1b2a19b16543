import { readFileSync } from 'node:fs';
import path from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { describe, expect, it } from 'vitest';
import { contracts, lastBeforeVersions } from './contracts.ts';
import { migrationsFolder, projectDirectory } from './migrate.ts';
import { findNarrowing, findTakenAway, type SchemaSnapshot } from './narrowing.ts';
import * as accountSchema from './schema/account-schema.ts';
import * as schema from './schema/schema.ts';

const readJson = (...parts: string[]) => JSON.parse(readFileSync(path.join(...parts), 'utf8'));
const readMeta = (name: string) => readJson(migrationsFolder, 'meta', name);

/** The names of all migrations, in order. */
const tags: string[] = readMeta('_journal.json').entries.map(({ tag }: { tag: string }) => tag);

const readSnapshot = (tag: string) => readMeta(`${tag.slice(0, 4)}_snapshot.json`);

it('the migrations match the schema: `npm run db:generate` has nothing to add', async () => {
  const snapshot = readSnapshot(tags.at(-1) ?? '');
  const current = generateDrizzleJson({ ...schema, ...accountSchema }, snapshot.id);
  expect(await generateMigration(snapshot, current)).toEqual([]);
});

describe('next to the previous version', () => {
  const first = tags.indexOf(lastBeforeVersions) + 1;
  const { version } = readJson(projectDirectory, 'package.json');
  const isEarlier = (one: string, other: string) =>
    one.localeCompare(other, 'en', { numeric: true }) < 0;

  it.each(tags.slice(first))(
    '%s only adds, or removes what that version no longer needs',
    (tag) => {
      const before = readSnapshot(tags[tags.indexOf(tag) - 1] ?? '');
      const statements = readFileSync(path.join(migrationsFolder, `${tag}.sql`), 'utf8');
      const narrowed = findNarrowing(before, readSnapshot(tag));
      const allowed = contracts[tag] ?? [];
      // Not `toEqual([])`: an exception that is not needed is a mistake too.
      expect([...narrowed, ...findTakenAway(statements)].sort()).toEqual(
        allowed.map(({ what }) => what).sort(),
      );
      for (const contract of allowed) {
        if ('looser' in contract) continue;
        const { what, unneededSince } = contract;
        expect(isEarlier(unneededSince, version), `${what}, since ${unneededSince}`).toBe(true);
      }
    },
  );

  it('exceptions only name existing migrations', () => {
    expect(first).toBeGreaterThan(0);
    expect(Object.keys(contracts).filter((tag) => !tags.includes(tag))).toEqual([]);
  });
});

describe('breaking changes of a schema', () => {
  const table = (changes: object) => ({
    name: 'leads',
    columns: {
      id: { type: 'uuid', primaryKey: true, notNull: true, default: 'gen_random_uuid()' },
      name: { type: 'text', primaryKey: false, notNull: true },
      phone: { type: 'text', primaryKey: false, notNull: false },
    },
    indexes: {},
    foreignKeys: {},
    compositePrimaryKeys: {},
    uniqueConstraints: {},
    checkConstraints: {},
    ...changes,
  });
  const { columns } = table({});
  const schemaOf = (changes: object): SchemaSnapshot => ({ tables: { leads: table(changes) } });
  const text = { type: 'text', primaryKey: false, notNull: true };
  const check = (value: string) => ({ checkConstraints: { rule: { value } } });

  it.each([
    ['nothing', {}, []],
    [
      'a new column that may be left out',
      {
        columns: {
          ...columns,
          state: { ...text, default: "'new'" },
          note: { ...text, notNull: false },
        },
        ...check(`"leads"."state" in ('new')`),
      },
      [],
    ],
    ['a table', undefined, ['leads is gone']],
    ['a column', { columns: { id: columns.id, name: columns.name } }, ['leads.phone is gone']],
    [
      'a type',
      { columns: { ...columns, phone: { ...columns.phone, type: 'integer' } } },
      ['leads.phone was text, is integer'],
    ],
    [
      'the choice to leave something out',
      { columns: { ...columns, phone: text } },
      ['leads.phone has to be given', 'leads.phone may not be null'],
    ],
    [
      'a default',
      { columns: { ...columns, id: { ...columns.id, default: undefined } } },
      ['leads.id has to be given'],
    ],
    [
      'the right not to know a column',
      { columns: { ...columns, state: text } },
      ['leads.state is new, and has to be given'],
    ],
    ['a freedom', check('char_length("leads"."phone") < 60'), ['leads has a new rule, rule']],
    [
      'the freedom to say something twice',
      { indexes: { leads_phone: { isUnique: true, columns: [{ expression: 'phone' }] } } },
      ['leads has a new rule, leads_phone'],
    ],
  ])('a breaking change of a schema is found: %s', (_, changes, found) => {
    const after = changes ? schemaOf(changes) : { tables: {} };
    expect(findNarrowing(schemaOf({}), after)).toEqual(found);
  });

  it.each([
    ['more values', "'new', 'sent', 'done'", []],
    ['other values', "'sent', 'done'", ['leads has a new rule, rule']],
  ])('a check with %s is found only if it allows less than before', (_, values, found) => {
    const before = schemaOf(check(`"leads"."state" in ('new', 'done')`));
    const after = schemaOf(check(`"leads"."state" in (${values})`));
    expect(findNarrowing(before, after)).toEqual(found);
  });

  it('a breaking change of a schema are also found in the statements alone', () => {
    expect(
      findTakenAway(`CREATE TABLE a (b text);
        DROP TRIGGER  tell ON leads;
        alter table leads rename column name to full_name;
        drop index leads_idx;`),
    ).toEqual(['DROP TRIGGER tell ON leads', 'rename column name to full_name']);
  });
});
