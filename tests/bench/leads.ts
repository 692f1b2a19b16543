import pg from 'pg';
import { createDirectory, removeDirectory, runSite } from '#tests/support/site-process.ts';
import { findPrivateDatabase } from '#tests/support/site-state.ts';

/*
 * Is the admin as quick with 100,000 leads as with 100? Asks the built site over HTTP for what
 * the tab "Leads" asks for, with few leads and then with many, on a fresh data folder, and
 * prints both and their ratio: `npm run bench`. Ends with 1 when a ratio is over the bar.
 */

/** Of the same order: at most so many times as long. */
const bar = 3;
const few = 100;
const many = 100_000;
/** Repeats of each call; the median counts. */
const repeats = 41;
/** Calls before them that do not count: the first ones of a process are slow at any scale. */
const warmUps = 15;
const operator = { email: 'operator@example.com', password: 'a password for the bench' };

const words = ['gold', 'session', 'spread', 'london', 'patience', 'levels', 'chart', 'risk'];

/** The same leads at every scale: names, sources and texts by number, spread over two years. */
const insert = `
  insert into leads (name, email, phone, source, message, created_at)
  select 'Visitor ' || n, 'visitor' || n || '@example.com',
    '+27 82 ' || lpad((n * 7919 % 10000000)::text, 7, '0'),
    (array['Course Purchase Inquiry', 'Blueprint Purchase Inquiry', 'Contact Form Submission'])[1 + n % 3],
    'I would like to know about ' || ($3::text[])[1 + n % 8] || ' and ' || ($3::text[])[1 + n / 8 % 8],
    now() - (n * 630) * interval '1 second'
  from generate_series($1::int, $2::int) n`;

const directory = await createDirectory();
const site = await runSite({
  DATA_DIR: directory,
  ADMIN_EMAIL: operator.email,
  ADMIN_PASSWORD: operator.password,
});
try {
  await site.untilReady();
  const database = new pg.Client({ connectionString: await findPrivateDatabase(directory) });
  await database.connect();
  const cookie = await signIn();

  const results: Map<string, number>[] = [];
  for (const [from, to] of [
    [1, few],
    [few + 1, many],
  ] as const) {
    await database.query(insert, [from, to, words]);
    await database.query('vacuum analyze leads');
    results.push(await measure(cookie));
  }
  await database.end();
  report(results);
} finally {
  await site.end('SIGTERM');
  await removeDirectory(directory);
}

async function signIn(): Promise<string> {
  const response = await fetch(`${site.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(operator),
  });
  if (!response.ok) throw new Error(`Signing in failed: ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** What the tab asks for, each with its median in milliseconds. */
async function measure(cookie: string): Promise<Map<string, number>> {
  const ask = async (path: string) => {
    const response = await fetch(`${site.url}/api${path}`, { headers: { Cookie: cookie } });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.json();
  };
  const group = '/leads?group=course&limit=6';
  const middle = await findMiddle(ask);
  const calls: Record<string, () => Promise<unknown>> = {
    'open: the first page of each group, counts, overview': () =>
      Promise.all([
        ask(group),
        ask('/leads?group=blueprint&limit=6'),
        ask('/leads?group=contact&limit=6'),
        ask('/leads/counts'),
        ask('/overview'),
      ]),
    'page: the next one': async () => ask(`${group}&cursor=${(await ask(group)).next_cursor}`),
    'page: in the middle of all': () => ask(`/leads?limit=10&cursor=${middle}`),
    'search: one visitor': () => ask('/leads?limit=10&search=visitor77%40example.com'),
    'search: a word of many': () => ask('/leads?limit=10&search=patience'),
    'search: nobody': () => ask('/leads?limit=10&search=nobody-of-this-name'),
    'search: a telephone number': () => ask('/leads?limit=10&search=0820609763'),
    'search: counts of a word of many': () => ask('/leads/counts?search=patience'),
  };
  const medians = new Map<string, number>();
  for (const [name, call] of Object.entries(calls)) {
    for (let times = 0; times < warmUps; times += 1) await call();
    const times: number[] = [];
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      const startedAt = performance.now();
      await call();
      times.push(performance.now() - startedAt);
    }
    medians.set(name, times.sort((a, b) => a - b)[Math.floor(repeats / 2)] ?? Number.NaN);
  }
  return medians;
}

/** A cursor half way through, reached as the tab would reach it: page by page. */
async function findMiddle(
  ask: (path: string) => Promise<{ items: unknown[]; next_cursor: string | null }>,
): Promise<string> {
  const cursors: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { next_cursor: string | null } = await ask(
      `/leads?limit=40${cursor ? `&cursor=${cursor}` : ''}`,
    );
    cursor = page.next_cursor;
    if (cursor) cursors.push(cursor);
  } while (cursor && cursors.length < 400);
  return cursors[Math.floor(cursors.length / 2)] ?? '';
}

function report([before, after]: Map<string, number>[]): void {
  console.log(
    `Medians of ${repeats} calls in ms: ${few} leads, ${many} leads, ratio (at most ${bar})`,
  );
  let isGood = true;
  for (const [name, small] of before ?? []) {
    const large = after?.get(name) ?? Number.NaN;
    const ratio = large / small;
    isGood &&= ratio <= bar;
    const mark = ratio <= bar ? '' : '  over the bar';
    console.log(
      `${small.toFixed(1).padStart(7)} ${large.toFixed(1).padStart(7)} ${ratio.toFixed(2).padStart(6)}  ${name}${mark}`,
    );
  }
  process.exitCode = isGood ? 0 : 1;
}
