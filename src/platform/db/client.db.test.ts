import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type SeverableDatabase, severDatabase } from '#tests/support/severable-database.ts';
import { createDatabaseCircuit, type DatabaseCircuit, isDatabaseUnreachable } from './circuit.ts';
import { openDatabase } from './client.ts';

let database: TestDatabase;
let passage: SeverableDatabase;
let client: ReturnType<typeof openDatabase>;
let circuit: DatabaseCircuit;
let closeClient = async () => {};

/** Replaces the pool with a small one. Times are in milliseconds. */
async function open(waitMs: number): Promise<void> {
  await closeClient();
  const { connectionString } = passage;
  circuit = createDatabaseCircuit({ connectionString, checkMs: 50 });
  client = openDatabase({
    connectionString,
    log: pino({ level: 'silent' }),
    waitMs,
    circuit,
    maxConnections: 2,
  });
  closeClient = client.close;
}

beforeEach(async () => {
  database = await createTestDatabase();
  passage = await severDatabase(database.connectionString);
  await open(60_000);
  await ask();
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
  'rejects everything while the database is unavailable (%s), and recovers afterwards',
  async (way) => {
    await passage[way]();
    const asked = Array.from({ length: 12 }, () => failure(ask()));
    expect(await Promise.all(asked)).toEqual(asked.map(() => true));
    await expect.poll(circuit.isOpen).toBe(true);
    // Before anything arrives from the network.
    const refused = failure(client.db.transaction(async () => {}));
    expect(await Promise.race([refused, turn('still waiting')])).toBe(true);
    await passage.restore();
    await expect.poll(() => failure(ask())).toBeUndefined();
    expect([circuit.isOpen(), circuit.countOpenings()]).toEqual([false, 1]);
  },
);

it('ends a transaction when the database stops answering, and drops its connection', async () => {
  const work = client.db.transaction(async (transaction) => {
    passage.freeze();
    await transaction.execute(sql`select 1`);
  });
  expect(await failure(work)).toBe(true);
  await expect.poll(() => client.pool.totalCount).toBe(0);
});

it('drops a connection on which a transaction could not begin', async () => {
  passage.freeze();
  const begun = Array.from({ length: 2 }, () => failure(client.db.transaction(async () => {})));
  expect(await Promise.all(begun)).toEqual([true, true]);
  await expect.poll(() => client.pool.totalCount).toBe(0);
});

it('stops waiting for a lock, and keeps the connection', async () => {
  await open(900);
  const lock = sql`select pg_advisory_xact_lock(1)`;
  const work = client.db.transaction(async (holding) => {
    await holding.execute(lock);
    return failure(client.db.transaction((waiting) => waiting.execute(lock)));
  });
  expect(await work).toBe(true);
  expect(client.pool.idleCount).toBe(2);
  expect(await failure(ask())).toBeUndefined();
});

it('stops waiting for a connection when all are in use', async () => {
  await open(900);
  const work = client.db.transaction(() => client.db.transaction(() => failure(ask())));
  expect(await work).toBe(true);
  expect(circuit.countOpenings()).toBe(0);
  expect(await failure(ask())).toBeUndefined();
});

it('waits for slow statements while the database accepts connections', async () => {
  const slow = Array.from({ length: 4 }, () => client.db.execute(sql`select pg_sleep(0.6)`));
  expect(await failure(Promise.all(slow))).toBeUndefined();
  expect(circuit.countOpenings()).toBe(0);
});
