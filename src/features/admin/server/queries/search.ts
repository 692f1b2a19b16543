import { type SQL, sql } from 'drizzle-orm';
import {
  hitsPerGroup,
  type SearchGroup,
  type SearchHit,
} from '#features/admin/rules/admin-search.ts';
import { phoneTailOf } from '#platform/db/columns.ts';
import type { Executor } from '#platform/db/executor.ts';
import { toPhoneTail } from '#rules/phone-number.ts';

export interface SearchQuery {
  /** Words in lower case. A hit contains all of them. */
  terms: string[];
  /** The search text as a phone number, if it is one. */
  phone: string | undefined;
}

type Row = SearchHit & { group: SearchGroup };

const containsAll = (text: SQL, terms: string[]): SQL =>
  sql.join(
    terms.map((term) => sql`position(${term} in lower(${text})) > 0`),
    sql` and `,
  );

const titled = (table: string, terms: string[]): SQL => sql`
  select ${table} as "group", id::text, title, null as detail, null as email, null::timestamptz as instant, null as course_id
  from ${sql.identifier(table)} where deleted_at is null and ${containsAll(sql`title`, terms)}
  order by created_at desc limit ${hitsPerGroup}`;

const contentTables = ['events', 'courses', 'blog_posts', 'videos', 'freebies'] as const;

/** Returns a few hits of each group, in one statement. */
export async function searchAll(db: Executor, { terms, phone }: SearchQuery): Promise<Row[]> {
  const tail = phone ? toPhoneTail(phone) : null;
  const byPhone = sql`(${tail}::text is not null and ${phoneTailOf(sql.raw('phone'))} = ${tail})`;
  const byTerms = containsAll(sql`search_text`, terms);
  const named = containsAll(
    sql`concat_ws(' ', name, email, regexp_replace(phone, '[^0-9]', '', 'g'))`,
    terms,
  );
  const callers = sql`(select lower(email) from leads where deleted_at is null and ${byPhone})`;
  const ofBooking = sql`((${named}) or ${byPhone} or lower(email) in ${callers})`;
  const parts = [
    sql`select 'people' as "group", email as id, name as title, phone as detail, email, seen as instant, null as course_id from (
      select distinct on (email) * from (
        select lower(email) as email, name, phone, created_at as seen from leads
          where deleted_at is null and ((${named}) or ${byPhone})
        union all select lower(email), name, phone, created_at from bookings
          where email is not null and deleted_at is null and ${ofBooking}
        union all select lower(email), name, phone, created_at from customers
          where email is not null and ((${named}) or ${byPhone})
      ) as known order by email, phone is null, seen desc
    ) as people order by seen desc limit ${hitsPerGroup}`,
    sql`select 'leads' as "group", id::text, name as title, source as detail, email, created_at as instant, null as course_id
      from leads where deleted_at is null and ((${byTerms}) or ${byPhone})
      order by created_at desc limit ${hitsPerGroup}`,
    sql`select 'bookings' as "group", id::text, name as title, session_type as detail, email, booking_date as instant, null as course_id
      from bookings where deleted_at is null and ${ofBooking}
      order by booking_date desc limit ${hitsPerGroup}`,
    sql`select 'lessons' as "group", lessons.id::text, lessons.title, courses.title as detail, null as email,
      null::timestamptz as instant, courses.id::text as course_id
      from lessons join sections on sections.id = section_id join courses on courses.id = sections.course_id
      where courses.deleted_at is null and ${containsAll(sql`lessons.title`, terms)}
      order by lessons.created_at desc limit ${hitsPerGroup}`,
    ...contentTables.map((table) => titled(table, terms)),
  ].map((part) => sql`(${part})`);
  const { rows } = await db.execute<Pick<Row, keyof Row>>(sql.join(parts, sql` union all `));
  return rows;
}
