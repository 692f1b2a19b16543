import { type Db as JobDatabase, PgBoss } from 'pg-boss';
import { mailQueues, sendMailFailedQueue, sendMailQueue } from './send-mail.ts';

/** A job that waits, as a backup keeps it. */
export interface WaitingJob {
  id: string;
  name: string;
  data: object;
  start_after: Date;
}

/** Prepares the job queue of a database on which no site runs, and creates what it lacks. */
export async function openJobRestore(connectionString: string) {
  const boss = new PgBoss({
    ...{ connectionString, application_name: 'restore', max: 1 },
    ...{ connectionTimeoutMillis: 5_000, supervise: false, schedule: false },
  });
  // What fails also throws from the call.
  boss.on('error', () => {});
  await boss.start();
  const close = () => boss.stop({ graceful: false });
  try {
    await boss.createQueue(sendMailFailedQueue.name, sendMailFailedQueue.options);
    await boss.createQueue(sendMailQueue.name, sendMailQueue.options);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    /** Deletes the mail jobs of the site that was there, in the transaction of the restore. */
    async empty(db: JobDatabase): Promise<void> {
      for (const queue of mailQueues) {
        const ids = (await boss.findJobs(queue, { db })).map(({ id }) => id);
        if (ids.length > 0) await boss.deleteJob(queue, ids, { db });
      }
    },
    /** Lets jobs wait again, under the ids by which they can be called off. */
    async add(db: JobDatabase, jobs: WaitingJob[]): Promise<void> {
      for (const queue of mailQueues) {
        const inserts = jobs
          .filter(({ name }) => name === queue)
          .map(({ id, data, start_after: startAfter }) => ({ id, data, startAfter }));
        if (inserts.length > 0) await boss.insert(queue, inserts, { db });
      }
    },
    close,
  };
}
