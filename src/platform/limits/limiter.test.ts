import type { Pool, QueryConfig } from 'pg';
import { beforeEach, expect, it, vi } from 'vitest';
import { createLimiter } from './limiter.ts';
import { limits, localLimits } from './limits.ts';

const { most } = limits['submit-lead'];
const visitor = { ipAddress: '192.0.2.7' };
const refused = { status: 429 };

/** The counts in the database by key, and whether it answers. */
let rows: Map<string, number>;
let isDatabaseUp: boolean;
let asked: number;

/** Implements the statements of rate-limiter-flexible. */
const pool = {
  async query({ values = [] }: QueryConfig) {
    asked += 1;
    if (!isDatabaseUp) throw new Error('The database is unavailable');
    const key = String(values[0]);
    const isUpsert = values.length > 2;
    if (isUpsert) rows.set(key, (rows.get(key) ?? 0) + Number(values[1]));
    const points = rows.get(key);
    const found = points === undefined ? [] : [{ points, expire: Date.now() + 60_000 }];
    return { rowCount: found.length, rows: found };
  },
} as unknown as Pool;

const start = (isAlone = true) => createLimiter({ pool, isEnabled: true, isAlone });

beforeEach(() => {
  rows = new Map();
  isDatabaseUp = true;
  asked = 0;
});

it('counts across processes, and rejects from memory above the limit', async () => {
  const [one, other] = [start(), start()];
  for (let used = 0; used < most; used += 1)
    await [one, other][used % 2]?.count('submit-lead', visitor);
  for (const { count, readWait } of [one, other]) {
    await expect(count('submit-lead', visitor)).rejects.toMatchObject(refused);
    expect(await readWait('submit-lead', visitor.ipAddress)).toBeGreaterThan(0);
  }
  const before = asked;
  await expect(one.count('submit-lead', visitor)).rejects.toMatchObject(refused);
  expect(asked).toBe(before);
});

it('counts in memory while the database is unavailable', async () => {
  isDatabaseUp = false;
  const { count } = start();
  const tries = Array.from({ length: most + 5 }, () => count('submit-lead', visitor));
  const outcomes = await Promise.allSettled(tries);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(most);
});

it('counts a name once, also concurrently, and a rejected one not at all', async () => {
  const { count } = start();
  await Promise.all(Array.from({ length: 50 }, () => count('submit-lead', visitor, 'one')));
  expect([...rows.values()]).toEqual([1]);
  for (let used = 1; used < most; used += 1) await count('submit-lead', visitor, String(used));
  const twice = [count('submit-lead', visitor, 'two'), count('submit-lead', visitor, 'two')];
  for (const one of twice) await expect(one).rejects.toMatchObject(refused);
  await count('submit-lead', visitor, 'one');
});

it('counts a name once across processes, and lets its repeats pass when nothing is left', async () => {
  const [one, other] = [start(false), start(false)];
  for (const { count } of [one, other, one, other]) await count('submit-lead', visitor, 'same');
  for (let used = 1; used < most; used += 1) await one.count('submit-lead', visitor, String(used));
  await expect(one.count('submit-lead', visitor, 'more')).rejects.toMatchObject(refused);
  // One process has counted it, and the other knows.
  await other.count('submit-lead', visitor, '1');
  await expect(other.count('submit-lead', visitor, 'more')).rejects.toMatchObject(refused);
});

it('counts pages per process, for a period after the first one', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { takeHere } = start();
  const { most: maxPages, seconds } = localLimits['count-page'];
  for (let page = 0; page < maxPages; page += 1) expect(takeHere('count-page', 'a')).toBe(true);
  expect([takeHere('count-page', 'a'), takeHere('count-page', 'b')]).toEqual([false, true]);
  vi.advanceTimersByTime(seconds * 1000);
  expect(takeHere('count-page', 'a')).toBe(true);
  expect(asked).toBe(0);
  vi.useRealTimers();
});
