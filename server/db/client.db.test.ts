import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type SeverableDatabase, severDatabase } from '#tests/support/severable-database.ts';
import { createDatabaseCircuit, isDatabaseUnreachable } from './circuit.ts';
import { openDatabase } from './client.ts';

let database: TestDatabase;
let passage: SeverableDatabase;
let client: ReturnType<typeof openDatabase>;
let closeClient = async () => {};

/** Opens a small pool that gives up soon, in the place of the one before. Times are in milliseconds. */
async function open(waits: { waitMs: number; silenceMs: number }): Promise<void> {
  await closeClient();
  client = openDatabase({
    ...{ connectionString: passage.connectionString, log: pino({ level: 'silent' }), ...waits },
    circuit: createDatabaseCircuit({ openForMs: 60_000 }),
    maxConnections: 2,
  });
  closeClient = client.close;
}

beforeEach(async () => {
  database = await createTestDatabase();
  passage = await severDatabase(database.connectionString);
  // On a busy machine the first connection may take longer than that.
  do await open({ waitMs: 900, silenceMs: 300 });
  while (await failure(ask()));
});
afterEach(async () => {
  await passage.restore();
  await closeClient();
  closeClient = async () => {};
  await passage.close();
  await database.drop();
});

const failure = (work: Promise<unknown>) => work.then(() => undefined, isDatabaseUnreachable);
const ask = () => client.db.execute(sql`select 1`);

it.each(['cut', 'freeze'] as const)(
  'asks a database that is away (%s) once, and then not at all for a while',
  async (way) => {
    await ask();
    await passage[way]();
    expect(await failure(ask())).toBe(true);
    await passage.restore();
    expect(await failure(ask())).toBe(true);
    expect(
      await failure(client.db.transaction((transaction) => transaction.execute(sql`select 1`))),
    ).toBe(true);
    expect(client.pool.totalCount).toBe(0);
  },
);

it('gives up a transaction that the network leaves without an answer, with its connection', async () => {
  await ask();
  const work = client.db.transaction(async (transaction) => {
    passage.freeze();
    await transaction.execute(sql`select 1`);
  });
  expect(await failure(work)).toBe(true);
  expect(client.pool.totalCount).toBe(0);
});

it('gives up a wait for a lock, and keeps the connection', async () => {
  await open({ waitMs: 900, silenceMs: 60_000 });
  const lock = sql`select pg_advisory_xact_lock(1)`;
  const work = client.db.transaction(async (holding) => {
    await holding.execute(lock);
    return failure(client.db.transaction((waiting) => waiting.execute(lock)));
  });
  expect(await work).toBe(true);
  expect(client.pool.idleCount).toBe(2);
  expect(await failure(ask())).toBeUndefined();
});

it('gives up a wait for a connection when all are in use, and goes on when one is free', async () => {
  await open({ waitMs: 900, silenceMs: 60_000 });
  const work = client.db.transaction(() => client.db.transaction(() => failure(ask())));
  expect(await work).toBe(true);
  expect(await failure(ask())).toBeUndefined();
});

it('waits for a statement that takes long while the database answers something else', async () => {
  await open({ waitMs: 60_000, silenceMs: 2_000 });
  expect(await failure(client.db.execute(sql`select pg_sleep(2.2)`))).toBeUndefined();
});

it('turns nobody away because it is slow under load', async () => {
  await open({ waitMs: 900, silenceMs: 600 });
  const many = Array.from({ length: 12 }, () => client.db.execute(sql`select pg_sleep(0.25)`));
  const results = await Promise.allSettled(many);
  expect(results.some(({ status }) => status === 'rejected')).toBe(true);
  expect(await failure(ask())).toBeUndefined();
});

it('does not take it for silence of the database that this process stood still', async () => {
  await open({ waitMs: 60_000, silenceMs: 600 });
  await Promise.all([ask(), ask()]);
  const slow = () => failure(client.db.execute(sql`select pg_sleep(0.1)`));
  const work = [slow(), slow(), failure(ask())];
  await new Promise(setImmediate);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
  expect(await Promise.all(work)).toEqual([undefined, undefined, undefined]);
});

it('turns away those who wait for a connection once it is known that the database is silent', async () => {
  await ask();
  passage.freeze();
  const asked = Array.from({ length: 12 }, () => failure(ask()));
  expect(await Promise.all(asked)).toEqual(asked.map(() => true));
  await expect.poll(() => client.pool.waitingCount).toBe(0);
});
