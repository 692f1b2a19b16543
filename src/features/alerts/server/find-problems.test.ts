import { beforeEach, expect, it } from 'vitest';
import { type AlertDeps, findProblem } from './find-problems.ts';

const now = new Date('2026-11-23T10:00:00Z');
const before = (ms: number) => new Date(now.getTime() - ms);
const minutes = (count: number) => count * 60_000;
const hours = (count: number) => minutes(60 * count);

let freeBytes: number;
let deps: AlertDeps;
let pending: Date[];
let failedAt: Date | undefined;

beforeEach(() => {
  freeBytes = 0;
  pending = [];
  failedAt = undefined;
  deps = {
    now: () => now,
    startedAt: before(hours(1)),
    readFreeBytes: async () => freeBytes,
    journal: {
      listPending: () =>
        pending.map((receivedAt) => ({ submission: 'lead:1', receivedAt, payload: {} })),
      failedAt: () => failedAt,
    },
  } as Partial<AlertDeps> as AlertDeps;
});

it.each([
  [1024 ** 3, false],
  [1024 ** 3 - 1, true],
])('a disk with %i bytes left needs a person: %s', async (free, isProblem) => {
  freeBytes = free;
  const problem = { kind: 'disk', freeBytes: free };
  expect(await findProblem.disk(deps)).toEqual(isProblem ? problem : undefined);
});

it('a backup needs a person when it is older than two days', async () => {
  const find = (
    age: { madeAt: Date | undefined; since: Date | undefined },
    startedAt = before(hours(1)),
  ) => findProblem.backup({ ...deps, startedAt, readBackupAge: async () => age });
  const since = before(hours(100));
  expect(await findProblem.backup({ ...deps, startedAt: since })).toBeUndefined();
  expect(await find({ madeAt: before(hours(48)), since })).toBeUndefined();
  const madeAt = before(hours(48) + 1);
  expect(await find({ madeAt, since })).toEqual({ kind: 'backup', madeAt: madeAt.toISOString() });
  // A site that has just become somebody's has had no night yet.
  expect(await find({ madeAt: undefined, since: undefined }, since)).toBeUndefined();
  expect(await find({ madeAt: undefined, since: before(hours(48)) }, since)).toBeUndefined();
  const none = { madeAt: undefined, since };
  expect(await find(none, before(hours(2)))).toBeUndefined();
  expect(await find(none, before(hours(2) + 1))).toEqual({ kind: 'backup', madeAt: null });
});

it('a journal needs a person when something waits in it for long', async () => {
  expect(await findProblem.journal(deps)).toBeUndefined();
  pending = [before(minutes(15)), before(0)];
  expect(await findProblem.journal(deps)).toBeUndefined();
  pending.push(before(minutes(15) + 1));
  const problem = { kind: 'journal', trouble: 'waiting', submissions: 3 };
  expect(await findProblem.journal(deps)).toEqual(problem);
});

it('a journal needs a person when it could not be written a while ago', async () => {
  const problem = { kind: 'journal', submissions: 0 };
  failedAt = before(hours(1));
  expect(await findProblem.journal(deps)).toEqual({ ...problem, trouble: 'unwritable' });
  failedAt = before(hours(1) + 1);
  expect(await findProblem.journal(deps)).toBeUndefined();
});
