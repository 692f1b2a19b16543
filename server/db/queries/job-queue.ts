import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/executor.ts';

/** The jobs of one queue that have not begun. */
export interface QueueLength {
  queue: string;
  /** Due, and waiting for a worker. */
  ready: number;
  /** To begin later. */
  scheduled: number;
  /** Failed, and to be tried again later. */
  retrying: number;
  /** How long the oldest one has been due, in seconds. */
  oldestSeconds: number;
}

/** Returns the length of every queue. Reads the tables of pg-boss, whose own counts know nothing of ages. */
export async function listQueueLengths(db: Executor): Promise<QueueLength[]> {
  const { rows } = await db.execute<QueueLength & Record<string, unknown>>(sql`
    select queue.name as queue,
      count(*) filter (where job.start_after <= now())::int as ready,
      count(*) filter (where job.start_after > now() and job.state = 'created')::int as scheduled,
      count(*) filter (where job.start_after > now() and job.state = 'retry')::int as retrying,
      coalesce(extract(epoch from now() - min(job.start_after) filter (where job.start_after <= now())), 0)::float8
        as "oldestSeconds"
    from pgboss.queue
    left join pgboss.job on job.name = queue.name and job.state < 'active' and not job.blocked
    where not starts_with(queue.name, '__')
    group by queue.name
    order by queue.name`);
  return rows;
}
