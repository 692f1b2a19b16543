import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  client.on('error', () => {});
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

describe('every ordering of a list uses an index', () => {
  it.each([
    ['leads', 'created_at desc, id desc'],
    ['bookings', 'booking_date desc'],
    ['events', 'date desc, id desc'],
    ['blog_posts', 'date desc, id desc'],
    ['courses', 'position, id'],
    ['testimonials', 'position desc, id desc'],
    ['videos', 'created_at desc, id desc'],
    ['freebies', 'created_at desc, id desc'],
  ])('%s by %s', async (table, order) => {
    // A sequential scan is cheapest for an empty table; the test checks whether an index is
    // possible.
    await client.query('set enable_seqscan to off; set enable_sort to off');
    const plan = await client.query(
      `explain select * from ${table} where deleted_at is null order by ${order} limit 20`,
    );
    const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('Index Scan');
    expect(text).not.toContain('Sort');
  });
});

const booking = (slot: string, changes: Record<string, string | number | null> = {}) => {
  const row = {
    name: 'Jane Doe',
    email: 'jane@example.com',
    session_type: 'Intro Call',
    booking_date: slot,
    meeting_type: 'Zoom',
    trading_knowledge: 'Beginner',
    notes: '',
    ...changes,
  };
  const names = Object.keys(row);
  const places = names.map((_, index) => `$${index + 1}`);
  return client.query(
    `insert into bookings (${names}) values (${places}) returning id`,
    Object.values(row),
  );
};

describe('the database rejects', () => {
  it('a second booking of a slot, in any time zone, until the first is deleted or in the trash', async () => {
    const { rows } = await booking('2030-01-07T20:00:00Z');
    await expect(booking('2030-01-07T22:00:00+02:00')).rejects.toMatchObject({ code: '23P01' });
    await client.query('delete from bookings where id = $1', [rows[0].id]);
    await expect(booking('2030-01-07T22:00:00+02:00')).resolves.toMatchObject({ rowCount: 1 });
    await client.query('update bookings set deleted_at = now()');
    await expect(booking('2030-01-07T22:00:00+02:00')).resolves.toMatchObject({ rowCount: 1 });
  });

  it.each([
    ['inside', '2030-01-09T19:59:00Z', 1, '23P01'],
    ['around', '2030-01-09T17:00:00Z', 240, '23P01'],
    ['into its first minute', '2030-01-09T17:30:00Z', 31, '23P01'],
    ['up to its start', '2030-01-09T17:30:00Z', 30, undefined],
    ['from its end on', '2030-01-09T20:00:00Z', 60, undefined],
    [
      'inside, from the previous version, which stores no length',
      '2030-01-09T19:00:00Z',
      null,
      '23P01',
    ],
  ])('a session next to one of two hours: %s', async (_, slot, session_minutes, code) => {
    await booking('2030-01-09T18:00:00Z', { session_minutes: 120 });
    const outcome = await booking(slot, { session_minutes }).catch((error) => error);
    expect(outcome.code).toBe(code);
    await client.query('update bookings set cancelled_at = now()');
    await expect(booking(slot, { session_minutes })).resolves.toBeDefined();
    await client.query('delete from bookings');
  });

  it.each([
    ['bookings_meeting_type', { meeting_type: 'Pigeon' }],
    ['bookings_trading_knowledge', { trading_knowledge: 'Guru' }],
    ['bookings_email_form', { email: 'jane' }],
    ['bookings_name_length', { name: 'J' }],
    ['bookings_booking_date_whole_minute', { booking_date: '2030-01-08T20:00:30Z' }],
  ])('a booking against %s', async (constraint, changes) => {
    await expect(booking('2030-01-08T20:00:00Z', changes)).rejects.toMatchObject({ constraint });
  });

  it.each([
    ['leads_email_form', `leads (name, email, source) values ('Jane', 'jane@', 'Contact')`],
    ['leads_phone_length', `leads (name, email, phone, source) values ('Jane', 'a@b.c', '', 'x')`],
    ['courses_features_not_blank', `courses (title, price, features) values ('a', 'R1', '{a,""}')`],
    ['testimonials_image_url_not_blank', `testimonials (image_url) values ('')`],
    ['videos_video_url_not_blank', `videos (title, subtitle, video_url) values ('a', 'b', '')`],
    ['freebies_file_url_not_blank', `freebies (title, file_url) values ('a', '')`],
    [
      'mail_deliveries_sent_at',
      `mail_deliveries (key, recipient, subject, status) values ('a', 'b', 'c', 'sent')`,
    ],
  ])('a row against %s', async (constraint, row) => {
    await expect(client.query(`insert into ${row}`)).rejects.toMatchObject({ constraint });
  });
});
