import { type Db as JobDatabase, PgBoss } from 'pg-boss';
import { mailQueues, sendMailFailedQueue, sendMailQueue } from './send-mail.ts';

/** A mail that waits, as a backup has it. */
export interface WaitingMail {
  id: string;
  name: string;
  data: object;
  startAfter: Date;
}

const createBoss = (connectionString: string, application_name: string) => {
  const boss = new PgBoss({
    ...{ connectionString, application_name, max: 1, connectionTimeoutMillis: 5_000 },
    ...{ supervise: false, schedule: false },
  });
  // Its calls throw.
  boss.on('error', () => {});
  return boss;
};

/** Lists the mails that a transaction sees in the queue, also those that are being sent. */
export async function listWaitingMails(
  connectionString: string,
  db: JobDatabase,
): Promise<WaitingMail[]> {
  const boss = createBoss(connectionString, 'backup');
  try {
    await boss.start();
    const mails: WaitingMail[] = [];
    for (const { name } of await boss.getQueues(mailQueues)) {
      for (const { id, data, startAfter, state } of await boss.findJobs<object>(name, { db })) {
        const isWaiting = state === 'created' || state === 'retry' || state === 'active';
        if (isWaiting) mails.push({ id, name, data, startAfter });
      }
    }
    return mails;
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Writes mails as COPY writes rows: a line each, with tabs between the columns. */
export const formatMails = (mails: WaitingMail[]): string =>
  mails
    .map(({ id, name, data, startAfter }) =>
      [id, name, JSON.stringify(data), startAfter.toISOString()].join('\t'),
    )
    .map((line) => `${line.replaceAll('\\', '\\\\')}\n`)
    .join('');

/** Reads mails that `formatMails` or COPY has written. */
export const parseMails = (rows: string): WaitingMail[] =>
  rows
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', name = '', data = '', startAfter = ''] = line
        .replaceAll('\\\\', '\\')
        .split('\t');
      return { id, name, data: JSON.parse(data), startAfter: new Date(startAfter) };
    });

/** Prepares the job queue of a database that no site is running on. Creates what is missing. */
export async function openMailRestore(connectionString: string) {
  const boss = createBoss(connectionString, 'restore');
  const close = () => boss.stop({ graceful: false });
  try {
    await boss.start();
    await boss.createQueue(sendMailFailedQueue.name, sendMailFailedQueue.options);
    await boss.createQueue(sendMailQueue.name, sendMailQueue.options);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    /** Replaces the mails in the queue within a transaction. They keep their ids, which cancel them. */
    async replace(db: JobDatabase, mails: WaitingMail[]): Promise<void> {
      for (const queue of mailQueues) {
        const former = (await boss.findJobs(queue, { db })).map(({ id }) => id);
        if (former.length > 0) await boss.deleteJob(queue, former, { db });
        const own = mails.filter(({ name }) => name === queue);
        const jobs = own.map(({ id, data, startAfter }) => ({ id, data, startAfter }));
        if (jobs.length > 0) await boss.insert(queue, jobs, { db });
      }
    },
    close,
  };
}
