import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { otherKey } from '#features/visits/rules/visits.ts';
import { first, type Transaction } from '#platform/db/executor.ts';
import { visitMarks, visitSalts, visitSums } from '#platform/db/schema/visit-schema.ts';
import type { Origin } from '#rules/origin.ts';

/** How many pages, hosts or campaigns are counted separately per day. The rest is one sum. */
const maxKeys = 200;

/** How many visitors are counted per day, so that a flood cannot fill the disk. */
const maxVisits = 100_000;

/** The advisory lock of the visits: only one process writes at a time. */
const visitLock = 4_712;

/**
 * Locks the visits, and returns the salt of a day; undefined if another process has started a later
 * day. The first call of a day deletes the salt and the hashes of the previous day.
 */
export async function takeSalt(transaction: Transaction, day: string): Promise<string | undefined> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${visitLock})`);
  const kept = await first(transaction.select().from(visitSalts));
  if (kept && kept.day >= day) return kept.day === day ? kept.salt : undefined;
  // Unlike DELETE, this removes the rows from the disk.
  await transaction.execute(sql`truncate ${visitSalts}, ${visitMarks}`);
  const salt = randomBytes(32).toString('base64');
  await transaction.insert(visitSalts).values({ day, salt });
  return salt;
}

/** A visitor's first page in a batch. */
export interface Arrival extends Omit<Origin, 'first_page'> {
  hash: string;
  page: string;
}

interface CountedVisits {
  day: string;
  /** One entry per page view. */
  pages: string[];
  arrivals: Arrival[];
}

/** Excludes posts that do not exist, because anyone can make up an id. */
const pageExists = sql`case when page like '/education/%' then exists (
  select from blog_posts
  where id = substring(page from 12)::uuid and deleted_at is null and published_at <= now()
) else true end`;

/** Adds to the sums of a day. A hash that is not stored yet counts as a visit. */
export async function addVisits(
  transaction: Transaction,
  { day, pages, arrivals }: CountedVisits,
): Promise<void> {
  await transaction.execute(sql`
    with shown as (
      select page from unnest(${sql.param(pages)}::text[]) as given (page) where ${pageExists}
    ), arrived as (
      select * from json_to_recordset(${JSON.stringify(arrivals)}) as given (
        hash text, page text, referrer text, utm_source text, utm_medium text, utm_campaign text)
      where ${pageExists}
    ), marked as (
      insert into ${visitMarks} (hash) select hash from arrived
      where ${maxVisits} > coalesce(
        (select visits from ${visitSums} where day = ${day} and kind = 'all' and key = ''), 0)
      on conflict do nothing returning hash
    ), counted as (
      select named.kind, named.key, 0 as visits, 1 as views
      from shown, lateral (values ('all', ''), ('page', page)) as named (kind, key)
      union all
      select named.kind, named.key, 1, 0 from arrived join marked using (hash), lateral (values
        ('all', ''), ('page', page), ('referrer', coalesce(referrer, '')),
        ('utm_source', utm_source), ('utm_medium', utm_medium), ('utm_campaign', utm_campaign)
      ) as named (kind, key) where named.key is not null
    ), summed as (
      select kind, key, sum(visits)::int as visits, sum(views)::int as views
      from counted group by 1, 2
    ), placed as (
      select summed.*, kept.key is not null as is_known,
        row_number() over (partition by summed.kind, kept.key is null
          order by summed.visits desc, summed.views desc, summed.key) as rank,
        (select count(*) from ${visitSums} as kept where day = ${day} and kept.kind = summed.kind) as known
      from summed left join ${visitSums} as kept
        on kept.day = ${day} and kept.kind = summed.kind and kept.key = summed.key
    )
    insert into ${visitSums} as kept (day, kind, key, visits, views)
    select ${day}::date, kind, case when is_known or known + rank <= ${maxKeys} then key else ${otherKey} end,
      sum(visits)::int, sum(views)::int
    from placed group by 1, 2, 3
    on conflict (day, kind, key)
    do update set visits = kept.visits + excluded.visits, views = kept.views + excluded.views`);
}
