import { type Db as JobDatabase, PgBoss } from 'pg-boss';
import { mailQueues, sendMailFailedQueue, sendMailQueue } from './send-mail.ts';

/** A job that waits, as a backup keeps it. */
export interface WaitingJob {
  id: string;
  name: string;
  data: object;
  start_after: Date;
}

/** Prepares the job queue of a database on which no site runs. What pg-boss lacks there is made. */
export async function openJobRestore(connectionString: string) {
  const boss = new PgBoss({
    ...{ connectionString, application_name: 'restore', max: 1 },
    ...{ connectionTimeoutMillis: 5_000, supervise: false, schedule: false },
  });
  // Whatever it cannot do, its calls throw.
  boss.on('error', () => {});
  await boss.start();
  try {
    await boss.createQueue(sendMailFailedQueue.name, sendMailFailedQueue.options);
    await boss.createQueue(sendMailQueue.name, sendMailQueue.options);
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  return {
    /** Forgets all that was to be sent, and what was. */
    empty: (db: JobDatabase) =>
      db.executeSql('delete from pgboss.job where name = any($1)', [mailQueues]),
    /** Lets these wait again, under their own ids: they can be called off by them. */
    async add(db: JobDatabase, jobs: WaitingJob[]): Promise<void> {
      for (const queue of mailQueues) {
        const own = jobs.filter(({ name }) => name === queue);
        const inserts = own.map(({ id, data, start_after: startAfter }) => ({
          ...{ id, data, startAfter },
        }));
        if (inserts.length > 0) await boss.insert(queue, inserts, { db });
      }
    },
    close: () => boss.stop({ graceful: false }),
  };
}
