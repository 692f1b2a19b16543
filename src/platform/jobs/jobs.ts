import { setTimeout as delay } from 'node:timers/promises';
import { type Job, type JobResult, PgBoss } from 'pg-boss';
import type { z } from 'zod';
import { markUnreachable } from '#platform/db/circuit.ts';
import { jobsWithin, type Transaction } from '#platform/db/executor.ts';
import { createSockets } from '#platform/db/sockets.ts';
import { databaseUnavailable, describeError } from '#platform/errors/errors.ts';
import type { Logger } from '#platform/log/logger.ts';
import { mailConcurrency } from '#platform/mail/mailer.ts';
import { type ReleaseHoldPayload, releaseHoldPayload, releaseHoldQueue } from './release-hold.ts';
import {
  type MailJob,
  mailJob,
  mailQueues,
  sendMailFailedQueue,
  sendMailQueue,
} from './send-mail.ts';
import {
  type VerifyPaymentPayload,
  verifyPaymentPayload,
  verifyPaymentQueueName,
  verifyPaymentQueues,
} from './verify-payment.ts';

/** The handlers of jobs, one use case each. A throw means that the job is retried. */
export interface JobHandlers
  extends Record<TimedJob, (data?: { isNight?: boolean }) => Promise<void>> {
  sendMail(payload: MailJob): Promise<void>;
  /** Called once the retries of an email are used up. */
  giveUpMail(payload: MailJob): Promise<void>;
  /** Verifies what a payment provider has told the site. */
  verifyPayment(payload: VerifyPaymentPayload): Promise<void>;
  /** Gives up a session that was not paid in time. */
  releaseHold(payload: ReleaseHoldPayload): Promise<void>;
}

type TimedJob = keyof typeof timetable;

export type Jobs = ReturnType<typeof createJobs>;

interface JobsOptions {
  connectionString: string;
  log: Logger;
  pace?: JobPace | undefined;
}

const sweep = { retryLimit: 2, retryDelay: 60, expireInSeconds: 1_800 };
/** If several jobs are due, one is enough. */
const single = { policy: 'short', retryLimit: 0 } as const;

/**
 * The scheduled jobs, each run by one of the processes. Times are in seconds; nights are in the
 * mentor's time zone.
 */
const timetable = {
  sweepAccounts: { name: 'sweep-accounts', cron: '17 3 * * *', isNightly: true, options: {} },
  sweepTrash: { name: 'sweep-trash', cron: '43 3 * * *', isNightly: true, options: sweep },
  keepRetention: {
    name: 'keep-retention',
    cron: '29 3 * * *',
    isNightly: true,
    options: { ...sweep, expireInSeconds: 3_600 },
  },
  sweepUploads: { name: 'sweep-uploads', cron: '23 * * * *', isNightly: false, options: sweep },
  keepOrders: {
    name: 'keep-orders',
    cron: '* * * * *',
    isNightly: false,
    options: { ...single, expireInSeconds: 300 },
  },
  readBusyCalendars: {
    name: 'read-busy-calendars',
    cron: '*/5 * * * *',
    isNightly: false,
    options: { ...single, expireInSeconds: 120 },
  },
  /** Its one run works until no film waits; others find that one is running. */
  convertFilms: {
    name: 'convert-films',
    cron: '* * * * *',
    isNightly: false,
    options: { ...single, expireInSeconds: 43_200, heartbeatSeconds: 60 },
  },
  /** Hourly: the handler knows whether a backup is due, so that a missed night is made up for. */
  makeBackup: {
    name: 'make-backup',
    cron: '11 * * * *',
    isNightly: false,
    options: { ...single, expireInSeconds: 43_200, heartbeatSeconds: 60 },
  },
} as const;

/** How often a scheduled queue is polled, in seconds. */
const timedPolling = 15;

/** The delay before the first retry of an email, and between polls for retries, in seconds. */
const usualPace = { retryDelay: 5, polling: 5 };
export type JobPace = typeof usualPace;

/** Prepares the job queue. Connects only in `start`. */
export function createJobs({ connectionString, log, pace = usualPace }: JobsOptions) {
  const sockets = createSockets();
  const database = { connectionString, stream: sockets.stream };
  const boss = new PgBoss({
    ...database,
    application_name: 'jobs',
    max: 4,
    connectionTimeoutMillis: 5_000,
    // Notifications wake the workers; polling is the fallback if one is missed.
    useListenNotify: true,
    // Looks for jobs whose worker stopped sending heartbeats, and counts the jobs.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    // Nothing reads the list of running instances, which every process would write twice a minute.
    registerInstance: false,
  });
  boss.on('error', (reason) => log.warn({ reason }, 'The job queue failed'));
  boss.on('warning', ({ message }) =>
    log.warn({ reason: message }, 'The job queue reported a warning'),
  );
  let isRunning = false;

  /** Schedules the nightly jobs in the mentor's time zone. */
  async function scheduleNights(timeZone: string): Promise<void> {
    for (const { name, cron, isNightly } of Object.values(timetable))
      if (isNightly) await boss.schedule(name, cron, { isNight: true }, { tz: timeZone });
  }

  async function createQueues(timeZone: string): Promise<void> {
    await boss.createQueue(sendMailFailedQueue.name, sendMailFailedQueue.options);
    const retried = [sendMailQueue, ...verifyPaymentQueues, releaseHoldQueue];
    for (const { name, options: usual } of retried) {
      const options = { ...usual, retryDelay: pace.retryDelay };
      await boss.createQueue(name, options);
      // An existing queue keeps its options unless it is updated.
      const { notify: _, policy: __, ...changeable } = { policy: undefined, ...options };
      await boss.updateQueue(name, changeable);
    }
    for (const { name, cron, isNightly, options } of Object.values(timetable)) {
      await boss.createQueue(name, options);
      if (!isNightly) await boss.schedule(name, cron);
    }
    // Earlier versions rewrote the database files after an erasure.
    await boss.unschedule('scrub-database');
    await scheduleNights(timeZone);
  }

  /** Works a queue, several jobs at a time, each with its own outcome. */
  async function workQueue<Payload>(
    queue: string,
    schema: z.ZodType<Payload>,
    handle: (payload: Payload) => Promise<void>,
  ): Promise<void> {
    const settle = async ({ id, data }: Job<unknown>): Promise<JobResult> => {
      try {
        await handle(schema.parse(data));
        return { id, status: 'completed' };
      } catch (error) {
        return { id, status: 'failed', output: { reason: describeError(error) } };
      }
    };
    const options = {
      batchSize: mailConcurrency,
      perJobResults: true,
      // A full batch means that more jobs are waiting, e.g. after an outage: then there is no
      // pause.
      burstWhenBatchFull: true,
      // A notification wakes the worker for a new job; a retry is found by polling.
      pollingIntervalSeconds: Math.min(2, pace.polling),
      notifyPollingIntervalSeconds: pace.polling,
    } as const;
    await boss.work(queue, options, (jobs) => Promise.all(jobs.map(settle)));
  }

  async function workTimed(handlers: JobHandlers): Promise<void> {
    for (const [job, { name }] of Object.entries(timetable) as [TimedJob, { name: string }][]) {
      await boss.work(
        name,
        { pollingIntervalSeconds: timedPolling, notifyPollingIntervalSeconds: timedPolling },
        ([due]: Job<{ isNight?: boolean } | null>[]) => handlers[job](due?.data ?? {}),
      );
    }
  }

  /** Marks the failures of the queue's own connections, which `circuit.ts` does not see. */
  const asked = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      throw markUnreachable(error);
    });

  function requireRunning(): void {
    if (!isRunning) throw databaseUnavailable(new Error('the job queue has not started'));
  }

  return {
    /**
     * Creates the queues in the database and starts working. Nights are in the given time zone.
     * Throws if the database is unavailable.
     */
    async start(handlers: JobHandlers, timeZone = 'UTC'): Promise<void> {
      try {
        await boss.start();
        await createQueues(timeZone);
        await workQueue(sendMailQueue.name, mailJob, handlers.sendMail);
        await workQueue(sendMailFailedQueue.name, mailJob, handlers.giveUpMail);
        for (const { name } of verifyPaymentQueues)
          await workQueue(name, verifyPaymentPayload, handlers.verifyPayment);
        await workQueue(releaseHoldQueue.name, releaseHoldPayload, handlers.releaseHold);
        await workTimed(handlers);
        isRunning = true;
      } catch (error) {
        // A partial start must not continue; the next attempt starts over.
        await boss.stop({ graceful: false }).catch(() => {});
        throw error;
      }
    },
    /** Lets running jobs finish for at most `timeoutMs`, and starts no more. */
    async stop(timeoutMs: number): Promise<void> {
      isRunning = false;
      // `boss.stop` polls only twice a second for the end of the last job.
      const queues = new Set(boss.getWipData().map(({ name }) => name));
      const ended = [...queues].map((name) => boss.offWork(name, { wait: true }));
      await Promise.race([Promise.all(ended), delay(timeoutMs, undefined, { ref: false })]);
      await sockets.endAfter(boss.stop({ graceful: false, close: true }));
    },
    isRunning: () => isRunning,
    /** Moves the nightly jobs to the mentor's new time zone. */
    async changeTimeZone(timeZone: string): Promise<void> {
      if (isRunning) await scheduleNights(timeZone);
    },
    /**
     * Returns how many jobs of each queue are due, and how many start later. May be a few seconds
     * old.
     */
    async countJobs() {
      const queues = await asked(boss.getQueues());
      return queues
        .filter(({ name }) => !name.startsWith('__'))
        .map(({ name, readyCount, deferredCount }) => ({
          queue: name,
          ready: readyCount,
          scheduled: deferredCount,
        }));
    },
    /**
     * Queues the job of an email within the transaction that causes it; due immediately unless
     * scheduled.
     */
    async sendMail(
      transaction: Transaction,
      payload: MailJob,
      /** When it is due, and the id by which it can be cancelled. */
      schedule?: { id: string; at: Date },
    ): Promise<void> {
      requireRunning();
      const options = {
        db: jobsWithin(transaction),
        ...(schedule && { id: schedule.id, startAfter: schedule.at }),
      };
      await asked(boss.send(sendMailQueue.name, payload, options));
    },
    /** Queues the job that verifies a notification, unless it is queued. */
    async verifyPayment(
      transaction: Transaction,
      {
        id: notificationId,
        provider,
      }: { id: string; provider: Parameters<typeof verifyPaymentQueueName>[0] },
    ): Promise<void> {
      requireRunning();
      const options = { db: jobsWithin(transaction), singletonKey: notificationId };
      await asked(boss.send(verifyPaymentQueueName(provider), { notificationId }, options));
    },
    /** Schedules the end of a hold within the transaction that begins it. */
    async releaseHold(transaction: Transaction, bookingId: string, heldUntil: Date): Promise<void> {
      requireRunning();
      // A second later, for a clock that is a little behind the database's.
      const startAfter = new Date(+heldUntil + 1_000);
      const options = { db: jobsWithin(transaction), startAfter };
      await asked(boss.send(releaseHoldQueue.name, { bookingId }, options));
    },
    /** Deletes the jobs that contain one of these email addresses: those of account mails. All others have only ids. */
    async forgetAddresses(transaction: Transaction, emails: string[]): Promise<void> {
      requireRunning();
      const db = jobsWithin(transaction);
      for (const email of emails) {
        for (const queue of mailQueues) {
          const found = await asked(boss.findJobs(queue, { data: { email }, db }));
          const ids = found.map(({ id }) => id);
          if (ids.length > 0) await asked(boss.deleteJob(queue, ids, { db }));
        }
      }
    },
    /** Cancels scheduled emails within the caller's transaction. */
    async cancelMails(transaction: Transaction, ids: string[]): Promise<void> {
      requireRunning();
      if (ids.length === 0) return;
      // Deleted rather than cancelled: a booking that is moved back needs the same ids again.
      await asked(boss.deleteJob(sendMailQueue.name, ids, { db: jobsWithin(transaction) }));
    },
  };
}

export type SendMail = Jobs['sendMail'];
