import { afterAll, beforeAll, expect, it } from 'vitest';
import { visitSums } from '#server/db/schema.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

/*
 * A week of 500 browsers at two processes on one database, and the same week reckoned by hand: by
 * who was where on which day of the mentor's, without a hash, a salt or a statement.
 */

const browserCount = 500;
const hourMs = 3_600_000;
/** Midnight of a Monday in Johannesburg. */
const start = Date.parse('2030-01-06T22:00:00Z');

const pages = ['/', '/about', '/services', '/mentorship', '/community', '/contact', '/videos'];
const hosts = [null, null, 'www.facebook.com', 'google.com', 't.me', 'youtube.com'];
const campaigns = [null, null, null, 'facebook', 'telegram'];

/** The same numbers at each run: Park and Miller's generator. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}
const random = createRandom(20_300_106);
const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;

interface View {
  browser: number;
  at: number;
  page: string;
  referrer: string | null;
  source: string | null;
}

/** Whether a browser is one that does not count: a tenth asks for that, a tenth are robots. */
const isUncounted = (browser: number) => browser % 10 < 2;

/** Several browsers share an address, and several addresses a name: only both together tell apart. */
const headersOf = (browser: number) => ({
  'X-Forwarded-For': `10.0.${Math.floor(browser / 5) % 25}.${Math.floor(browser / 125)}`,
  'User-Agent': `Mozilla/5.0 (X11; Linux x86_64; rv:${browser % 5}) Gecko/20100101 Firefox/140.0${
    browser % 10 === 1 ? ' (compatible; Googlebot/2.1)' : ''
  }`,
  ...(browser % 10 === 0 && { [browser % 20 === 0 ? 'DNT' : 'Sec-GPC']: '1' }),
});

function makeWeek(): View[] {
  const views: View[] = [];
  for (let browser = 0; browser < browserCount; browser += 1) {
    for (let visit = random(5); visit > 0; visit -= 1) {
      const [referrer, source] = [pick(hosts), pick(campaigns)];
      // No two pages of one browser are shown at once.
      let at = start + random(7 * 24 * 60) * 60_000 + visit * 6_000;
      for (let page = random(5); page >= 0; page -= 1) {
        views.push({ browser, at, page: pick(pages), referrer, source });
        at += (1 + random(90)) * 60_000;
      }
    }
  }
  return views.filter(({ at }) => at < start + 7 * 24 * hourMs).sort((a, b) => a.at - b.at);
}

/** The sums by hand: what a browser does first on a day is its visit. */
function reckon(week: View[]): Map<string, [visits: number, views: number]> {
  const sums = new Map<string, [number, number]>();
  const add = (key: string, visits: number, views: number) => {
    const [before, shown] = sums.get(key) ?? [0, 0];
    sums.set(key, [before + visits, shown + views]);
  };
  const seen = new Set<string>();
  for (const { browser, at, page, referrer, source } of week) {
    if (isUncounted(browser)) continue;
    const day = `2030-01-${String(7 + Math.floor((at - start) / (24 * hourMs))).padStart(2, '0')}`;
    const isFirst = !seen.has(`${day} ${browser}`);
    seen.add(`${day} ${browser}`);
    add(`${day} all `, isFirst ? 1 : 0, 1);
    add(`${day} page ${page}`, isFirst ? 1 : 0, 1);
    if (!isFirst) continue;
    add(`${day} referrer ${referrer?.replace('www.', '') ?? ''}`, 1, 0);
    if (source) add(`${day} utm_source ${source}`, 1, 0);
  }
  return sums;
}

let database: TestDatabase;
let processes: TestApi[];
let now = new Date(start);

beforeAll(async () => {
  database = await createTestDatabase();
  const { connectionString } = database;
  const options = { connectionString, now: () => now, trustedProxies: 1, isLimited: true };
  processes = [await startApi(options), await startApi(options)];
  for (const one of processes) await one.startJobs();
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop()));
  await database.drop();
});

it('is counted as it was', async () => {
  const week = makeWeek();
  expect(new Set(week.map(({ browser }) => browser)).size).toBeGreaterThan(350);
  let written = start;
  for (const [index, view] of week.entries()) {
    // As their timers do: who was where first is told before anything that comes much later.
    if (view.at - written > 5_000)
      for (const { services } of processes) await services.visits.write();
    written = view.at;
    now = new Date(view.at);
    const { page, referrer, source } = view;
    const query = new URLSearchParams({
      page,
      ...(referrer && { referrer }),
      ...(source && { utm_source: source }),
    });
    const answer = await processes[index % 2]?.app.request(`/api/visits?${query}`, {
      method: 'POST',
      headers: headersOf(view.browser),
    });
    expect(answer?.status).toBe(204);
  }
  for (const { services } of processes) await services.visits.write();
  const [first] = processes;
  const rows = (await first?.db.select().from(visitSums)) ?? [];
  const counted = rows.map(({ day: of, kind, key, visits, views }) => [
    `${of} ${kind} ${key}`,
    [visits, views],
  ]);
  expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(reckon(week)));
  expect(rows.length).toBeGreaterThan(100);
});
