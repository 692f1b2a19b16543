import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { LeadState } from '#features/leads/rules/lead-state.ts';
import { openDatabase } from '#platform/db/client.ts';
import { leads } from '#platform/db/schema/lead-schema.ts';
import { mailDeliveries } from '#platform/db/schema/schema.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { changeLead, changeLeadStates } from './change-leads.ts';
import { deleteLead, deleteLeads } from './delete-leads.ts';
import { countLeads } from './queries/leads.ts';

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
beforeEach(() => client.pool.query('truncate leads, mail_deliveries'));

type NewLead = Partial<typeof leads.$inferInsert>;

const source = 'Course Purchase Inquiry';

async function insert(...given: NewLead[]): Promise<string[]> {
  const rows = given.map((lead) => ({ name: 'Ann', email: 'ann@example.com', source, ...lead }));
  return (await client.db.insert(leads).values(rows).returning()).map(({ id }) => id);
}

const readStates = async (ids: string[]) => {
  const rows = await client.db.select().from(leads);
  return ids.map((id) => rows.find((row) => row.id === id)?.state);
};

const unknownId = '00000000-0000-4000-8000-000000000000';

it('changes the given fields of a lead, and returns it', async () => {
  const [id = ''] = await insert({ note: 'Rang twice' });
  expect(await changeLead(client, { id, version: 1, state: 'won' })).toMatchObject({
    id,
    version: 2,
    state: 'won',
    note: 'Rang twice',
  });
  const emptied = await changeLead(client, { id, version: 2, note: null });
  expect(emptied).toMatchObject({ version: 3, state: 'won', note: null });
});

it('rejects a change of an outdated version, and returns the current one', async () => {
  const [id = ''] = await insert({});
  await changeLead(client, { id, version: 1, note: 'Of the other device' });
  const late = changeLead(client, { id, version: 1, note: 'Of this one' });
  await expect(late).rejects.toMatchObject({
    status: 409,
    code: 'edited-elsewhere',
    extensions: { current: { id, version: 2, state: 'new', note: 'Of the other device' } },
  });
});

it('a lead that already has the values needs no change, whatever version was read', async () => {
  const [id = ''] = await insert({ state: 'answered', note: 'Rang twice', version: 4 });
  const change = { id, version: 3, state: 'answered', note: 'Rang twice' } as const;
  expect(await changeLead(client, change)).toMatchObject({ id, version: 4 });
});

it('finds no lead that is deleted or in the trash', async () => {
  const [deleted = ''] = await insert({ deletedAt: new Date() });
  for (const id of [unknownId, deleted]) {
    const change = changeLead(client, { id, version: 1, state: 'won' });
    await expect(change).rejects.toMatchObject({ status: 404, code: 'not-found' });
  }
});

it('sets the state of many leads, and returns the unchanged and the missing ones', async () => {
  const [fresh = '', won = '', answered = '', deleted = ''] = await insert(
    {},
    { state: 'won' as const, version: 4 },
    { state: 'answered' as const },
    { deletedAt: new Date() },
  );
  const ids = [fresh, won, answered, deleted, unknownId];
  const { changed, unchanged, gone } = await changeLeadStates(client, { ids, state: 'answered' });
  expect(new Map(changed.map(({ id, ...rest }) => [id, rest]))).toEqual(
    new Map([
      [fresh, { version: 2, state: 'answered', previous_state: 'new' }],
      [won, { version: 5, state: 'answered', previous_state: 'won' }],
    ]),
  );
  expect([unchanged, gone]).toEqual([[answered], [deleted, unknownId]]);
  expect(await readStates(ids)).toEqual(['answered', 'answered', 'answered', 'new', undefined]);
});

it('undoes a change of many leads, except those changed since', async () => {
  const [one = '', other = '', noted = ''] = await insert({}, { state: 'won' }, {});
  const ids = [one, other, noted];
  const { changed } = await changeLeadStates(client, { ids, state: 'closed' });
  await changeLead(client, { id: noted, version: 2, note: 'Do keep it closed' });
  const back = changed.map(({ id, version, previous_state }) => ({
    id,
    version,
    state: previous_state,
  }));
  const undone = await changeLeadStates(client, { back });
  expect(undone.unchanged).toEqual([noted]);
  expect(await readStates(ids)).toEqual(['new', 'won', 'closed']);
});

it('deletes many leads, cancels their notices, and returns the missing ones', async () => {
  const [one = '', other = '', kept = ''] = await insert({}, {}, {});
  const keys = [one, other, kept].map((id) => `lead:${id}:notice`);
  await client.db
    .insert(mailDeliveries)
    .values(keys.map((key) => ({ key, recipient: 'mentor@example.com', subject: 'Ann' })));
  const deps = { ...client, now: () => new Date() };
  expect(await deleteLeads(deps, { ids: [one, unknownId, other] })).toEqual([unknownId]);
  expect(await deleteLeads(deps, { ids: [one, kept] })).toEqual([one]);
  expect((await countLeads(client.db, { search: '' })).some(({ count }) => count > 0)).toBe(false);
  const rows = await client.db.select().from(mailDeliveries);
  expect(rows.map(({ status }) => status)).toEqual(Array(3).fill('cancelled'));
  await expect(deleteLead(deps, { id: one })).rejects.toMatchObject({ status: 404 });
});

it('allows concurrent changes in opposite directions, and keeps the counts right', async () => {
  const here = await insert(...Array.from({ length: 20 }, () => ({})));
  const there = await insert(...Array.from({ length: 20 }, () => ({ state: 'won' as const })));
  // Each side decreases the count that the other one increases.
  const turnOver = async (ids: string[], states: [LeadState, LeadState]) => {
    for (let round = 0; round < 30; round += 1) {
      for (const state of states) await changeLeadStates(client, { ids, state });
    }
  };
  await Promise.all([turnOver(here, ['won', 'new']), turnOver(there, ['new', 'won'])]);
  const counts = await countLeads(client.db, { search: '' });
  expect(counts.filter(({ count }) => count > 0)).toMatchObject([
    { group: 'course', state: 'new', count: 20 },
    { group: 'course', state: 'won', count: 20 },
  ]);
});
