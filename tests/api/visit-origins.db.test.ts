import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { VisitReport } from '#domain/visits.ts';
import { mentor } from '#tests/support/accounts.ts';
import { type AdminCalls, openAdmin } from '#tests/support/admin-calls.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { sessionBody } from '#tests/support/booking-bodies.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { showPage } from '#tests/support/visits.ts';

/* Where inquiries and bookings came from, and what the mentor is told of it. */

let database: TestDatabase;
let api: TestApi;

beforeEach(async () => {
  // A Monday morning in Johannesburg, two hours before UTC.
  const now = () => new Date('2030-01-07T08:00:00Z');
  database = await createTestDatabase();
  const { connectionString } = database;
  api = await startApi({ connectionString, admin: mentor, now, trustedProxies: 1 });
  await api.startJobs();
});
afterEach(async () => {
  await api.stop();
  await database.drop();
});

const week = { from: '2030-01-07', to: '2030-01-13' };

async function readReport(admin: AdminCalls, { from, to } = week): Promise<VisitReport> {
  const answer = await admin.asMentor('GET', `/api/visits?from=${from}&to=${to}`);
  expect(answer.status).toBe(200);
  return answer.json();
}

const campaign = {
  ...{ first_page: '/education', referrer: 'www.facebook.com', utm_source: 'Facebook' },
  ...{ utm_medium: 'group', utm_campaign: 'Gold November' },
};
const kept = {
  ...{ first_page: '/education', referrer: 'facebook.com', utm_source: 'facebook' },
  ...{ utm_medium: 'group', utm_campaign: 'gold november' },
};

it('keeps where its visit came from, by each way in', async () => {
  const admin = await openAdmin(api);
  const [lead, fallback] = [contactBody({ origin: campaign }), contactBody({ origin: campaign })];
  expect((await api.post('/api/leads', lead)).status).toBe(201);
  expect((await api.post('/contact.php', fallback)).status).toBe(200);
  const read = async (path: string) => (await (await admin.asMentor('GET', path)).json()).items;
  await expect.poll(async () => (await read('/api/leads')).length).toBe(2);
  expect(await read('/api/leads')).toMatchObject([kept, kept]);

  const booking = sessionBody({ origin: campaign });
  expect((await api.post('/api/bookings', booking)).status).toBe(201);
  expect(await read('/api/bookings')).toMatchObject([kept]);
  const csv = await (await admin.asMentor('GET', '/api/leads/export')).text();
  expect(csv).toContain('"/education";"facebook.com";"facebook";"group";"gold november"');
});

it('is the same with other origins, and not refused for an odd one', async () => {
  const lead = contactBody({ origin: campaign });
  expect((await api.post('/api/leads', lead)).status).toBe(201);
  const again = { ...lead, origin: { ...campaign, utm_source: 'elsewhere' } };
  expect((await api.post('/api/leads', again)).status).toBe(201);
  for (const origin of ['odd', 7, { first_page: 3 }, { ...campaign, referrer: 'x'.repeat(9_999) }])
    expect((await api.post('/api/leads', contactBody({ origin }))).status).toBe(201);
  expect(await api.db.$count(sql`leads`)).toBe(5);
});

it.each(['DNT', 'Sec-GPC'])('keeps nothing of it with %s', async (name) => {
  const lead = contactBody({ origin: campaign });
  await api.post('/api/leads', lead, { [name]: '1' });
  const { rows } = await api.db.execute(sql`select first_page, referrer, utm_source from leads`);
  expect(rows).toEqual([{ first_page: null, referrer: null, utm_source: null }]);
});

it('stays counted when people go, and what the mentor books is no visit’s', async () => {
  const admin = await openAdmin(api);
  await api.db.execute(sql`insert into leads (name, email, source, created_at, first_page, referrer)
    values ('Jane', 'jane@example.com', 'Contact Form Submission', '2030-01-06T22:00:00Z', '/', 'facebook.com'),
      ('Jane', 'jane@example.com', 'Contact Form Submission', '2030-01-13T21:59:00Z', null, null),
      ('Jane', 'jane@example.com', 'Contact Form Submission', '2030-01-13T22:00:00Z', null, null)`);
  await api.db.execute(sql`insert into bookings (name, email, session_type, booking_date, meeting_type,
      trading_knowledge, notes, created_at, is_booked_by_mentor, first_page)
    values ('Jane', 'jane@example.com', 'Call', '2030-02-01T10:00:00Z', 'Zoom', 'Beginner', '', '2030-01-08T10:00:00Z', false, '/about'),
      ('Jane', 'jane@example.com', 'Call', '2030-02-01T11:00:00Z', 'Zoom', 'Beginner', '', '2030-01-08T10:00:00Z', true, null)`);
  for (const table of ['leads', 'bookings']) {
    await api.db.execute(sql.raw(`update ${table} set deleted_at = now()`));
    await api.db.execute(sql.raw(`delete from ${table}`));
  }
  await showPage(api, '/', { from: { referrer: 'facebook.com' } });
  await api.services.visits.write();
  const report = await readReport(admin);
  expect(report.total).toEqual({ visits: 1, views: 1, inquiries: 2, bookings: 1 });
  expect(report.weeks).toEqual([{ starts_on: '2030-01-07', ...report.total }]);
  const [pages, referrers] = report.lists;
  expect(pages?.rows).toEqual([
    { key: '/', title: null, visits: 1, views: 1, inquiries: 1, bookings: 0 },
    { key: '/about', title: null, visits: 0, views: 0, inquiries: 0, bookings: 1 },
  ]);
  expect(referrers?.rows).toEqual([
    { key: 'facebook.com', title: null, visits: 1, views: 0, inquiries: 1, bookings: 0 },
    { key: '', title: null, visits: 0, views: 0, inquiries: 0, bookings: 1 },
  ]);
  const csv = await (
    await admin.asMentor('GET', `/api/visits/export?from=${week.from}&to=2030-03-31`)
  ).text();
  expect(csv.split('\r\n')).toContain(
    '"2030-01-07";"Referring site";"facebook.com";"1";"0";"1";"0"',
  );
  expect(csv.split('\r\n')).toContain('"2030-01-14";"All";"";"0";"0";"1";"0"');
});

it('refuses a period that is none', async () => {
  const admin = await openAdmin(api);
  for (const period of ['', 'from=2030-01-02&to=2030-01-01', 'from=2000-01-01&to=2030-01-01'])
    expect((await admin.asMentor('GET', `/api/visits?${period}`)).status).toBe(422);
});
