import { setTimeout as delay } from 'node:timers/promises';
import { type Job, type Db as JobDatabase, type JobResult, PgBoss } from 'pg-boss';
import { markUnreachable } from '#server/db/circuit.ts';
import { jobsWithin, type Transaction } from '#server/db/executor.ts';
import { createSockets } from '#server/db/sockets.ts';
import { databaseUnavailable, describeError } from '#server/errors.ts';
import type { Logger } from '#server/logger.ts';
import { mailsAtOnce } from '#server/mail/mailer.ts';
import { evenClock, settleSetBackClock } from './even-clock.ts';
import {
  mailQueues,
  type SendMailPayload,
  sendMailFailedQueue,
  sendMailPayload,
  sendMailQueue,
} from './send-mail.ts';

/** What the jobs do: one service each. A throw means: try again later. */
export interface JobHandlers {
  sendMail(payload: SendMailPayload): Promise<void>;
  giveUpMail(payload: SendMailPayload): Promise<void>;
  /** Once a day. */
  sweepAccounts(): Promise<void>;
  sweepUploads(): Promise<void>;
  sweepTrash(): Promise<void>;
  keepRetention(): Promise<void>;
  /** Every five minutes. */
  readBusyCalendars(): Promise<void>;
  /** Once an hour; it knows whether one is due. */
  makeBackup(): Promise<void>;
}

export type Jobs = ReturnType<typeof createJobs>;

interface JobsOptions {
  connectionString: string;
  log: Logger;
  pace?: JobPace | undefined;
}

const sweepAccountsQueue = 'sweep-accounts';

/** Clears away uploads that nobody will miss: every hour, in one of the processes. Times are in seconds. */
const sweepUploadsQueue = {
  name: 'sweep-uploads',
  cron: '23 * * * *',
  options: { retryLimit: 2, retryDelay: 60, expireInSeconds: 1_800 },
};

/** Deletes for good what has lain in the trash long enough: at night where the mentor is, once. */
const sweepTrashQueue = {
  name: 'sweep-trash',
  cron: '43 3 * * *',
  options: { retryLimit: 2, retryDelay: 60, expireInSeconds: 1_800 },
};

/** Deletes for good what is older than the settings say: at night where the mentor is, once. */
const keepRetentionQueue = {
  name: 'keep-retention',
  cron: '29 3 * * *',
  options: { retryLimit: 2, retryDelay: 60, expireInSeconds: 3_600 },
};

/** Reads the mentor's own calendars: every five minutes, in one of the processes. Of those that are late one is enough. */
const readCalendarsQueue = {
  name: 'read-busy-calendars',
  cron: '*/5 * * * *',
  options: { policy: 'short', retryLimit: 0, expireInSeconds: 120 },
} as const;

/**
 * Makes a backup when a night has passed without one: an hour later it is tried again, and a site that
 * was off at night makes up for it. Its worker may be killed: its silence is noticed.
 */
const makeBackupQueue = {
  name: 'make-backup',
  cron: '11 * * * *',
  options: { policy: 'short', retryLimit: 0, expireInSeconds: 43_200, heartbeatSeconds: 60 },
} as const;

/** Between two looks whether the database's clock was set back, in milliseconds. */
const clockCheckMs = 5_000;

/** Seconds before the first repeat of a mail, and between looks for repeats. */
const usualPace = { retryDelay: 5, polling: 5 };
export type JobPace = typeof usualPace;

/** Prepares the job queue. Nothing is connected before `start`. */
export function createJobs({ connectionString, log, pace = usualPace }: JobsOptions) {
  const sockets = createSockets();
  const database = { connectionString, stream: sockets.stream };
  const boss = new PgBoss({
    ...database,
    application_name: 'jobs',
    max: 4,
    connectionTimeoutMillis: 5_000,
    // Workers wake when a job is made; polling is what remains if a notification is missed.
    useListenNotify: true,
    // Looks for jobs whose worker fell silent.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    clock: evenClock,
    // How far that is from the database's, by which the timetables go, in seconds.
    clockMonitorIntervalSeconds: 60,
  });
  boss.on('error', (reason) => log.warn({ reason }, 'The job queue has trouble'));
  boss.on('warning', ({ message }) => {
    // Once the machine's clock was put right the even one differs from it, and that is well.
    if (!message.includes('Clock skew')) log.warn({ reason: message }, 'The job queue warns');
  });
  let isRunning = false;
  let clockCheck: NodeJS.Timeout | undefined;

  function checkClock(): void {
    settleSetBackClock(boss.getDb()).then(
      (wasSetBack) => {
        if (wasSetBack) log.warn('The clock of the database was set back; jobs follow it');
      },
      // It is away; there is a next time.
      () => {},
    );
  }

  /** What is done at night where the mentor is; however many processes there are, once. */
  async function scheduleNights(timeZone: string): Promise<void> {
    await boss.schedule(sweepAccountsQueue, '17 3 * * *', null, { tz: timeZone });
    for (const { name, cron } of [sweepTrashQueue, keepRetentionQueue])
      await boss.schedule(name, cron, null, { tz: timeZone });
  }

  async function createQueues(timeZone: string): Promise<void> {
    await boss.createQueue(sendMailFailedQueue.name, sendMailFailedQueue.options);
    await boss.createQueue(sweepAccountsQueue);
    const options = { ...sendMailQueue.options, retryDelay: pace.retryDelay };
    await boss.createQueue(sendMailQueue.name, options);
    // A queue that exists keeps the options it was made with unless it is updated.
    const { notify: _, ...changeable } = options;
    await boss.updateQueue(sendMailQueue.name, changeable);
    await boss.createQueue(sweepUploadsQueue.name, sweepUploadsQueue.options);
    await boss.schedule(sweepUploadsQueue.name, sweepUploadsQueue.cron);
    await boss.createQueue(sweepTrashQueue.name, sweepTrashQueue.options);
    await boss.createQueue(keepRetentionQueue.name, keepRetentionQueue.options);
    // Earlier versions rewrote the database files after an erasure.
    await boss.unschedule('scrub-database');
    await scheduleNights(timeZone);
    await boss.createQueue(readCalendarsQueue.name, readCalendarsQueue.options);
    await boss.schedule(readCalendarsQueue.name, readCalendarsQueue.cron);
    await boss.createQueue(makeBackupQueue.name, makeBackupQueue.options);
    await boss.schedule(makeBackupQueue.name, makeBackupQueue.cron);
  }

  /** Works a queue, several jobs at a time, each with an outcome of its own. */
  async function work(
    queue: string,
    handle: (payload: SendMailPayload) => Promise<void>,
  ): Promise<void> {
    const settle = async ({ id, data }: Job<unknown>): Promise<JobResult> => {
      try {
        await handle(sendMailPayload.parse(data));
        return { id, status: 'completed' };
      } catch (error) {
        return { id, status: 'failed', output: { reason: describeError(error) } };
      }
    };
    const options = {
      batchSize: mailsAtOnce,
      perJobResults: true,
      // A full batch means that more are waiting, as after an outage: no pause until all are done.
      burstWhenBatchFull: true,
      // A new job wakes its worker; one that waited for its next try is found by looking.
      pollingIntervalSeconds: Math.min(2, pace.polling),
      notifyPollingIntervalSeconds: pace.polling,
    } as const;
    await boss.work(queue, options, (jobs) => Promise.all(jobs.map(settle)));
  }

  /** Outside the given transaction, the queue uses its own database connections. */
  const asked = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      throw markUnreachable(error);
    });

  function requireRunning(): void {
    if (!isRunning) throw databaseUnavailable(new Error('the job queue has not started'));
  }

  return {
    /** Creates what is missing in the database and begins to work. Nights are those of the zone. Throws when it cannot be reached. */
    async start(handlers: JobHandlers, timeZone = 'UTC'): Promise<void> {
      try {
        await boss.start();
        await createQueues(timeZone);
        await work(sendMailQueue.name, handlers.sendMail);
        await work(sendMailFailedQueue.name, handlers.giveUpMail);
        await boss.work(sweepAccountsQueue, () => handlers.sweepAccounts());
        await boss.work(sweepUploadsQueue.name, { pollingIntervalSeconds: 60 }, () =>
          handlers.sweepUploads(),
        );
        await boss.work(sweepTrashQueue.name, { pollingIntervalSeconds: 60 }, () =>
          handlers.sweepTrash(),
        );
        await boss.work(keepRetentionQueue.name, { pollingIntervalSeconds: 60 }, () =>
          handlers.keepRetention(),
        );
        await boss.work(readCalendarsQueue.name, { pollingIntervalSeconds: 15 }, () =>
          handlers.readBusyCalendars(),
        );
        await boss.work(makeBackupQueue.name, { pollingIntervalSeconds: 60 }, () =>
          handlers.makeBackup(),
        );
        isRunning = true;
        clockCheck = setInterval(checkClock, clockCheckMs).unref();
        checkClock();
      } catch (error) {
        // Half a start must not work on; the next one begins from nothing.
        await boss.stop({ graceful: false }).catch(() => {});
        throw error;
      }
    },
    /** Lets running jobs finish, for at most `timeoutMs`, and takes no more. */
    async stop(timeoutMs: number): Promise<void> {
      isRunning = false;
      clearInterval(clockCheck);
      // Told to wait, `boss.stop` looks after half a second whether the last job has ended.
      const queues = new Set(boss.getWipData().map(({ name }) => name));
      const ended = [...queues].map((name) => boss.offWork(name, { wait: true }));
      await Promise.race([Promise.all(ended), delay(timeoutMs, undefined, { ref: false })]);
      await sockets.endAfter(boss.stop({ graceful: false, close: true }));
    },
    isRunning: () => isRunning,
    /** Moves the nights with the mentor. */
    async changeTimeZone(timeZone: string): Promise<void> {
      if (isRunning) await scheduleNights(timeZone);
    },
    /** Queues a mail with what causes it; at once unless it is scheduled. Returns whether there is a new job. */
    async sendMail(
      within: Transaction | JobDatabase,
      payload: SendMailPayload,
      /** When, and under which id it can be called off. */
      schedule?: { id: string; at: Date },
    ): Promise<boolean> {
      requireRunning();
      const options = {
        db: 'executeSql' in within ? within : jobsWithin(within),
        ...(schedule && { id: schedule.id, startAfter: schedule.at }),
      };
      const jobId = await asked(boss.send(sendMailQueue.name, payload, options));
      return jobId !== null;
    },
    /** Deletes the jobs that hold one of these email addresses: those of account mails. All others hold ids alone. */
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
    /** Takes scheduled mails back, within the transaction that makes them pointless. */
    async callOffMails(transaction: Transaction, ids: string[]): Promise<void> {
      requireRunning();
      if (ids.length === 0) return;
      // Deleted, not cancelled: a booking that is moved back needs the same ids again.
      await asked(boss.deleteJob(sendMailQueue.name, ids, { db: jobsWithin(transaction) }));
    },
  };
}

export type SendMail = Jobs['sendMail'];
export type CallOffMails = Jobs['callOffMails'];
