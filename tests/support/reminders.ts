import {
  type BookingReminderPayload,
  bookingReminderPayload,
} from '#features/booking/server/mail-payloads.ts';
import type { TestApi } from './api.ts';

interface ReminderJob {
  id: string;
  at: string;
  payload: BookingReminderPayload;
}

/** Returns the scheduled reminders, soonest first. */
export async function listWaitingReminders({ pool }: TestApi): Promise<ReminderJob[]> {
  const { rows } = await pool.query(
    `select id, start_after as at, data from pgboss.job
     where data ->> 'kind' = 'booking-reminder' and state = 'created' order by start_after`,
  );
  return rows.map(({ id, at, data }) => ({
    id,
    at: at.toISOString(),
    payload: bookingReminderPayload.parse(data),
  }));
}

/**
 * Makes the reminders due that are scheduled up to `now`, because the database has the real time.
 */
export const makeRemindersDue = ({ pool }: TestApi, now: Date) =>
  pool.query(
    `update pgboss.job set start_after = now() where data ->> 'kind' = 'booking-reminder' and start_after <= $1`,
    [now],
  );

/** Returns how many due reminders no worker has finished yet. */
export async function countRunningReminders({ pool }: TestApi): Promise<number> {
  const { rows } = await pool.query(
    `select count(*)::int as n from pgboss.job where data ->> 'kind' = 'booking-reminder'
     and state < 'completed' and start_after <= now()`,
  );
  return rows[0].n;
}
