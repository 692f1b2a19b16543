import { afterEach, beforeEach, expect, it } from 'vitest';
import { mentor } from '#tests/support/accounts.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { openDesk } from '#tests/support/desk.ts';
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

/** What a stream of events has told so far. */
async function openStream() {
  const { asMentor } = await openDesk(watching);
  const response = await asMentor('GET', '/api/changes');
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const ended = (async () => {
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) return;
      text += part.value;
    }
  })();
  const told = () => text;
  await expect.poll(told).toContain('event: resync');
  return {
    told,
    ended,
    forget: () => {
      text = '';
    },
  };
}

const newLead = 'data: {"table":"leads","kind":"insert"}';

it('tells one process what another has written, without a word of it', async () => {
  const { told, forget } = await openStream();
  // Said when the database is listened to; what comes later is heard.
  await expect.poll(() => told().match(/resync/g)?.length).toBe(2);
  forget();
  const body = contactBody({ name: 'Ann Archer' });
  expect((await writing.post('/api/leads', body)).status).toBe(201);
  await expect.poll(told).toContain(newLead);
  expect(told()).not.toContain('Ann');
  forget();
  // A repeat changes nothing, so nothing is told of leads.
  expect((await writing.post('/api/leads', body)).status).toBe(201);
  const desk = await openDesk(writing);
  await desk.asMentor('DELETE', `/api/leads/${body.id}`);
  await expect.poll(told).toContain('{"table":"leads","kind":"delete"}');
  expect(told()).not.toContain(newLead);
});

it('hears again when the database is back, and says that something may have been missed', async () => {
  const { told, forget } = await openStream();
  await expect.poll(() => told().match(/resync/g)?.length).toBe(2);
  forget();
  await passage.cut();
  // Nobody can say now whether the session has ended: the stream goes on.
  await expect.poll(told).toContain('still here');
  expect((await writing.post('/api/leads', contactBody())).status).toBe(201);
  await passage.restore();
  await expect.poll(told).toContain('event: resync');
  forget();
  expect((await writing.post('/api/leads', contactBody())).status).toBe(201);
  await expect.poll(told).toContain(newLead);
});

it('ends with the session, and does not keep it alive', async () => {
  const { told, ended } = await openStream();
  const age = `update session set updated_at = now() - interval '3 days', expires_at = now() + interval '2 days'`;
  await query(database.connectionString, age);
  const before = await query(database.connectionString, 'select expires_at from session');
  await expect.poll(told).toContain('still here');
  expect(await query(database.connectionString, 'select expires_at from session')).toEqual(before);
  await query(database.connectionString, 'delete from session');
  await ended;
});

it('ends when the site stops', async () => {
  const { ended } = await openStream();
  watching.prepareToStop();
  await ended;
});
