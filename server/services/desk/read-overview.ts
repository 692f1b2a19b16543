import { site } from '#content/site.ts';
import type { Overview } from '#domain/overview.ts';
import { listNextBookings } from '#server/db/queries/bookings.ts';
import { countLeadsSince } from '#server/db/queries/leads.ts';
import { countByWeek } from '#server/db/queries/overview.ts';
import { deskTimeoutMs } from '#server/services/records/record-deps.ts';
import type { DeskDeps } from './desk-deps.ts';

/** A session that has begun is still shown as long as it may last, in milliseconds. */
const sessionMs = 60 * 60_000;
const sevenDaysMs = 7 * 24 * 60 * 60_000;
const weeksInChart = 12;
const bookingsAtAGlance = 3;

/** What the desk shows at a glance. Throws `database-unavailable` (503). */
export const readOverview = ({ db, circuit, now }: DeskDeps): Promise<Overview> =>
  circuit.run(async () => {
    const instant = now();
    const [newLeads, bookings, weeks] = await Promise.all([
      countLeadsSince(db, new Date(instant.getTime() - sevenDaysMs)),
      listNextBookings(db, new Date(instant.getTime() - sessionMs), bookingsAtAGlance),
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
  }, deskTimeoutMs);
