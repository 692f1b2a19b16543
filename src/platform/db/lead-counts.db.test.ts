import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countLeads } from '#features/leads/server/queries/leads.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { openDatabase } from './client.ts';

let database: TestDatabase;
let client: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  database = await createTestDatabase();
  const { connectionString } = database;
  client = openDatabase({ connectionString, log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await client.close();
  await database.drop();
});

const sources = [
  'Course Purchase Inquiry',
  'Blueprint Purchase Inquiry',
  'Contact Form Submission',
];
const start = `timestamptz '2026-11-21 08:00:00Z'`;
const quarter = fc.nat({ max: 24 });

it('keeps the counts correct through inserts, updates and deletions', async () => {
  await client.pool.query('truncate leads');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat({ max: 2 }), quarter), { maxLength: 12 }),
      fc.nat({ max: 3 }),
      async (added, kind) => {
        await client.pool.query(
          `insert into leads (name, email, source, created_at)
           select 'Visitor', 'visitor@example.com', source, ${start} + quarter * interval '15 minutes'
           from unnest($1::text[], $2::int[]) as added (source, quarter)`,
          [added.map(([source]) => sources[source]), added.map(([, quarters]) => quarters)],
        );
        const some = `where extract(second from created_at) = 0 and ascii(id::text) % 4 = $1`;
        await client.pool.query(`delete from leads ${some}`, [kind]);
        await client.pool.query(
          `update leads set source = 'A fair', created_at = created_at + interval '1 hour' ${some}`,
          [(kind + 1) % 4],
        );
        await client.pool.query(`update leads set deleted_at = now() ${some}`, [(kind + 2) % 4]);
        await client.pool.query(`update leads set state = 'won' ${some}`, [(kind + 3) % 4]);
        const { rows } = await client.pool.query(
          'select category, state, count(*)::int from leads where deleted_at is null group by 1, 2',
        );
        for (const { group, state, count, isMore } of await countLeads(client.db, { search: '' })) {
          const row = rows.find((one) => one.category === group && one.state === state);
          expect({ count, isMore }).toEqual({ count: row?.count ?? 0, isMore: false });
        }
      },
    ),
    { numRuns: 60 },
  );
});
