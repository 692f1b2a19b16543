import { beforeEach, expect, it } from 'vitest';
import { unlimited } from '#platform/limits/limiter.ts';
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
])('reports a disk with %i bytes left: %s', async (free, isProblem) => {
  freeBytes = free;
  const problem = { kind: 'disk', freeBytes: free };
  expect(await findProblem.disk(deps)).toEqual(isProblem ? problem : undefined);
});

it('reports that people were refused behind a network', async () => {
  const find = (networks: number) =>
    findProblem['turned-away']({
      ...deps,
      limiter: { ...unlimited, countRefused: async () => networks },
    });
  expect(await find(0)).toBeUndefined();
  expect(await find(2)).toEqual({ kind: 'turned-away', networks: 2 });
});

it('reports a backup that is older than two days', async () => {
  const find = (
    age: { madeAt: Date | undefined; since: Date | undefined },
    startedAt = before(hours(1)),
  ) => findProblem.backup({ ...deps, startedAt, readBackupAge: async () => age });
  const since = before(hours(100));
  expect(await findProblem.backup({ ...deps, startedAt: since })).toBeUndefined();
  expect(await find({ madeAt: before(hours(48)), since })).toBeUndefined();
  const madeAt = before(hours(48) + 1);
  expect(await find({ madeAt, since })).toEqual({ kind: 'backup', madeAt: madeAt.toISOString() });
  // A site whose first account is new has had no night yet.
  expect(await find({ madeAt: undefined, since: undefined }, since)).toBeUndefined();
  expect(await find({ madeAt: undefined, since: before(hours(48)) }, since)).toBeUndefined();
  const none = { madeAt: undefined, since };
  expect(await find(none, before(hours(2)))).toBeUndefined();
  expect(await find(none, before(hours(2) + 1))).toEqual({ kind: 'backup', madeAt: null });
});

it('reports a journal in which an entry has waited for long', async () => {
  expect(await findProblem.journal(deps)).toBeUndefined();
  pending = [before(minutes(15)), before(0)];
  expect(await findProblem.journal(deps)).toBeUndefined();
  pending.push(before(minutes(15) + 1));
  const problem = { kind: 'journal', trouble: 'waiting', submissions: 3 };
  expect(await findProblem.journal(deps)).toEqual(problem);
});

it('reports a journal that could not be written recently', async () => {
  const problem = { kind: 'journal', submissions: 0 };
  failedAt = before(hours(1));
  expect(await findProblem.journal(deps)).toEqual({ ...problem, trouble: 'unwritable' });
  failedAt = before(hours(1) + 1);
  expect(await findProblem.journal(deps)).toBeUndefined();
});
