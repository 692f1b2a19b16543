import pg from 'pg';

/** How many rows of each kind a site has. */
export interface Scale {
  leads: number;
  bookings: number;
  posts: number;
}

const words = ['gold', 'session', 'spread', 'london', 'patience', 'levels', 'chart', 'risk'];

/** Names, addresses, sources and texts by number, alike at every scale; spread over two years, the newest unanswered. */
const insertLeads = `
  insert into leads (name, email, phone, source, message, state, created_at)
  select initcap(first) || ' ' || initcap(last), first || '.' || last || '@example.com',
    '+27 82 ' || lpad((n::bigint * 7919 % 10000000)::text, 7, '0'),
    (array['Course Purchase Inquiry', 'Blueprint Purchase Inquiry', 'Contact Form Submission'])[1 + n % 3],
    'I would like to know about ' || ($2::text[])[1 + n % 8] || ' and ' || ($2::text[])[1 + n / 8 % 8],
    case when n <= $1 / 50 then 'new'
      else (array['answered', 'won', 'closed', 'closed'])[1 + n / 5 % 4] end,
    now() - (n - 0.5) / $1::float8 * interval '2 years'
  from (
    select n, left(letters, 6) as first, right(letters, 7) as last
    from generate_series(1, $1::int) n,
      translate(md5(n::text), '0123456789', 'ghijklmnop') letters
  ) people`;

/** Spread over nine years at every scale; at the large one a month ahead is about as full as opening hours let it be. */
const insertBookings = `
  insert into bookings
    (name, email, session_type, booking_date, meeting_type, trading_knowledge, notes, created_at)
  select 'Visitor ' || n, 'visitor' || n || '@example.com', 'Intro Call',
    date_trunc('hour', now()) + (8000 - n * 80000 / $1::int) * interval '1 hour',
    'Zoom', 'Beginner', 'Goals: patience', now() - (n - 0.5) / $1::float8 * interval '2 years'
  from generate_series(1, $1::int) n`;

const insertPosts = `
  insert into blog_posts (title, date, content, excerpt)
  select 'Post ' || n, current_date - n, repeat('Gold moves in time and price. ', 100), 'Of post ' || n
  from generate_series(1, $1::int) n`;

/** Puts the rows of a scale into an empty site. */
export async function fill(connectionString: string, scale: Scale): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  // Made anew from all rows at once, as a restored dump has it: row by row it takes minutes.
  const { rows } = await client.query(
    `select indexdef from pg_indexes where indexname = 'leads_search_text_idx'`,
  );
  await client.query('drop index leads_search_text_idx');
  await client.query(insertLeads, [scale.leads, words]);
  await client.query(`set maintenance_work_mem = '256MB'`);
  await client.query(rows[0].indexdef);
  await client.query(insertBookings, [scale.bookings]);
  await client.query(insertPosts, [scale.posts]);
  await client.query('vacuum analyze');
  await client.end();
}

/** Returns a row in the middle of a table, and the cursor of the page behind it, as the API writes it. */
export async function findMiddle(connectionString: string, table: string, key: string) {
  const client = new pg.Client({ connectionString, options: '-c timezone=UTC' });
  await client.connect();
  const { rows } = await client.query(
    `select *, json_build_array(${key}::text, id)::text as position from ${table}
     order by ${key} desc, id desc offset (select count(*) / 2 from ${table}) limit 1`,
  );
  await client.end();
  const [row] = rows;
  return { row, cursor: Buffer.from(row.position).toString('base64url') };
}
