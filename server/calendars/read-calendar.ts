import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { projectDirectory } from '#server/db/migrate.ts';
import { readVersion } from '#server/read-version.ts';
import { CalendarError } from './calendar-error.ts';
import type { CalendarNetwork, Validators } from './download-calendar.ts';
import type { BusyTimes, BusyTimesOptions } from './read-busy-times.ts';

/** What a worker is asked. It travels as data. */
export interface CalendarQuestion extends BusyTimesOptions {
  url: string;
  userAgent: string;
  known: Validators | undefined;
  network: CalendarNetwork | undefined;
}

/** And what it answers: what was read, or why nothing was; `unchanged` is what is known already. */
export type CalendarAnswer =
  | ({ outcome: 'read' } & BusyTimes & Validators)
  | { outcome: 'unchanged' }
  | { outcome: 'failed'; reason: string };

/** For the download, which may take 60 seconds, and the reading, in milliseconds. */
const usualPatienceMs = 100_000;

/** Outlook refuses programs without a name, and names that a browser’s does not begin. */
const userAgent = `Mozilla/5.0 (compatible; TimeVsPrice/${readVersion(projectDirectory).version})`;

/** Run from its source, which Node reads as it is. */
const workerFile = path.join(projectDirectory, 'server/calendars/calendar-worker.ts');

/**
 * Downloads a calendar and returns when its owner is busy; nothing where it has not changed. It is
 * somebody else's file: a thread of its own reads it, which is ended when it takes too much time or
 * memory. Throws CalendarError.
 */
export async function readCalendar(
  question: Omit<CalendarQuestion, 'userAgent'>,
): Promise<(Validators & BusyTimes) | undefined> {
  const worker = new Worker(workerFile, {
    workerData: { ...question, userAgent } satisfies CalendarQuestion,
    // It needs neither the flags nor the secrets of the site.
    ...{ execArgv: [], env: {} },
    resourceLimits: { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 32 },
  });
  const { promise, resolve } = Promise.withResolvers<CalendarAnswer>();
  const fail = (reason: string) => resolve({ outcome: 'failed', reason });
  const timer = setTimeout(
    () => fail('This calendar takes too long to read.'),
    question.network?.patienceMs?.reading ?? usualPatienceMs,
  );
  worker.once('message', resolve);
  worker.once('error', () => fail('This calendar is too large to read.'));
  worker.once('exit', () => fail('This calendar can’t be read.'));
  try {
    const answer = await promise;
    if (answer.outcome === 'failed') throw new CalendarError(answer.reason);
    return answer.outcome === 'read' ? answer : undefined;
  } finally {
    clearTimeout(timer);
    // Not waited for: a thread ends only after the lookup of a name that nobody answers.
    worker.terminate().catch(() => {});
  }
}
