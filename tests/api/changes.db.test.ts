import { afterEach, beforeEach, expect, it } from 'vitest';
import { mentor } from '#tests/support/accounts.ts';
import { openAdmin } from '#tests/support/admin-calls.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { type SeverableDatabase, severDatabase } from '#tests/support/severable-database.ts';
import { query } from '#tests/support/site-state.ts';

let database: TestDatabase;
let passage: SeverableDatabase;
let watching: TestApi;
let writing: TestApi;

beforeEach(async () => {
  database = await createTestDatabase();
  passage = await severDatabase(database.connectionString);
  watching = await startApi({ connectionString: passage.connectionString, admin: mentor });
  writing = await startApi({ connectionString: database.connectionString, admin: mentor });
  await writing.startJobs();
});
afterEach(async () => {
  await writing.stop();
  await watching.stop();
  await passage.close();
  await database.drop();
});

/** Returns how many processes listen for changes of the database. */
const countListening = async () =>
  (
    await query(
      database.connectionString,
      `select from pg_stat_activity where datname = current_database()
       and application_name = 'changes' and query in ('listen changes', 'select 1')`,
    )
  ).length;

/** Opens a stream of events. `received` returns everything it has sent so far. */
async function openStream() {
  // Both listen from their start, because the keys of the payment providers may change.
  await expect.poll(countListening).toBe(2);
  const { asMentor } = await openAdmin(watching);
  const response = await asMentor('GET', '/api/changes');
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const ended = (async () => {
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) return text;
      text += part.value;
    }
  })();
  const received = () => text;
  await expect.poll(received).toContain('event: resync');
  return {
    received,
    ended,
    forget: () => {
      text = '';
    },
  };
}

const newLead = 'data: {"table":"leads","kind":"insert"}';

it('tells a process what another process has written, without its content', async () => {
  const { received, forget } = await openStream();
  forget();
  const body = contactBody({ name: 'Ann Archer' });
  expect((await writing.post('/api/leads', body)).status).toBe(201);
  await expect.poll(received).toContain(newLead);
  expect(received()).not.toContain('Ann');
  forget();
  // A repeat changes nothing, so no event about leads is sent.
  expect((await writing.post('/api/leads', body)).status).toBe(201);
  const admin = await openAdmin(writing);
  await admin.asMentor('DELETE', `/api/leads/${body.id}`);
  await expect.poll(received).toContain('{"table":"leads","kind":"update"}');
  expect(received()).not.toContain(newLead);
});

it('ignores a notification that no trigger has sent', async () => {
  const { received, forget } = await openStream();
  forget();
  for (const payload of ['', 'not json', '{"table":', '[]', 'null', '{"table":"leads","kind":"x"}'])
    await query(database.connectionString, `select pg_notify('changes', '${payload}')`);
  expect((await writing.post('/api/leads', contactBody())).status).toBe(201);
  await expect.poll(received).toContain(newLead);
  expect(received()).not.toContain('"x"');
});

it('resumes when the database is available again, and says that changes may have been missed', async () => {
  const { received, forget } = await openStream();
  forget();
  await passage.cut();
  // The session cannot be checked now, so the stream stays open.
  await expect.poll(received).toContain('still here');
  expect((await writing.post('/api/leads', contactBody())).status).toBe(201);
  await passage.restore();
  await expect.poll(received).toContain('event: resync');
  forget();
  expect((await writing.post('/api/leads', contactBody())).status).toBe(201);
  await expect.poll(received).toContain(newLead);
});

it('ends with the session, and does not extend it', async () => {
  const { received, ended } = await openStream();
  const age = `update session set updated_at = now() - interval '3 days', expires_at = now() + interval '2 days'`;
  await query(database.connectionString, age);
  const before = await query(database.connectionString, 'select expires_at from session');
  await expect.poll(received).toContain('still here');
  expect(await query(database.connectionString, 'select expires_at from session')).toEqual(before);
  await query(database.connectionString, 'delete from session');
  await ended;
});

it('ends when the site stops', async () => {
  const { ended } = await openStream();
  watching.prepareToStop();
  expect(await ended).toMatch(/^event: resync/);
});
