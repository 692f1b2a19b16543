import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Span } from '#domain/slots.ts';
import { projectDirectory } from '#server/db/migrate.ts';
import { CalendarError } from './calendar-error.ts';
import type { CalendarNetwork, Validators } from './download-calendar.ts';
import type { BusyTimesOptions } from './read-busy-times.ts';

/** What a worker is asked. It travels as data. */
export interface CalendarQuestion extends BusyTimesOptions {
  url: string;
  known: Validators | undefined;
  network: CalendarNetwork | undefined;
}

/** And what it answers: what was read, or why nothing was; `unchanged` is what is known already. */
export type CalendarAnswer =
  | ({ outcome: 'read'; busy: Span[] } & Validators)
  | { outcome: 'unchanged' }
  | { outcome: 'failed'; reason: string };

/** The download may take ten seconds; what was written to take for ever is given up then. In milliseconds. */
const usualPatienceMs = 20_000;

/** Run from its source, which Node reads as it is. */
const workerFile = path.join(projectDirectory, 'server/calendars/calendar-worker.ts');

/**
 * Downloads a calendar and returns when its owner is busy; nothing where it has not changed. It is
 * somebody else's file: a thread of its own reads it, which is ended when it takes too much time or
 * memory. Throws CalendarError.
 */
export async function readCalendar(
  question: CalendarQuestion,
): Promise<(Validators & { busy: Span[] }) | undefined> {
  const worker = new Worker(workerFile, {
    workerData: question,
    // It needs neither the flags nor the secrets of the site.
    ...{ execArgv: [], env: {} },
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
  });
  const { promise, resolve } = Promise.withResolvers<CalendarAnswer>();
  const fail = (reason: string) => resolve({ outcome: 'failed', reason });
  const timer = setTimeout(
    () => fail('This calendar takes too long to work out. Its events may repeat without end.'),
    question.network?.patienceMs?.reading ?? usualPatienceMs,
  );
  worker.once('message', resolve);
  worker.once('error', () => fail('This calendar is too much to be read.'));
  worker.once('exit', () => fail('This calendar could not be read.'));
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
