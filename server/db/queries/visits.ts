import { randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Origin } from '#domain/origin.ts';
import { otherKey } from '#domain/visits.ts';
import { type Database, first, type Transaction } from '#server/db/executor.ts';
import { visitMarks, visitSalts, visitSums } from '#server/db/schema.ts';

/** How many pages, hosts, campaigns … a day tells apart; what is beyond them is summed as one. */
const mostKeys = 200;

/** How many visitors a day tells apart: what a flood could fill the disk with, until midnight. */
const mostVisits = 100_000;

/** Sets the lock of the visits apart from others of its kind. */
const visitLock = 4_712;

/** One process at a time: how many keys a day has is asked before there is another. */
const lock = (transaction: Transaction) =>
  transaction.execute(sql`select pg_advisory_xact_lock(${visitLock})`);

/**
 * Returns the salt of a day, made by whoever asks first; nothing for a day that is over elsewhere.
 * With the first salt of a day all that told the visitors of another apart is thrown away.
 */
export async function takeSalt(db: Database, day: string): Promise<string | undefined> {
  return db.transaction(async (transaction) => {
    await lock(transaction);
    const kept = await first(transaction.select().from(visitSalts));
    if (kept && kept.day >= day) return kept.day === day ? kept.salt : undefined;
    // Not by deletion, which leaves the rows in the files of the database for a while.
    await transaction.execute(sql`truncate ${visitSalts}, ${visitMarks}`);
    const salt = randomBytes(32).toString('base64');
    await transaction.insert(visitSalts).values({ day, salt });
    return salt;
  });
}

/** Somebody who was not here yet today, as far as a process knows. */
export interface Arrival extends Omit<Origin, 'first_page'> {
  hash: string;
  page: string;
}

/** What one process has counted of a day since it last said so. */
export interface CountedVisits {
  day: string;
  salt: string | undefined;
  views: { page: string; views: number }[];
  arrivals: Arrival[];
}

/** Holds for pages that are there: the id of a post may be anybody's invention. */
const isThere = sql`case when page like '/education/%' then exists (
  select from blog_posts
  where id = substring(page from 12)::uuid and deleted_at is null and published_at <= now()
) else true end`;

/**
 * Adds to the sums of a day. Only hashes that no process has brought yet are visits. Returns whether
 * their salt still holds: without it nobody can be told apart, and views alone are counted.
 */
export async function addVisits(
  db: Database,
  { day, salt, views, arrivals }: CountedVisits,
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    await lock(transaction);
    const isSalt = and(eq(visitSalts.day, day), eq(visitSalts.salt, salt ?? ''));
    const holds = (await transaction.$count(visitSalts, isSalt)) === 1;
    await transaction.execute(sql`
      with shown as (
        select * from json_to_recordset(${JSON.stringify(views)}) as given (page text, views int)
        where ${isThere}
      ), arrived as (
        select * from json_to_recordset(${JSON.stringify(holds ? arrivals : [])}) as given (
          hash text, page text, referrer text, utm_source text, utm_medium text, utm_campaign text)
        where ${isThere}
      ), marked as (
        insert into ${visitMarks} (hash) select hash from arrived
        where ${mostVisits} > coalesce(
          (select visits from ${visitSums} where day = ${day} and kind = 'all' and key = ''), 0)
        on conflict do nothing returning hash
      ), counted as (
        select named.kind, named.key, 0 as visits, views
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
            order by summed.visits desc, summed.views desc, summed.key) as place,
          (select count(*) from ${visitSums} as kept where day = ${day} and kept.kind = summed.kind) as known
        from summed left join ${visitSums} as kept
          on kept.day = ${day} and kept.kind = summed.kind and kept.key = summed.key
      )
      insert into ${visitSums} as kept (day, kind, key, visits, views)
      select ${day}::date, kind, case when is_known or known + place <= ${mostKeys} then key else ${otherKey} end,
        sum(visits)::int, sum(views)::int
      from placed group by 1, 2, 3
      on conflict (day, kind, key)
      do update set visits = kept.visits + excluded.visits, views = kept.views + excluded.views`);
    return holds;
  });
}
