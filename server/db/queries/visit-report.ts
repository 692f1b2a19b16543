import { type SQL, sql } from 'drizzle-orm';
import {
  type ListedKind,
  listedKinds,
  otherKey,
  type VisitCounts,
  type VisitKind,
  type VisitList,
  type VisitPeriod,
  type VisitRow,
  type VisitWeek,
} from '#domain/visits.ts';
import type { Executor } from '#server/db/executor.ts';

/** The most keys that a list shows. */
const mostRows = 50;

interface ZonedPeriod extends VisitPeriod {
  /** The mentor's, whose days these are. */
  zone: string;
}

/** Visits, views, inquiries and bookings of each of these days, by kind and key; `where` is about the kind. */
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

/** Returns what was counted in each week of a period, which begin on Mondays but for the first. */
export async function countVisitsByWeek(db: Executor, period: ZonedPeriod): Promise<VisitWeek[]> {
  const { from, to } = period;
  type Row = VisitCounts & { starts_on: string };
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    with summed as (${sumsOf(period, sql`kind = 'all'`)}), weeks as (
      select monday::date from generate_series(
        date_trunc('week', ${from}::timestamp), ${to}::timestamp, interval '1 week') as monday
    )
    select to_char(greatest(monday, ${from}::date), 'YYYY-MM-DD') as starts_on, ${counts}
    from weeks left join summed on day >= monday and day < monday + 7
    group by monday order by monday`);
  return rows;
}

/** Returns the pages, and each kind of source, of a period; those shown, or bringing visits, most often first. */
export async function listVisited(db: Executor, period: ZonedPeriod): Promise<VisitList[]> {
  type Row = VisitRow & { kind: ListedKind; place: number };
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    with summed as (
      select kind, key, ${counts} from (${sumsOf(period, sql`kind <> 'all'`)}) as sums group by 1, 2
    ), placed as (
      select *, case when key = ${otherKey} then ${mostRows + 1} else row_number() over (
        partition by kind order by key = ${otherKey}, case when kind = 'page' then views else visits end desc,
          visits desc, inquiries + bookings desc, key
      ) end as place from summed
    ), shown as (
      select kind, case when place <= ${mostRows} then key else ${otherKey} end as key,
        least(place, ${mostRows + 1})::int as place, ${counts}
      from placed group by 1, 2, 3
    )
    select shown.*, title from shown left join blog_posts
      on case when key ~ '^/education/.{36}$' then substring(key from 12)::uuid end = blog_posts.id
    order by place`);
  return listedKinds.map((kind) => {
    const ofKind = rows.filter((row) => row.kind === kind);
    const rest = ofKind.find(({ place }) => place > mostRows);
    return {
      kind,
      rows: ofKind
        .filter(({ place }) => place <= mostRows)
        .map(({ key, title, ...row }) => ({ key, title, ...toCounts(row) })),
      rest: rest ? toCounts(rest) : null,
    };
  });
}

const toCounts = ({ visits, views, inquiries, bookings }: VisitCounts): VisitCounts => ({
  ...{ visits, views, inquiries, bookings },
});

/** What was counted of something on a day. */
export interface DailyCounts extends VisitCounts {
  day: string;
  kind: VisitKind;
  key: string;
}

/** Returns all sums of these days, in order. */
export async function listDailyCounts(db: Executor, period: ZonedPeriod): Promise<DailyCounts[]> {
  const { rows } = await db.execute<DailyCounts & Record<string, unknown>>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, kind, key, ${counts}
    from (${sumsOf(period, sql`true`)}) as sums group by sums.day, kind, key order by sums.day, kind, key`);
  return rows;
}
