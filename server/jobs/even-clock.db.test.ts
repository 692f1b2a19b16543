import { randomUUID } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { query } from '#tests/support/site-state.ts';
import { settleSetBackClock } from './even-clock.ts';

let database: TestDatabase;
let boss: PgBoss;

beforeEach(async () => {
  database = await createTestDatabase();
  boss = new PgBoss({
    ...{ connectionString: database.connectionString, max: 1 },
    ...{ supervise: false, schedule: false },
  });
  await boss.start();
});
afterEach(async () => {
  await boss.stop({ graceful: false });
  await database.drop();
});

const run = (text: string) => query(database.connectionString, text);

/** Everything looks as if it had happened an hour from now. */
const setBack = () =>
  run(`
    update pgboss.job set created_on = created_on + interval '1 hour',
      started_on = started_on + interval '1 hour', heartbeat_on = heartbeat_on + interval '1 hour',
      start_after = case when singleton_key is null then start_after + interval '1 hour' else start_after end;
    update pgboss.queue set monitor_claim_on = now() + interval '1 hour';
    update pgboss.version set cron_on = now() + interval '1 hour'`);

it('lets jobs begin, be tried again and be given up that were made when the clock was ahead', async () => {
  const ids = [randomUUID(), randomUUID(), randomUUID(), randomUUID()] as const;
  const [atOnce, retried, expired, active] = ids;
  for (const id of ids) await boss.send('send-mail', {}, { id });
  await run(`update pgboss.job set state = 'retry', started_on = now() where id = '${retried}'`);
  await run(
    `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() where id = '${active}'`,
  );
  await setBack();
  // Begun before the clock went ahead, and too old as soon as it had.
  await run(
    `update pgboss.job set state = 'retry', created_on = now(), started_on = now() where id = '${expired}'`,
  );
  expect(await settleSetBackClock(boss.getDb())).toBe(true);
  const rows = await run(
    `select id from pgboss.job where start_after <= now() and coalesce(heartbeat_on, now()) <= now()
       and keep_until > now()`,
  );
  expect(rows.map(({ id }) => id).sort()).toEqual([atOnce, retried, expired].sort());
  const stamps = await run('select max(monitor_claim_on) <= now() as past from pgboss.queue');
  expect(stamps).toEqual([{ past: true }]);
  expect(
    await run(`select heartbeat_on <= now() as past from pgboss.job where id = '${active}'`),
  ).toEqual([{ past: true }]);
  expect(await settleSetBackClock(boss.getDb())).toBe(false);
});

it('leaves the time of a job that has one of its own', async () => {
  const startAfter = new Date(Date.now() + 7 * 24 * 3_600_000);
  const id = randomUUID();
  await boss.send('send-mail', {}, { id, startAfter, singletonKey: 'a reminder' });
  await setBack();
  await settleSetBackClock(boss.getDb());
  const rows = await run('select start_after from pgboss.job');
  expect(rows).toEqual([{ start_after: startAfter }]);
});
