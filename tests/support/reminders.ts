import { type BookingReminderPayload, sendMailPayload } from '#platform/jobs/send-mail.ts';
import type { TestApi } from './api.ts';

interface ReminderJob {
  id: string;
  at: string;
  payload: BookingReminderPayload;
}

/** Returns the reminders that wait for their time, soonest first. */
export async function listWaitingReminders({ pool }: TestApi): Promise<ReminderJob[]> {
  const { rows } = await pool.query(
    `select id, start_after as at, data from pgboss.job
     where data ->> 'kind' = 'booking-reminder' and state = 'created' order by start_after`,
  );
  return rows.map(({ id, at, data }) => {
    const payload = sendMailPayload.parse(data);
    if (payload.kind !== 'booking-reminder') throw new Error('Not a reminder');
    return { id, at: at.toISOString(), payload };
  });
}

/** Lets the time of every reminder come that is due by then, on the clock of the database. */
export const makeRemindersDue = ({ pool }: TestApi, now: Date) =>
  pool.query(
    `update pgboss.job set start_after = now() where data ->> 'kind' = 'booking-reminder' and start_after <= $1`,
    [now],
  );

/** Returns how many reminders have come due that no worker has finished yet. */
export async function countRunningReminders({ pool }: TestApi): Promise<number> {
  const { rows } = await pool.query(
    `select count(*)::int as n from pgboss.job where data ->> 'kind' = 'booking-reminder'
     and state < 'completed' and start_after <= now()`,
  );
  return rows[0].n;
}
