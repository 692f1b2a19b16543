import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LeadFilter } from '#features/leads/rules/lead-group.ts';
import { listLeads } from '#features/leads/server/queries/leads.ts';
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

/** Microseconds after one instant: so few that many rows have the same. */
const instants = fc.array(fc.nat({ max: 12 }), { minLength: 0, maxLength: 40 });

const filters = fc.constantFrom<LeadFilter>(
  { search: '' },
  { search: '', state: 'new' as const },
  { search: '', state: 'new', group: 'course' },
);

it('lists all rows once and in order, whatever the page length', async () => {
  await fc.assert(
    fc.asyncProperty(
      instants,
      fc.integer({ min: 1, max: 9 }),
      filters,
      async (offsets, limit, filter) => {
        await client.pool.query('truncate leads');
        await client.pool.query(
          `insert into leads (name, email, source, created_at, state)
           select 'Visitor', 'visitor@example.com', 'Course',
             timestamptz '2026-11-21 08:00:00.000995Z' + micros * interval '1 microsecond',
             (array['new', 'answered', 'won'])[1 + place % 3]
           from unnest($1::int[]) with ordinality as given (micros, place)`,
          [offsets],
        );
        const inOrder = await client.pool.query(
          'select id from leads where state = coalesce($1, state) order by created_at desc, id desc',
          [filter.state],
        );
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await listLeads(client.db, { ...filter, limit, cursor });
          expect(page.items.length).toBeLessThanOrEqual(limit);
          seen.push(...page.items.map(({ id }) => id));
          cursor = page.next_cursor ?? undefined;
        } while (cursor !== undefined);
        expect(seen).toEqual(inOrder.rows.map(({ id }) => id));
      },
    ),
    { numRuns: 90 },
  );
});
