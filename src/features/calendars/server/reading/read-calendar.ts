import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { readVersion } from '#platform/config/read-version.ts';
import { projectDirectory } from '#platform/db/migrate.ts';
import { CalendarError } from './calendar-error.ts';
import type { CalendarNetwork } from './download-calendar.ts';
import type { BusyTimes, BusyTimesOptions } from './read-busy-times.ts';

/** The input of the worker. */
export interface CalendarQuestion extends BusyTimesOptions {
  url: string;
  userAgent: string;
  network: CalendarNetwork | undefined;
}

/** The output of the worker. */
export type CalendarAnswer = BusyTimes | { failure: string };

/** The time limit for the download and the reading together, in milliseconds. */
const usualPatienceMs = 100_000;

/** Outlook rejects clients whose user agent does not start like a browser’s. */
const userAgent = `Mozilla/5.0 (compatible; TimeVsPrice/${readVersion(projectDirectory).version})`;

const workerFile = path.join(
  projectDirectory,
  'src/features/calendars/server/reading/calendar-worker.ts',
);

/**
 * Downloads a calendar and returns when its owner is busy. The file may be malicious, so a worker
 * thread reads it and is terminated if it takes too much time or memory. Throws CalendarError.
 */
export async function readCalendar(
  question: Omit<CalendarQuestion, 'userAgent'>,
): Promise<BusyTimes> {
  const worker = new Worker(workerFile, {
    workerData: { ...question, userAgent } satisfies CalendarQuestion,
    // The worker must not see the site’s flags and secrets.
    execArgv: [],
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '' },
    resourceLimits: { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 32 },
  });
  const { promise, resolve } = Promise.withResolvers<CalendarAnswer>();
  const fail = (failure: string) => resolve({ failure });
  const patienceMs = question.network?.patienceMs?.reading ?? usualPatienceMs;
  const timer = setTimeout(() => fail('This calendar takes too long to read.'), patienceMs);
  worker.once('message', resolve);
  worker.once('error', () => fail('This calendar is too large to read.'));
  worker.once('exit', () => fail('This calendar can’t be read.'));
  try {
    const answer = await promise;
    if ('failure' in answer) throw new CalendarError(answer.failure);
    return answer;
  } finally {
    clearTimeout(timer);
    // Not awaited, because a thread only ends after a pending name lookup.
    worker.terminate().catch(() => {});
  }
}
