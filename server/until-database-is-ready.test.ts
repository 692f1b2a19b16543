import { pino } from 'pino';
import { expect, it } from 'vitest';
import { untilDatabaseIsReady } from './until-database-is-ready.ts';

const log = pino({ level: 'silent' });
const away = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });

/** Prepares a database that fails so, one time after the other, and is well then. */
function prepareAfter(...failures: Error[]) {
  const left = [...failures];
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const prepare = async () => {
    const failure = left.shift();
    if (failure) throw failure;
    resolve();
  };
  return { prepare, ready };
}

it('throws at a start what another try would not mend', async () => {
  const { prepare } = prepareAfter(new Error('no such table'));
  await expect(untilDatabaseIsReady(prepare, log, 0)).rejects.toThrow('no such table');
});

it('goes on trying a database that came back and cannot be used yet', async () => {
  const { prepare, ready } = prepareAfter(away, new Error('no such table'), away);
  const giveUp = await untilDatabaseIsReady(prepare, log, 0);
  await ready;
  await giveUp();
});
