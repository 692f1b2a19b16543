import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { untilDatabaseIsReady } from './until-database-is-ready.ts';

const log = pino({ level: 'silent' });
const away = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });

/** Returns a preparation that fails with these errors, then succeeds. */
function prepareAfter(...failures: Error[]) {
  const left = [...failures];
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const prepare = vi.fn(async () => {
    const failure = left.shift();
    if (failure) throw failure;
    resolve();
  });
  return { prepare, ready };
}

it('throws an error of the first attempt that a retry would not fix', async () => {
  const { prepare } = prepareAfter(new Error('no such table'));
  await expect(untilDatabaseIsReady(prepare, log, 0)).rejects.toThrow('no such table');
});

it('keeps trying while the database is unreachable or unusable', async () => {
  const { prepare, ready } = prepareAfter(away, new Error('no such table'), away);
  const giveUp = await untilDatabaseIsReady(prepare, log, 0);
  await ready;
  await giveUp();
  expect(prepare).toHaveBeenCalledTimes(4);
});
