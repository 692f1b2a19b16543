import type { Pool, QueryConfig } from 'pg';
import { beforeEach, expect, it } from 'vitest';
import type { Database } from '#server/db/executor.ts';
import { createLimiter } from './limiter.ts';
import { limits } from './limits.ts';

const { most } = limits['submit-lead'];
const visitor = { ipAddress: '192.0.2.7' };

/** What the database has counted, and whether it answers the next question. */
let points: number;
let answers: boolean[];
let asked: number;

const pool = {
  async query({ values = [] }: QueryConfig) {
    asked += 1;
    if (answers.shift() === false) throw new Error('Away');
    points += Number(values[1] ?? 0);
    return { rowCount: 1, rows: [{ points, expire: Date.now() + 60_000 }] };
  },
} as unknown as Pool;

const usual = { isEnabled: true, isAlone: true };
const start = () => createLimiter({ db: {} as Database, pool, ...usual });

beforeEach(() => {
  points = 0;
  answers = [];
  asked = 0;
});

it('lets no more pass while the database comes and goes, and asks it no more than that', async () => {
  answers = Array.from({ length: 200 }, (_, index) => index % 3 > 0);
  const { count } = start();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, () => count('submit-lead', visitor)),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(most);
  expect(asked).toBe(most);
});

it('holds to what other processes have counted, and forgets with them', async () => {
  points = most - 1;
  const { count, readWait } = start();
  await count('submit-lead', visitor);
  await expect(count('submit-lead', visitor)).rejects.toMatchObject({ status: 429 });
  expect(await readWait('submit-lead', visitor.ipAddress)).toBeGreaterThan(0);
  points = 0;
  for (let used = 1; used < most; used += 1) await count('submit-lead', visitor);
  await expect(count('submit-lead', visitor)).rejects.toMatchObject({ status: 429 });
});

it('counts a name once, side by side too, and a refused one not at all', async () => {
  const { count } = start();
  await Promise.all(Array.from({ length: 50 }, () => count('submit-lead', visitor, 'one')));
  expect(points).toBe(1);
  points = most;
  const twice = [count('submit-lead', visitor, 'two'), count('submit-lead', visitor, 'two')];
  for (const one of twice) await expect(one).rejects.toMatchObject({ status: 429 });
  points = 0;
  await count('submit-lead', visitor, 'two');
  expect(points).toBe(1);
});

it('counts a name once over all processes, and lets its repeats pass where nothing is left', async () => {
  const marked = new Map<string, number>();
  const shared = {
    async query({ values = [] }: QueryConfig) {
      const [key, added] = values.map(String);
      const count = (marked.get(String(key)) ?? 0) + Number(values.length > 2 ? added : 0);
      if (values.length > 2) marked.set(String(key), count);
      const rows = [{ points: count, expire: Date.now() + 60_000 }];
      return { rowCount: marked.has(String(key)) ? 1 : 0, rows };
    },
  } as unknown as Pool;
  const open = () => createLimiter({ db: {} as Database, pool: shared, ...usual, isAlone: false });
  const [one, other] = [open(), open()];
  for (const { count } of [one, other, one, other]) await count('submit-lead', visitor, 'same');
  for (let used = 1; used < most; used += 1) await one.count('submit-lead', visitor, String(used));
  await expect(one.count('submit-lead', visitor, 'more')).rejects.toMatchObject({ status: 429 });
  // Of what the one has counted the other knows, though it has not seen it.
  await other.count('submit-lead', visitor, '1');
  await expect(other.count('submit-lead', visitor, 'more')).rejects.toMatchObject({ status: 429 });
});
