import { expect, it, vi } from 'vitest';
import { createDatabaseCircuit, isConnectionLost, isDatabaseUnreachable } from './circuit.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

const ask = async () => 'answer';
const away = { code: 'database-unavailable', status: 503 };

function createCircuit() {
  const clock = { now: 1 };
  const { whileClosed, ...circuit } = createDatabaseCircuit({
    openForMs: 1_000,
    now: () => clock.now,
  });
  const discarded: string[] = [];
  const wait = (work: () => Promise<string>) => whileClosed(work, (late) => discarded.push(late));
  return { ...circuit, clock, discarded, wait };
}

it('is open for a while after the database was missed, or until it answers', async () => {
  const { wait, noteMiss, noteAnswer, clock, isOpen, countOpenings } = createCircuit();
  expect(await wait(ask)).toBe('answer');
  noteMiss(1);
  await expect(wait(ask)).rejects.toMatchObject(away);
  noteMiss(1);
  expect([isOpen(), countOpenings()]).toEqual([true, 1]);
  clock.now = 1_001;
  expect(isOpen()).toBe(false);
  expect(await wait(ask)).toBe('answer');
  noteMiss(1_001);
  await expect(wait(ask)).rejects.toMatchObject(away);
  noteAnswer();
  expect(await wait(ask)).toBe('answer');
  expect([isOpen(), countOpenings()]).toEqual([false, 2]);
});

it('stays closed when others were answered since: the database is slow, and not away', async () => {
  const { wait, noteMiss, noteAnswer, clock } = createCircuit();
  clock.now = 500;
  noteAnswer();
  noteMiss(400);
  expect(await wait(ask)).toBe('answer');
  noteMiss(500);
  await expect(wait(ask)).rejects.toMatchObject(away);
});

it('does not take a clock that is set back for a database that is away', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { noteMiss, noteAnswer, hasAnsweredSince, isOpen, now } = createDatabaseCircuit({
    openForMs: 0,
  });
  noteAnswer();
  noteMiss(now());
  vi.setSystemTime(Date.now() - 3_600_000);
  expect([isOpen(), hasAnsweredSince(now())]).toEqual([false, false]);
  vi.useRealTimers();
});

it('turns away those who wait when it opens, and discards what comes too late', async () => {
  const { wait, noteMiss, discarded } = createCircuit();
  const { promise, resolve } = Promise.withResolvers<string>();
  const waiting = wait(() => promise);
  noteMiss(1);
  await expect(waiting).rejects.toMatchObject(away);
  resolve('late');
  await expect.poll(() => discarded).toEqual(['late']);
});

it.each([
  ['a refused connection', withCode('ECONNREFUSED'), true],
  ['a silent network', new Error('Query read timeout'), true],
  ['what the statement got wrong', withCode('23514'), false],
  ['a statement that waited too long for a lock', withCode('57014'), false],
  ['a server that takes no more connections', withCode('53300'), false],
  ['a server that may only be read', withCode('25006'), false],
  ['a server whose disk is full', withCode('53100'), false],
  ['connections in use', new Error('timeout exceeded when trying to connect'), false],
])('knows a lost connection: %s', (_, error, expected) => {
  expect(isConnectionLost(error)).toBe(expected);
});

it.each([
  [withCode('57P01'), true],
  [withCode('57014'), true],
  [withCode('25006'), true],
  [withCode('53100'), true],
  [withCode('08006'), true],
  [new Error('Connection terminated unexpectedly'), true],
  [
    new Error('Failed query', { cause: Object.assign(new Error(''), { code: 'ECONNRESET' }) }),
    true,
  ],
  [Object.assign(new Error('duplicate key'), { code: '23505' }), false],
  [new TypeError('x is undefined'), false],
  ['no error at all', false],
])('knows an unreachable database by %s', (error, expected) => {
  expect(isDatabaseUnreachable(error)).toBe(expected);
});
