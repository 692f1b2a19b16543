import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { otherKey } from '#domain/visits.ts';
import { addVisits, takeSalt } from '#server/db/queries/visits.ts';
import { visitMarks, visitSalts, visitSums } from '#server/db/schema.ts';
import { mentor } from '#tests/support/accounts.ts';
import { type ApiOptions, startApi, type TestApi } from '#tests/support/api.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { browser, type PageView, showPage, tellOfPage, uncounted } from '#tests/support/visits.ts';

/** A Monday morning in Johannesburg, two hours before UTC. */
const monday = new Date('2030-01-07T08:00:00Z');

let database: TestDatabase;
let running: TestApi[];
let api: TestApi;
let now: Date;

async function start(options: Partial<ApiOptions> = {}): Promise<TestApi> {
  const started = await startApi({
    connectionString: database.connectionString,
    ...{ admin: mentor, now: () => now, trustedProxies: 1, ...options },
  });
  running.push(started);
  await started.startJobs();
  return started;
}

beforeEach(async () => {
  now = monday;
  running = [];
  database = await createTestDatabase();
  api = await start();
});
afterEach(async () => {
  await Promise.all(running.map((one) => one.stop()));
  await database.drop();
});

/** Shows a page to a visitor. */
const show = (page: string, { at = api, ...view }: PageView & { at?: TestApi } = {}) =>
  showPage(at, page, view);

async function readSums() {
  await api.services.visits.write();
  return api.db.select().from(visitSums).orderBy(visitSums.day, visitSums.kind, visitSums.key);
}

const readAll = async () =>
  (await readSums())
    .filter(({ kind }) => kind === 'all')
    .map(({ day, visits, views }) => ({ day, visits, views }));

it('sums pages, and tells visitors apart by address and browser', async () => {
  expect((await show('/')).status).toBe(204);
  // Of two processes, the one that writes first says where a visit began.
  await api.services.visits.write();
  await show('/about');
  await show('/about', { headers: { 'User-Agent': `${browser} Another` } });
  await show('/about', { by: '192.0.2.2', from: { referrer: 'www.facebook.com' } });
  // A household's network is one address to choose from.
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

it.each(uncounted)('does not count %s', async (_, headers) => {
  expect((await show('/', { headers })).status).toBe(204);
  expect(await readSums()).toEqual([]);
});

it.each(['/admin', '/booking/secret', '/privacy/request', '/nowhere', '/sitemap.xml', '/feed.xml'])(
  'does not count %s, which is no public page',
  async (page) => {
    expect((await show(page)).status).toBe(204);
    expect(await readSums()).toEqual([]);
  },
);

it('takes nothing from another site’s page, nor what says no page', async () => {
  expect((await show('/', { headers: { 'Sec-Fetch-Site': 'cross-site' } })).status).toBe(403);
  const foreign = { Origin: 'https://elsewhere.example' };
  expect((await show('/', { headers: foreign })).status).toBe(403);
  expect((await tellOfPage(api, new URLSearchParams())).status).toBe(422);
  expect((await show(`/${'x'.repeat(3_000)}`)).status).toBe(414);
  expect(await readSums()).toEqual([]);
});

it('counts posts that are there, under whichever path, and none that are not', async () => {
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
  expect(sums.filter(({ kind }) => kind === 'page').map(({ key }) => key)).toEqual([
    '/education',
    `/education/${published}`,
  ]);
});

it('begins a day at the mentor’s midnight, and throws away who was here', async () => {
  now = new Date('2030-01-07T21:59:59Z');
  await show('/');
  await readSums();
  const [before] = await api.db.select().from(visitSalts);
  expect(before?.day).toBe('2030-01-07');
  const [mark] = await api.db.select().from(visitMarks);
  expect(mark?.hash).toMatch(/^[\w-]{16}$/);

  now = new Date('2030-01-07T22:00:00Z');
  await show('/');
  await show('/about');
  expect(await readAll()).toEqual([
    { day: '2030-01-07', visits: 1, views: 1 },
    { day: '2030-01-08', visits: 1, views: 2 },
  ]);
  const salts = await api.db.select().from(visitSalts);
  expect(salts.map(({ day }) => day)).toEqual(['2030-01-08']);
  expect(salts[0]?.salt).not.toBe(before?.salt);
  const marks = await api.db.select().from(visitMarks);
  expect(marks).toHaveLength(1);
  expect(marks[0]?.hash).not.toBe(mark?.hash);
});

it('a site that was off at midnight throws away at its start what a day has left', async () => {
  await show('/');
  await readSums();
  await api.stop();
  now = new Date('2030-01-09T08:00:00Z');
  api = await start();
  await expect
    .poll(async () => (await api.db.select().from(visitSalts))[0]?.day)
    .toBe('2030-01-09');
  expect(await api.db.select().from(visitMarks)).toEqual([]);
});

it('two processes count one visitor once, and a stop writes what was gathered', async () => {
  const other = await start();
  for (const at of [api, other, api, other]) await show('/', { at });
  await show('/about', { at: other, by: '192.0.2.7' });
  await Promise.all([api, other].map(({ services }) => services.visits.write()));
  expect(await readAll()).toEqual([{ day: '2030-01-07', visits: 2, views: 5 }]);
  await show('/about', { at: other });
  await other.stop();
  expect(await readAll()).toEqual([{ day: '2030-01-07', visits: 2, views: 6 }]);
});

it('a process that midnight reaches late brings nobody back', async () => {
  const salt = await takeSalt(api.db, '2030-01-08');
  expect(await takeSalt(api.db, '2030-01-07')).toBeUndefined();
  const late = { day: '2030-01-07', salt: 'thrown away', views: [{ page: '/', views: 1 }] };
  const source = { referrer: null, utm_source: null, utm_medium: null, utm_campaign: null };
  const arrivals = [{ hash: 'somebody', page: '/', ...source }];
  expect(await addVisits(api.db, { ...late, arrivals })).toBe(false);
  expect(await api.db.select().from(visitMarks)).toEqual([]);
  expect((await api.db.select().from(visitSalts))[0]?.salt).toBe(salt);
});

it('counts again once the database has lost who was here, as after a crash', async () => {
  await show('/');
  await readSums();
  await api.db.execute(sql`truncate visit_salts, visit_marks`);
  // Each process finds it out as it writes, and counts views alone until then.
  for (let times = 0; times < 4; times += 1) {
    await show('/about', { by: '192.0.2.2' });
    await readSums();
  }
  expect(await readAll()).toEqual([{ day: '2030-01-07', visits: 2, views: 5 }]);
});

describe('a flood', () => {
  it('of campaigns and hosts ends in one row a day', async () => {
    const salt = await takeSalt(api.db, '2030-01-07');
    const bring = (first: number) =>
      addVisits(api.db, {
        ...{ day: '2030-01-07', salt, views: [{ page: '/', views: 150 }] },
        arrivals: Array.from({ length: 150 }, (_, index) => ({
          ...{ hash: `${first + index}`, page: '/', referrer: `${first + index}.example` },
          ...{ utm_source: `${first + index}`, utm_medium: null, utm_campaign: null },
        })),
      });
    for (const first of [0, 1_000, 2_000]) await bring(first);
    const sums = await readSums();
    for (const kind of ['referrer', 'utm_source']) {
      const ofKind = sums.filter((sum) => sum.kind === kind);
      expect(ofKind).toHaveLength(201);
      expect(ofKind.find(({ key }) => key === otherKey)?.visits).toBe(250);
    }
    expect(sums.find(({ kind }) => kind === 'all')?.visits).toBe(450);
    // What has a row already goes on being counted.
    await addVisits(api.db, {
      ...{ day: '2030-01-07', salt, views: [] },
      arrivals: [
        {
          hash: 'new',
          page: '/',
          referrer: '1.example',
          utm_source: null,
          utm_medium: null,
          utm_campaign: null,
        },
      ],
    });
    expect((await readSums()).find(({ key }) => key === '1.example')?.visits).toBe(2);
  });

  it('of one browser is cut off, and nobody else pays', async () => {
    const limited = await start({ isLimited: true, isAlone: true });
    for (let times = 0; times < 310; times += 1) await show('/', { at: limited });
    await show('/', { at: limited, by: '192.0.2.2' });
    await limited.services.visits.write();
    expect(await readAll()).toEqual([{ day: '2030-01-07', visits: 2, views: 301 }]);
  });
});
