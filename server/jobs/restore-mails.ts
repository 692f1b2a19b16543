import { type Db as JobDatabase, PgBoss } from 'pg-boss';
import { mailQueues, sendMailFailedQueue, sendMailQueue } from './send-mail.ts';

/** A mail that waits, as a backup has it. */
export interface WaitingMail {
  id: string;
  name: string;
  data: object;
  startAfter: Date;
}

/** Prepares the job queue of a database that no site is running on. Creates what is missing. */
export async function openMailRestore(connectionString: string) {
  const boss = new PgBoss({
    ...{ connectionString, application_name: 'restore', max: 1 },
    ...{ connectionTimeoutMillis: 5_000, supervise: false, schedule: false },
  });
  // Its calls throw.
  boss.on('error', () => {});
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
