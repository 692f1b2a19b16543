import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { otherKey, type VisitReport } from '#features/visits/rules/visits.ts';
import { visitMarks, visitSalts, visitSums } from '#platform/db/schema/visit-schema.ts';
import type { TestApi } from '#tests/support/api.ts';
import { sessionBody } from '#tests/support/booking-bodies.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { openTestSite } from '#tests/support/site.ts';

/** A Monday morning in Johannesburg, which is two hours ahead of UTC. */
const monday = new Date('2030-01-07T08:00:00Z');
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const { api, admin, clock, startAnother } = await openTestSite({ trustedProxies: 1, now: monday });

afterEach(() => api.services.visits.write());

interface PageView {
  at?: TestApi;
  /** The visitor's address. */
  by?: string;
  from?: Record<string, string>;
  headers?: Record<string, string>;
}

/** Sends a page's beacon. */
const show = async (
  page: string,
  { at = api, by = '192.0.2.1', from, headers }: PageView = {},
): Promise<Response> =>
  at.app.request(`/api/visits?${new URLSearchParams({ page, ...from })}`, {
    method: 'POST',
    headers: { 'User-Agent': browser, 'X-Forwarded-For': by, ...headers },
  });

async function readSums() {
  await api.services.visits.write();
  return api.db.select().from(visitSums).orderBy(visitSums.day, visitSums.kind, visitSums.key);
}

const readTotals = async () =>
  (await readSums())
    .filter(({ kind }) => kind === 'all')
    .map(({ day, visits, views }) => ({ day, visits, views }));

describe('a page view', () => {
  it('counts pages and visitors, by network and browser', async () => {
    expect((await show('/')).status).toBe(204);
    await api.services.visits.write();
    await show('/about');
    await show('/about', { headers: { 'User-Agent': `${browser} Another` } });
    await show('/about', { by: '192.0.2.2', from: { referrer: 'www.facebook.com' } });
    // A household can use any address in its IPv6 network.
    await show('/', { by: '2001:db8::1' });
    await show('/', { by: '2001:db8::2' });
    expect(await readSums()).toEqual([
      { day: '2030-01-07', kind: 'all', key: '', visits: 4, views: 6 },
      { day: '2030-01-07', kind: 'page', key: '/', visits: 2, views: 3 },
      { day: '2030-01-07', kind: 'page', key: '/about', visits: 2, views: 3 },
      { day: '2030-01-07', kind: 'referrer', key: '', visits: 3, views: 0 },
      { day: '2030-01-07', kind: 'referrer', key: 'facebook.com', visits: 1, views: 0 },
    ]);
  });

  it.each<[who: string, headers: Record<string, string>]>([
    ['Do Not Track', { DNT: '1' }],
    ['Global Privacy Control', { 'Sec-GPC': '1' }],
    ['a prefetched page', { 'Sec-Purpose': 'prefetch;prerender' }],
    ['a signed-in admin', { Cookie: '__Secure-site.session_token=x' }],
    ['a search engine', { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
    ['a program', { 'User-Agent': 'curl/8.5.0' }],
    ['a program without a user agent', { 'User-Agent': '' }],
  ])('a page view does not count %s', async (_, headers) => {
    expect((await show('/', { headers })).status).toBe(204);
    expect(await readSums()).toEqual([]);
  });

  it('a page view does not count paths that are not public pages, and refuses other sites and bad input', async () => {
    for (const page of ['/admin', '/booking/secret', '/privacy/request', '/none', '/feed.xml'])
      expect((await show(page)).status).toBe(204);
    expect((await show('/', { headers: { 'Sec-Fetch-Site': 'cross-site' } })).status).toBe(403);
    const foreign = { Origin: 'https://elsewhere.example' };
    expect((await show('/', { headers: foreign })).status).toBe(403);
    expect((await api.app.request('/api/visits', { method: 'POST' })).status).toBe(422);
    expect(await readSums()).toEqual([]);
  });

  it('a page view counts published posts under both of their paths, and no other posts', async () => {
    const [published, draft] = [randomUUID(), randomUUID()];
    await api.db.execute(sql`insert into blog_posts (id, title, date, published_at) values
      (${published}, 'Reading gold', '2030-01-01', now()), (${draft}, 'Later', '2030-01-01', null)`);
    await show(`/education/${published}`);
    await show(`/blog/${published}?utm_source=x`);
    await show(`/education/${draft}`);
    await show(`/education/${randomUUID()}`, { by: '192.0.2.9' });
    await show('/blog', { by: '192.0.2.1' });
    const sums = await readSums();
    expect(sums.find(({ kind }) => kind === 'all')).toMatchObject({ visits: 1, views: 3 });
    const pages = sums.filter(({ kind }) => kind === 'page').map(({ key }) => key);
    expect(pages).toEqual(['/education', `/education/${published}`]);
  });
});

describe('a day', () => {
  it('begins at the mentor’s midnight and deletes the hashes of the day before', async () => {
    clock.now = new Date('2030-01-07T21:59:59Z');
    await show('/');
    await readSums();
    const [before] = await api.db.select().from(visitSalts);
    const [mark] = await api.db.select().from(visitMarks);
    expect(mark?.hash).toMatch(/^[\w-]{16}$/);
    await show('/about');
    clock.now = new Date('2030-01-07T22:00:00Z');
    await show('/');
    await show('/about');
    expect(await readTotals()).toEqual([
      { day: '2030-01-07', visits: 1, views: 2 },
      { day: '2030-01-08', visits: 1, views: 2 },
    ]);
    const salts = await api.db.select().from(visitSalts);
    expect(salts.map(({ day }) => day)).toEqual(['2030-01-08']);
    expect(salts[0]?.salt).not.toBe(before?.salt);
    const marks = await api.db.select().from(visitMarks);
    expect(marks).toHaveLength(1);
    expect(marks[0]?.hash).not.toBe(mark?.hash);
  });

  it('deletes the hashes even without a visitor, and after downtime over midnight', async () => {
    await show('/');
    await readSums();
    clock.now = new Date('2030-01-08T08:00:00Z');
    await api.services.visits.write();
    expect(await api.db.select().from(visitMarks)).toEqual([]);
    await show('/');
    await readSums();
    clock.now = new Date('2030-01-09T08:00:00Z');
    await startAnother();
    const readDay = async () => (await api.db.select().from(visitSalts))[0]?.day;
    await expect.poll(readDay).toBe('2030-01-09');
    expect(await api.db.select().from(visitMarks)).toEqual([]);
  });

  it('counts only views in a process whose clock is behind', async () => {
    await show('/');
    const late = await startAnother({ now: () => new Date('2030-01-06T08:00:00Z') });
    await readSums();
    await show('/about', { at: late, by: '192.0.2.2' });
    await late.services.visits.write();
    expect(await readTotals()).toEqual([
      { day: '2030-01-06', visits: 0, views: 1 },
      { day: '2030-01-07', visits: 1, views: 1 },
    ]);
    expect(await api.db.select().from(visitMarks)).toHaveLength(1);
  });
});

it('writes its counts when the site stops', async () => {
  const other = await startAnother();
  await show('/about', { at: other });
  await other.stop();
  expect(await readTotals()).toEqual([{ day: '2030-01-07', visits: 1, views: 1 }]);
});

it('continues counting while the database is unavailable, and after it lost the hashes', async () => {
  await show('/');
  await readSums();
  await api.db.execute(sql`alter table visit_sums rename to elsewhere`);
  await show('/about');
  await api.services.visits.write();
  await api.db.execute(sql`alter table elsewhere rename to visit_sums`);
  expect(await readTotals()).toEqual([{ day: '2030-01-07', visits: 1, views: 2 }]);
  await api.db.execute(sql`truncate visit_salts, visit_marks`);
  await show('/about');
  expect(await readTotals()).toEqual([{ day: '2030-01-07', visits: 2, views: 3 }]);
});

describe('a flood of requests', () => {
  it('a flood of requests with many campaigns and hosts ends in one sum a day', async () => {
    for (let index = 0; index < 250; index += 1) {
      const from = { referrer: `${index}.example`, utm_source: `${index}` };
      await show('/', { by: `192.0.2.${index}`, from });
    }
    const sums = await readSums();
    for (const kind of ['referrer', 'utm_source']) {
      const ofKind = sums.filter((sum) => sum.kind === kind);
      expect(ofKind).toHaveLength(201);
      expect(ofKind.find(({ key }) => key === otherKey)?.visits).toBe(50);
    }
    expect(sums.find(({ kind }) => kind === 'all')?.visits).toBe(250);
    const known = sums.findLast(({ kind }) => kind === 'referrer')?.key ?? '';
    await show('/', { by: '198.51.100.1', from: { referrer: known } });
    expect((await readSums()).find(({ key }) => key === known)?.visits).toBe(2);
  });

  it('a flood of requests from one browser is limited, without affecting others', async () => {
    const limited = await startAnother({ isLimited: true, isAlone: true });
    for (let times = 0; times < 310; times += 1) await show('/', { at: limited });
    await show('/', { at: limited, by: '192.0.2.2' });
    await limited.services.visits.write();
    expect(await readTotals()).toEqual([{ day: '2030-01-07', visits: 2, views: 301 }]);
  });
});

describe('the origin of a form', () => {
  const campaign = {
    first_page: '/education',
    referrer: 'www.facebook.com',
    utm_source: 'Facebook',
    utm_medium: 'group',
    utm_campaign: 'Gold November',
  };
  const kept = {
    first_page: '/education',
    referrer: 'facebook.com',
    utm_source: 'facebook',
    utm_medium: 'group',
    utm_campaign: 'gold november',
  };

  it('the origin of a form is stored by every endpoint, and exported', async () => {
    const lead = contactBody({ origin: campaign });
    expect((await api.post('/api/leads', lead)).status).toBe(201);
    const again = { ...lead, origin: { ...campaign, utm_source: 'elsewhere' } };
    expect((await api.post('/api/leads', again)).status).toBe(201);
    const fallback = contactBody({ origin: campaign });
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

  it('the origin of a form is dropped if it is unusual or invalid, without refusing the form', async () => {
    for (const origin of ['odd', 7, { first_page: 3 }])
      expect((await api.post('/api/leads', contactBody({ origin }))).status).toBe(201);
    for (const name of ['DNT', 'Sec-GPC'])
      await api.post('/api/leads', contactBody({ origin: campaign }), { [name]: '1' });
    const { rows } = await api.db.execute(
      sql`select count(*)::int, count(first_page)::int as pages, count(referrer)::int as hosts from leads`,
    );
    expect(rows).toEqual([{ count: 5, pages: 0, hosts: 0 }]);
  });
});

describe('the report', () => {
  it("keeps the figures when people are deleted, and excludes the mentor's own bookings", async () => {
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
    await show('/', { from: { referrer: 'facebook.com' } });
    await api.services.visits.write();
    const answer = await admin.asMentor('GET', '/api/visits?from=2030-01-07&to=2030-01-13');
    const report: VisitReport = await answer.json();
    expect(report.total).toEqual({ visits: 1, views: 1, inquiries: 2, bookings: 1 });
    expect(report.weeks).toEqual([{ starts_on: '2030-01-07', ...report.total }]);
    expect(report.lists.page).toEqual([
      { key: '/', title: null, visits: 1, views: 1, inquiries: 1, bookings: 0 },
      { key: '/about', title: null, visits: 0, views: 0, inquiries: 0, bookings: 1 },
    ]);
    expect(report.lists.referrer).toEqual([
      { key: 'facebook.com', title: null, visits: 1, views: 0, inquiries: 1, bookings: 0 },
      { key: '', title: null, visits: 0, views: 0, inquiries: 0, bookings: 1 },
    ]);
    const csv = await admin.asMentor('GET', '/api/visits/export?from=2030-01-07&to=2030-03-31');
    const lines = (await csv.text()).split('\r\n');
    expect(lines).toContain('"2030-01-07";"Referring site";"facebook.com";"1";"0";"1";"0"');
    expect(lines).toContain('"2030-01-14";"All";"";"0";"0";"1";"0"');
  });

  it('lists 50 keys and the sum of the rest, and refuses invalid periods', async () => {
    await api.db.execute(sql`insert into visit_sums (day, kind, key, visits, views)
      select date '2030-01-07', 'referrer', n || '.example', n, 0 from generate_series(1, 60) as n
      union all values (date '2030-01-07', 'referrer', '*', 100, 0)`);
    const answer = await admin.asMentor('GET', '/api/visits?from=2030-01-07&to=2030-01-07');
    const { referrer } = ((await answer.json()) as VisitReport).lists;
    expect(referrer).toHaveLength(51);
    expect(referrer[0]).toMatchObject({ key: '60.example', visits: 60 });
    expect(referrer.at(-1)).toMatchObject({ key: otherKey, visits: 155 });
    for (const period of ['', 'from=2030-01-02&to=2030-01-01', 'from=2000-01-01&to=2030-01-01'])
      expect((await admin.asMentor('GET', `/api/visits?${period}`)).status).toBe(422);
  });
});
