import { until } from './site-process.ts';
import { findPrivateDatabase, query } from './site-state.ts';
import { siteDataDirectory, siteUrl } from './site-under-test.ts';

/** Runs a statement on the database of the site under test. */
export const querySite = async (text: string, values: unknown[] = []) =>
  query(await findPrivateDatabase(siteDataDirectory), text, values);

/**
 * Waits until a public page shows a change made directly in the database, which reaches the site a
 * moment later.
 */
export const untilPublic = (path: string, isShown: (html: string) => boolean) =>
  until(`${path} to show the change`, async () =>
    isShown(await (await fetch(siteUrl + path)).text()),
  );

/**
 * Inserts a booking this many days ahead in the mentor's time zone, at a time of day that no other
 * test uses.
 */
export async function insertBooking(name: string, daysAhead: number): Promise<string> {
  const [row] = await querySite(
    `insert into bookings (name, email, session_type, booking_date, meeting_type, trading_knowledge, notes, time_zone)
     values ($1, 'visitor@example.com', 'Intro Call',
       date_trunc('day', now(), 'Africa/Johannesburg') + $2 * interval '1 day' + floor(random() * 1400) * interval '1 minute',
       'Zoom', 'Beginner', 'Goals: Read gold' || chr(10) || 'Topics: Entries', 'Asia/Kathmandu')
     returning id`,
    [name, daysAhead],
  );
  return row.id;
}

/** Inserts leads, the last one being the newest. */
export async function insertLeads(names: string[], source: string): Promise<void> {
  await querySite(
    `insert into leads (name, email, phone, source, created_at)
     select name, 'visitor@example.com', '+27 82 555 1234', $2, now() + n * interval '1 millisecond'
     from unnest($1::text[]) with ordinality as given (name, n)`,
    [names, source],
  );
}

/** Puts an order that awaits a bank transfer into the site under test. */
export async function insertOrder(name: string): Promise<string> {
  const item = {
    kind: 'plan',
    title: 'TP Strategy Course',
    priceText: 'R1000',
    deliveryText: 'By email within one working day.',
    isDigital: true,
  };
  const [row] = await querySite(
    `insert into orders (reference, item, amount_cents, name, email, phone, expires_at)
     values ('TP-' || upper(substr(md5(random()::text), 1, 5)), $1, 100000, $2, 'visitor@example.com',
       '+27825551234', now() + interval '7 days')
     returning id`,
    [JSON.stringify(item), name],
  );
  return row.id;
}
