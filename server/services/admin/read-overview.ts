import { site } from '#content/site.ts';
import type { Overview } from '#domain/overview.ts';
import type { Database } from '#server/db/executor.ts';
import { listNextBookings } from '#server/db/queries/bookings.ts';
import { countLeadsSince } from '#server/db/queries/leads.ts';
import { countByWeek } from '#server/db/queries/overview.ts';

/** A session that has begun is still shown as long as it may last, in milliseconds. */
const sessionMs = 60 * 60_000;
const sevenDaysMs = 7 * 24 * 60 * 60_000;
const weeksInChart = 12;
const bookingsShown = 3;

/** Reads what the admin's first page shows. */
export async function readOverview({
  db,
  now,
}: {
  db: Database;
  now: () => Date;
}): Promise<Overview> {
  const instant = now();
  const [newLeads, bookings, weeks] = await Promise.all([
    countLeadsSince(db, new Date(instant.getTime() - sevenDaysMs)),
    listNextBookings(db, new Date(instant.getTime() - sessionMs), bookingsShown),
    countByWeek(db, { now: instant, weeks: weeksInChart, zone: site.timeZone }),
  ]);
  return {
    new_leads: newLeads,
    next_bookings: bookings.map(({ id, name, session_type, booking_date, time_zone }) => ({
      ...{ id, name, session_type, time_zone },
      booking_date: booking_date.toISOString(),
    })),
    weeks,
  };
}
