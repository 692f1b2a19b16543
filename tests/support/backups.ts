import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import pg from 'pg';
import type { FileStorage } from '#platform/storage/file-storage.ts';
import { storageUrl } from '#rules/stored-file.ts';
import { hashStream } from './large-file.ts';
import { samplePdf, samplePicture, sampleVideo } from './sample-files.ts';
import { query } from './site-state.ts';

/** Text that is difficult for a row format: its own separators, escapes and null markers. */
export const nasty =
  'Tab\there\nand a line, \\N, \\., "quotes", \'more\', {braces}, 😀 Ünïcödé\r\n';

const files = {
  testimonial: '1763712000000-face.png',
  video: 'videos/1763712000000-lesson.mp4',
  poster: 'videos/1763712000000-lesson.mp4.jpg',
  captions: 'videos/1763712000000-english.vtt',
  /** Named only by the conversion of its film. */
  small: 'videos/1763712000000-lesson-360p.mp4',
  guide: 'freebies/1763712000000-guide.pdf',
  cover: 'blog/1763712000000-cover.png',
  /** Named within a text. */
  chart: 'blog/1763712000000-chart.png',
  /** Named only by an older version of the settings. */
  portrait: 'pictures/1763712000000-portrait.jpg',
  /** Private: named by its path. */
  proof: 'proofs/3f6bd1c0-7a5e-4928-b8e1-5d02c94f7a61.pdf',
  lesson: 'lessons/8c1f0b76-2f3d-4f0a-9a51-7be3d20c5e11.pdf',
};

/** From an upload that was never saved, so no record names it. */
export const orphan = 'freebies/1763712000000-orphan.pdf';

/** All files of the rows that `fillDatabase` writes. */
export const namedFiles = Object.values(files).sort();

/** Stores the files that rows name, and one that no row names. */
export async function fillStorage(
  storage: FileStorage,
  { videoBytes = 300_000 } = {},
): Promise<void> {
  const picture = await samplePicture();
  const put = (path: string, content: Buffer) =>
    storage.put({ path, content: Readable.from([content]), size: content.length });
  for (const name of ['testimonial', 'poster', 'cover', 'chart', 'portrait'] as const) {
    // Every file is different.
    await put(files[name], Buffer.concat([picture, randomBytes(16)]));
  }
  await put(files.video, sampleVideo(videoBytes));
  await put(files.captions, Buffer.from('WEBVTT\n'));
  await put(files.small, sampleVideo(30_000));
  await put(files.guide, samplePdf());
  await put(files.proof, samplePdf());
  await put(files.lesson, samplePdf());
  await put(orphan, samplePdf());
}

/** Rows for every table of the site, with every type of column. */
const rows: [statement: string, values?: unknown[]][] = [
  [
    `insert into leads (name, email, phone, source, message, state, note)
     select 'Lead ' || n, 'lead' || n || '@example.com', case when n % 2 = 0 then '+27 82 555 1234' end,
       case when n % 3 = 0 then 'Course Purchase Inquiry' else 'Contact Form Submission' end,
       $1 || n, case when n % 5 = 0 then 'answered' else 'new' end, case when n % 7 = 0 then $1 end
     from generate_series(1, 500) as n`,
    [nasty],
  ],
  ['update leads set deleted_at = now() where id in (select id from leads limit 3)'],
  [
    `insert into bookings (name, email, session_type, session_minutes, session_price, booking_date, meeting_type, trading_knowledge, notes)
     select 'Visitor ' || n, 'visitor' || n || '@example.com', 'Intro Call', 15, 'Free',
       date_trunc('hour', now()) + n * interval '1 hour', 'Zoom', 'Beginner', $1
     from generate_series(1, 30) as n`,
    [nasty],
  ],
  [
    `insert into events (title, date, time, description) values ('Meeting', '2030-02-28', '18:30:15.5', $1)`,
    [nasty],
  ],
  [
    `insert into courses (title, price, features) values ('Course', 'R 100', array['one', $1, 'NULL', 'a,b'])`,
    [nasty],
  ],
  [
    `insert into blog_posts (title, date, content, image, image_alt) values ('Post', '0099-01-01', $1, $2, $3)`,
    [`${nasty} ![chart](${storageUrl(files.chart)})`, storageUrl(files.cover), nasty],
  ],
  ['insert into testimonials (image_url) values ($1)', [storageUrl(files.testimonial)]],
  [
    `insert into videos (title, subtitle, video_url, poster_url, captions_url) values ('Video', 'Of gold', $1, $2, $3)`,
    [storageUrl(files.video), storageUrl(files.poster), storageUrl(files.captions)],
  ],
  [
    `insert into films (path, state, percent, small_path, leftovers) values ($1, 'ready', 100, $2, array['videos/1-old.mov'])`,
    [files.video, files.small],
  ],
  [`insert into freebies (title, file_url) values ('Guide', $1)`, [storageUrl(files.guide)]],
  [
    `insert into mail_deliveries (key, recipient, subject, payload) values ('lead:1:notice', 'a@example.com', 'Lead', '{"kind": "lead-notice", "text": "tab\\tnewline\\n\\\\"}')`,
  ],
  [`insert into mail_handovers (key) values ('lead:2:notice')`],
  [
    `insert into person_requests (kind, email, message) values ('access', 'a@example.com', $1)`,
    [nasty],
  ],
  [
    `insert into erasures (erased_by, mailbox_hashes, phone_hashes, key_fingerprint, record_ids, counts)
     values ('mentor@example.com', array['hash'], '{}', 'of another key', array[gen_random_uuid()], '{"leads": 1}')`,
  ],
  [`insert into mail_server (encrypted) values ('xyz')`],
  [`insert into payment_keys (provider, encrypted) values ('paystack', 'xyz')`],
  ['insert into rate_limits (key, points, expire) values ($1, 3, 1795239679188)', [nasty]],
  [`insert into settings (key, value) values ('some', $1), ('empty', '')`, [nasty]],
  [
    `insert into settings_versions (section, version, value, saved_by)
     values ('pictures', 1, $1, 'mentor@example.com'), ('pictures', 2, null, 'mentor@example.com')`,
    [JSON.stringify({ portrait: { src: storageUrl(files.portrait), alt: nasty } })],
  ],
  [
    `insert into availability_exceptions (kind, starts_at, ends_at) values ('off', now(), now() + interval '1 microsecond')`,
  ],
  [
    `with calendar as (
      insert into busy_calendars (name, encrypted_url) values ('Family', 'xyz') returning id
    ) insert into busy_times select id, now(), now() + interval '1 hour' from calendar`,
  ],
  [
    `with person as (
      insert into "user" (name, email) values ('Helper', 'helper@example.com') returning id
    ), session as (
      insert into session (token, user_id, expires_at) select 'hash', id, now() + interval '1 day' from person
    ), account as (
      insert into account (user_id, provider_id, account_id, password) select id, 'credential', id::text, 'hash' from person
    ), factor as (
      insert into factor (user_id, friendly_name, secret) select id, $1, 'encrypted' from person
    ), code as (
      insert into recovery_code (user_id, code_hash) select id, 'hash' from person
    ), key as (
      insert into passkey (user_id, public_key, credential_id, counter, device_type, backed_up)
      select id, 'public', 'credential', 0, 'singleDevice', false from person
    ) insert into account_token (purpose, user_id, email, token_hash, expires_at)
      select 'magic-link', id, 'helper@example.com', 'hash', now() + interval '1 hour' from person`,
    ['Phone'],
  ],
  [`insert into verification (identifier, value, expires_at) values ('one', 'two', 'infinity')`],
  [`insert into jwks (public_key, private_key) values ('{"kty": "OKP"}', $1)`, [nasty]],
  [
    `insert into account_event (email, kind, ip_address, user_agent) values ('a@example.com', 'signed-in', '192.0.2.7', $1)`,
    [nasty],
  ],
  [
    `insert into attempt (key, failures, last_at, blocked_until) values ('one', 2, now(), '-infinity')`,
  ],
  [
    `insert into uploads (id, owner, metadata, timestamp, size) values ('one', 'a@example.com', '{}', 1, 10)`,
  ],
  [
    `insert into visit_sums (day, kind, key, visits, views) values ('2030-01-07', 'utm_source', $1, 1, 2)`,
    [nasty],
  ],
  [
    `with voucher as (
      insert into vouchers (code, amount_cents, offer_ids, starts_on, ends_on, max_uses, max_uses_each)
      values ('SPRING2030', 45001, array['one', 'two'], '2030-01-07', '2030-02-28', 20, 1) returning id
    ), sold as (
      insert into orders (reference, state, item, amount_cents, voucher_id, paid_cents, refunded_cents, paid_at, name, email)
      select 'TP-7K4Q2', 'partly-refunded', '{"title": "Course"}', 100000, id, 100000, 1, now(), $1, 'a@example.com' from voucher returning id
    ), payment as (
      insert into payments (order_id, provider, provider_payment_id, amount_cents, refunded_cents)
      select id, 'payfast', '1089251', 100000, 1 from sold returning id
    ), refund as (
      insert into refunds (payment_id, amount_cents, state, created_by) select id, 1, 'done', 'mentor@example.com' from payment
    ), dispute as (
      insert into payment_disputes (payment_id, provider_dispute_id, due_at, opened_at)
      select id, '2867', now(), now() from payment
    ), proof as (
      insert into payment_proofs (order_id, path, size) select id, $2, 2000 from sold
    ), due as (
      insert into dues (order_id, number, amount_cents, due_on, waived_cents)
      select id, 2, 45001, '2030-02-07', 265 from sold
    ), paper as (
      insert into papers (number, kind, order_id, payment_id, issued_at, data)
      select 'RCT-2030-0001', 'receipt', sold.id, payment.id, now(), '{"totalCents": 100000}' from sold, payment
    ) insert into statement_lines (fingerprint, order_id, amount_cents, day, booked_by)
      select 'hash', id, 100000, '2030-01-07', 'mentor@example.com' from sold`,
    [nasty, files.proof],
  ],
  [
    `insert into payment_notifications (provider, body, headers, digest) values ('payfast', $1, '{"a": "b"}', 'hash')`,
    [nasty],
  ],
  [
    `insert into forged_notifications (provider, day, count, last_at) values ('payfast', '2030-01-07', 111, now())`,
  ],
  [`insert into paper_series (series, year, last_number) values ('RCT', 2030, 1)`],
  [
    `insert into unrestored_payments (provider, provider_payment_id, order_reference, amount_cents, received_at, backup_made_at)
     values ('payfast', '1089252', 'TP-8M3W6', 45001, now(), '2030-01-07')`,
  ],
  [
    `with course as (
      insert into courses (title, price, slug, access_days) values ('Gold', 'R450.01', 'gold', 265) returning id
    ), customer as (
      insert into customers (name, email, link_version) values ($1, 'a@example.com', 3) returning id
    ), browser as (
      insert into library_browsers (customer_id, hash, first_used_at, last_used_at) select id, 'hash', now(), now() from customer
    ), access as (
      insert into entitlements (customer_id, course_id, source, source_id, starts_at, revoked_at, revoked_reason)
      select customer.id, course.id, 'mentor', gen_random_uuid(), now(), now(), $1 from customer, course
    ), section as (
      insert into sections (course_id, title) select id, 'Levels' from course returning id
    ), lesson as (
      insert into lessons (section_id, title, text, seconds) select id, 'Time', $1, 437 from section returning id
    ), file as (
      insert into lesson_files (lesson_id, kind, path, name, size) select id, 'pdf', $2, 'Workbook.pdf', 2000 from lesson
    ) insert into lesson_progress (customer_id, lesson_id, seconds, furthest, first_opened_at, last_opened_at)
      select customer.id, lesson.id, 37, 211, now(), now() from customer, lesson`,
    [nasty, files.lesson],
  ],
  // A package of which every session is booked or was taken, with a booking that went back to it.
  [
    `with customer as (
      insert into customers (name, phone) values ($1, '+27825551234') returning id
    ), sold as (
      insert into entitlements (customer_id, source, source_id, starts_at, granted, spent, session_type_id, session_type, session_minutes)
      select id, 'mentor', gen_random_uuid(), now(), 2, 1, 'full', $1, 37 from customer returning id
    ) select id from sold`,
    [nasty],
  ],
  [
    `insert into bookings (name, phone, session_type, booking_date, meeting_type, trading_knowledge, notes, entitlement_id, returned_at)
     select 'Zoë', '+27825551234', session_type, date_trunc('hour', now()) + n * interval '37 days', 'Zoom', 'Beginner', '', id, case when n = 1 then now() end
     from entitlements, generate_series(1, 2) as n where granted is not null`,
  ],
  [`insert into visit_salts (day, salt) values ('2030-01-07', 'salt')`],
  [`insert into visit_marks (hash) values ('hash')`],
];

/** Inserts rows into every table. */
export async function fillDatabase(connectionString: string): Promise<void> {
  for (const [statement, values] of rows) await query(connectionString, statement, values);
}

/** Returns everything that a backup keeps of a database: the rows of each table, as JSON. */
export async function readRows(connectionString: string): Promise<Record<string, string[]>> {
  const tables = await query(
    connectionString,
    // Backups exclude running work, the daily hashes of visitors, and everything that signs people
    // in.
    `select tablename as name from pg_tables
     where schemaname = 'public' and tablename not in ('uploads', 'visit_salts', 'visit_marks',
       'session', 'verification', 'account_token', 'recovery_code', 'jwks') order by 1`,
  );
  const contents: Record<string, string[]> = {};
  for (const { name } of tables) {
    const table = pg.escapeIdentifier(name);
    const found = await query(
      connectionString,
      `select to_jsonb(t)::text as row from ${table} t order by 1`,
    );
    contents[name] = found.map(({ row }) => row);
  }
  return contents;
}

/** Returns the queued mails as the job queue stores them. */
export const readWaitingJobs = (connectionString: string) =>
  query(
    connectionString,
    `select id, name, data, start_after from pgboss.job
     where name in ('send-mail', 'send-mail-failed') and state < 'completed' order by id`,
  );

/** Returns the SHA-256 of every stored file, by its path. */
export async function readFiles(storage: FileStorage): Promise<Record<string, string>> {
  const paths: string[] = [];
  for await (const path of storage.list()) paths.push(path);
  const hashes = await Promise.all(
    paths.sort().map(async (path) => [path, await hashStream(await storage.open(path))] as const),
  );
  return Object.fromEntries(hashes);
}
