import { type SQL, sql } from 'drizzle-orm';
import {
  type ListedKind,
  listedKinds,
  otherKey,
  type VisitCounts,
  type VisitKind,
  type VisitPeriod,
  type VisitReport,
  type VisitRow,
  type VisitWeek,
} from '#features/visits/rules/visits.ts';
import type { Executor } from '#platform/db/executor.ts';

/** The maximum number of keys in a list. The rest is one row. */
const maxRows = 50;

interface ZonedPeriod extends VisitPeriod {
  /** The mentor's time zone. */
  zone: string;
}

/** Selects the visits, page views, inquiries and bookings of a period by day, kind and key. */
const sumsOf = ({ from, to, zone }: ZonedPeriod, where: SQL) => sql`
  select day, kind, key, visits, views, 0 as inquiries, 0 as bookings from visit_sums
  where day between ${from} and ${to} and ${where}
  union all
  select (quarter at time zone ${zone})::date, kind, key, 0, 0,
    case when contact = 'leads' then count else 0 end, case when contact = 'bookings' then count else 0 end
  from contact_sums
  where quarter >= ${from}::timestamp at time zone ${zone}
    and quarter < (${to}::date + 1)::timestamp at time zone ${zone} and ${where}`;

const counts = sql.raw(
  ['visits', 'views', 'inquiries', 'bookings']
    .map((name) => `coalesce(sum(${name}), 0)::int as ${name}`)
    .join(', '),
);

type Selected<Row> = Row & Record<string, unknown>;

/** Returns the counts of each week of a period. Weeks start on Mondays, except the first. */
export async function countVisitsByWeek(db: Executor, period: ZonedPeriod): Promise<VisitWeek[]> {
  const { from, to } = period;
  const { rows } = await db.execute<Selected<VisitWeek>>(sql`
    with summed as (${sumsOf(period, sql`kind = 'all'`)}), weeks as (
      select monday::date from generate_series(
        date_trunc('week', ${from}::timestamp), ${to}::timestamp, interval '1 week') as monday
    )
    select to_char(greatest(monday, ${from}::date), 'YYYY-MM-DD') as starts_on, ${counts}
    from weeks left join summed on day >= monday and day < monday + 7
    group by monday order by monday`);
  return rows;
}

/** Returns the most viewed pages and the sources with the most visits. The last row sums the rest. */
export async function listVisited(
  db: Executor,
  period: ZonedPeriod,
): Promise<VisitReport['lists']> {
  const { rows } = await db.execute<Selected<VisitRow & { kind: ListedKind }>>(sql`
    with summed as (
      select kind, key, ${counts} from (${sumsOf(period, sql`kind <> 'all'`)}) as sums group by 1, 2
    ), placed as (
      select *, row_number() over (
        partition by kind order by key = ${otherKey}, case when kind = 'page' then views else visits end desc,
          visits desc, inquiries + bookings desc, key
      ) as rank from summed
    ), shown as (
      select kind, case when rank <= ${maxRows} then key else ${otherKey} end as key,
        min(rank) as rank, ${counts}
      from placed group by 1, 2
    )
    select kind, key, title, visits, views, inquiries, bookings from shown left join blog_posts
      on case when key ~ '^/education/.{36}$' then substring(key from 12)::uuid end = blog_posts.id
    order by key = ${otherKey}, rank`);
  const lists = listedKinds.map((listed) => [
    listed,
    rows.filter(({ kind }) => kind === listed).map(({ kind: _, ...row }) => row),
  ]);
  return Object.fromEntries(lists);
}

/** The counts of one day, by kind and key. */
export interface DailyCounts extends VisitCounts {
  day: string;
  kind: VisitKind;
  key: string;
}

/** Returns all counts of a period by day. */
export async function listDailyCounts(db: Executor, period: ZonedPeriod): Promise<DailyCounts[]> {
  const { rows } = await db.execute<Selected<DailyCounts>>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, kind, key, ${counts}
    from (${sumsOf(period, sql`true`)}) as sums group by sums.day, kind, key order by sums.day, kind, key`);
  return rows;
}
