import { sql } from 'drizzle-orm';
import type { Week } from '#domain/overview.ts';
import type { Executor } from '#server/db/executor.ts';
import { leadsWithin } from './leads.ts';

/** Returns how many leads and bookings came in each of the last weeks, which begin on Mondays in `zone`. */
export async function countByWeek(
  db: Executor,
  { now, weeks, zone }: { now: Date; weeks: number; zone: string },
): Promise<Week[]> {
  const { rows } = await db.execute<{ starts_on: string; leads: number; bookings: number }>(sql`
    with weeks as (
      select date_trunc('week', ${now.toISOString()}::timestamptz at time zone ${zone})
        - make_interval(weeks => back) as monday
      from generate_series(0, ${weeks - 1}::int) as back
    ), spans as (
      select monday, monday at time zone ${zone} as begins,
        (monday + interval '1 week') at time zone ${zone} as ends
      from weeks
    )
    select to_char(monday, 'YYYY-MM-DD') as starts_on,
      ${leadsWithin(sql`begins`, sql`ends`)} as leads,
      (select count(*)::int from bookings where deleted_at is null and created_at >= begins and created_at < ends) as bookings
    from spans order by monday`);
  return rows;
}
