import { type Clock, type Db as JobDatabase, systemClock } from 'pg-boss';

/**
 * A clock for the job queue that goes on evenly whatever is done to the machine's: one that is set back
 * an hour would let workers sleep for an hour. What is due is asked of the database's clock.
 */
export const evenClock: Clock = {
  ...systemClock,
  now: () => performance.timeOrigin + performance.now(),
};

/** So far ahead of the database's clock nothing is that has happened already. */
const ahead = "now() + interval '30 seconds'";

/**
 * The queue looks after its jobs and its timetables every few seconds, and stamps when it did. A stamp
 * that lies ahead tells that the database's clock was set back, and holds that up until it is past.
 */
const isSetBack = `
  select exists (select from pgboss.queue where greatest(monitor_claim_on, maintain_on) > ${ahead})
    or exists (select from pgboss.version where greatest(cron_on, bam_on, flow_on) > ${ahead}) as "isSetBack"`;

/**
 * What was to be done at once, or was being done or tried, while the clock was ahead: it is due now. A job
 * that was made for a time of its own keeps that. Whatever waits for its next try is tried now: one that
 * was begun before the clock went ahead looked too old then, and has its next try in that hour.
 */
const settle = `
  update pgboss.job
  set start_after = now(), keep_until = keep_until - (start_after - now()), created_on = now()
  where state = 'created' and created_on > ${ahead}
    and start_after between created_on - interval '1 minute' and created_on + interval '1 minute';
  update pgboss.job set start_after = now() where state = 'retry' and start_after > now();
  update pgboss.job set started_on = now(), heartbeat_on = now()
  where state = 'active' and greatest(started_on, heartbeat_on) > ${ahead};
  update pgboss.queue set
    monitor_claim_on = least(monitor_claim_on, now()),
    monitor_on = least(monitor_on, now()),
    maintain_on = least(maintain_on, now());
  update pgboss.version set
    cron_on = least(cron_on, now()), bam_on = least(bam_on, now()), flow_on = least(flow_on, now()),
    reindex_on = least(reindex_on, now()),
    monitor_backoff_on = least(monitor_backoff_on, now())`;

/** Settles what the job queue has noted ahead of the database's clock, which was set back. Returns whether it was. */
export async function settleSetBackClock(db: JobDatabase): Promise<boolean> {
  const { rows } = await db.executeSql(isSetBack);
  if (!rows[0]?.isSetBack) return false;
  await db.executeSql(settle);
  return true;
}
