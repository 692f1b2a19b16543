import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import type { Change } from '#rules/change.ts';
import { watchPublications } from './watch-publications.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 27, 8, minutes));
const soonAfter = (instant: Date) => new Date(instant.getTime() + 1_000);

/** The publications in the database. */
let scheduled: Date[];
let reads: number;
let answer: (found: Date | undefined) => Promise<Date | undefined>;
let notify: (change: Change | 'resync') => void;
let nextPublication: ReturnType<typeof watchPublications>;

beforeEach(() => {
  scheduled = [at(30), at(10)];
  reads = 0;
  answer = async (found) => found;
  nextPublication = watchPublications({
    findNext(after) {
      reads += 1;
      return answer(scheduled.filter((one) => one > after).toSorted((a, b) => +a - +b)[0]);
    },
    changes: {
      listen(listener) {
        notify = listener;
        return () => {};
      },
    },
    log: pino({ level: 'silent' }),
  });
});

it('returns the next publication, and then the one after it', async () => {
  expect(nextPublication(at(0))).toEqual(soonAfter(at(0)));
  await turn();
  expect(nextPublication(at(0))).toEqual(at(10));
  expect(nextPublication(at(9))).toEqual(at(10));
  expect(reads).toBe(1);
  expect(nextPublication(at(10))).toEqual(soonAfter(at(10)));
  await turn();
  expect(nextPublication(at(10))).toEqual(at(30));
  expect(nextPublication(at(30))).toEqual(soonAfter(at(30)));
  await turn();
  expect(nextPublication(at(30))).toBeUndefined();
  expect(reads).toBe(3);
});

it('reads again only when scheduled content changes', async () => {
  nextPublication(at(0));
  await turn();
  scheduled.push(at(9));
  for (const table of ['events', 'lessons', 'leads']) notify({ table, kind: 'insert' });
  expect(nextPublication(at(0))).toEqual(at(10));
  for (const [index, table] of [
    'blog_posts',
    'courses',
    'videos',
    'freebies',
    'testimonials',
  ].entries()) {
    scheduled.push(at(8 - index));
    notify({ table, kind: 'update' });
    expect(nextPublication(at(0))).toEqual(soonAfter(at(0)));
    await turn();
    expect(nextPublication(at(0))).toEqual(at(8 - index));
  }
  notify('resync');
  expect(nextPublication(at(0))).toEqual(soonAfter(at(0)));
});

it('ignores a result that is older than a change', async () => {
  const { promise, resolve } = Promise.withResolvers<Date | undefined>();
  answer = () => promise;
  nextPublication(at(0));
  notify({ table: 'blog_posts', kind: 'insert' });
  resolve(at(10));
  await turn();
  answer = async () => at(2);
  expect(nextPublication(at(0))).toEqual(soonAfter(at(0)));
  await turn();
  expect(nextPublication(at(0))).toEqual(at(2));
});

it('reads again after a failure', async () => {
  answer = () => Promise.reject(new Error('away'));
  expect(nextPublication(at(0))).toEqual(soonAfter(at(0)));
  await turn();
  answer = async (found) => found;
  expect(nextPublication(at(0))).toEqual(soonAfter(at(0)));
  await turn();
  expect(nextPublication(at(0))).toEqual(at(10));
});
