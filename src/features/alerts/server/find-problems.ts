import { type Due, isOverdue } from '#features/backups/rules/index.ts';
import { countFailedFilms } from '#features/films/server/index.ts';
import { countGivenUp } from '#features/mail/server/index.ts';
import type { SubmissionDeps } from '#features/submissions/server/index.ts';
import type { Problem, ProblemKind } from './mail-payload.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long a failed email counts, in hours: longer than the day between two alerts. */
const givenUpHours = 25;

/** How long a failed film counts, in milliseconds: longer than the day between two alerts. */
const failedFilmMs = 25 * hourMs;

/** How long a new process may take to make the first backup, in milliseconds. */
const firstBackupMs = 2 * hourMs;

/** The least free space for uploads and the database, in bytes. */
const leastFreeBytes = 1024 ** 3;

/** A short outage of the database needs no attention. */
const longWaitMs = 15 * minuteMs;

/** How long a failure to write the journal counts, unless it was written since. */
const unwritableMs = hourMs;

/** The dependencies of the alerts. `startedAt` is when this process started. */
export type AlertDeps = Pick<
  SubmissionDeps,
  | 'db'
  | 'journal'
  | 'mailer'
  | 'sendMail'
  | 'readSettings'
  | 'siteUrl'
  | 'readFreeBytes'
  | 'limiter'
  | 'hasAlertMails'
  | 'now'
  | 'log'
> & {
  startedAt: Date;
  /** Returns what `isOverdue` needs to know. Absent if the site makes no backups. */
  readBackupAge: (() => Promise<Pick<Due, 'madeAt' | 'since'>>) | undefined;
};

/** Checks for each kind of problem. Throws if the check fails. */
export const findProblem: {
  [Kind in ProblemKind]: (deps: AlertDeps) => Promise<Extract<Problem, { kind: Kind }> | undefined>;
} = {
  async mail({ db }) {
    const mails = await countGivenUp(db, { hours: givenUpHours });
    return mails > 0 ? { kind: 'mail', mails } : undefined;
  },

  async film({ db, now }) {
    const since = new Date(now().getTime() - failedFilmMs);
    const films = await countFailedFilms(db, since);
    return films > 0 ? { kind: 'film', films } : undefined;
  },

  async backup({ readBackupAge, startedAt, ...deps }) {
    if (!readBackupAge) return undefined;
    const { madeAt, since } = await readBackupAge();
    const now = deps.now();
    if (!isOverdue({ madeAt, since, now })) return undefined;
    // This may be the first version of an old site that makes backups.
    if (!madeAt && now.getTime() - startedAt.getTime() <= firstBackupMs) return undefined;
    return { kind: 'backup', madeAt: madeAt?.toISOString() ?? null };
  },

  async disk({ readFreeBytes }) {
    const freeBytes = await readFreeBytes();
    return freeBytes < leastFreeBytes ? { kind: 'disk', freeBytes } : undefined;
  },

  async 'turned-away'({ limiter }) {
    const networks = await limiter.countRefused('book-session');
    return networks > 0 ? { kind: 'turned-away', networks } : undefined;
  },

  async journal({ journal, now }) {
    const at = now().getTime();
    const isOlder = (instant: Date, ms: number) => at - instant.getTime() > ms;
    const pending = journal.listPending();
    const toProblem = (trouble: Extract<Problem, { kind: 'journal' }>['trouble']) =>
      ({ kind: 'journal', trouble, submissions: pending.length }) as const;

    const failedAt = journal.failedAt();
    if (failedAt && !isOlder(failedAt, unwritableMs)) return toProblem('unwritable');
    const isWaiting = pending.some(({ receivedAt }) => isOlder(receivedAt, longWaitMs));
    return isWaiting ? toProblem('waiting') : undefined;
  },
};
