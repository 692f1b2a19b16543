import { type Db as JobDatabase, PgBoss } from 'pg-boss';
import { mailQueues, sendMailFailedQueue, sendMailQueue } from './send-mail.ts';

/** A queued email in a backup. */
export interface WaitingMail {
  id: string;
  name: string;
  data: object;
  startAfter: Date;
}

const createBoss = (connectionString: string, application_name: string) => {
  const boss = new PgBoss({
    connectionString,
    application_name,
    max: 1,
    connectionTimeoutMillis: 5_000,
    supervise: false,
    schedule: false,
    registerInstance: false,
  });
  // The calls themselves throw.
  boss.on('error', () => {});
  return boss;
};

/** Lists the queued emails that a transaction sees, including those being sent. */
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

/** Formats emails like COPY: one line each, with tabs between the columns. */
export const formatMails = (mails: WaitingMail[]): string =>
  mails
    .map(({ id, name, data, startAfter }) =>
      [id, name, JSON.stringify(data), startAfter.toISOString()].join('\t'),
    )
    .map((line) => `${line.replaceAll('\\', '\\\\')}\n`)
    .join('');

/** Parses emails that `formatMails` or COPY has written. */
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

/** Prepares the job queue of a database that no site is using. Creates missing objects. */
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
    /**
     * Replaces the queued emails within a transaction. They keep their ids, by which they can be
     * cancelled.
     */
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
