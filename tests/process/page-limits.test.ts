import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OwnSite, runOwnSite } from '#tests/support/own-site.ts';
import { findPrivateDatabase, query } from '#tests/support/site-state.ts';

/**
 * The built site with its default limits, which receives forms as a browser without JavaScript
 * sends them.
 */
let site: OwnSite;
let database: string;
let slots: string[];

beforeAll(async () => {
  site = await runOwnSite({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });
  await site.untilReady();
  database = await findPrivateDatabase(site.directory);
  const from = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const to = new Date(Date.now() + 40 * 86_400_000).toISOString();
  const free = await fetch(`${site.url}/api/availability?from=${from}&to=${to}`);
  slots = (await free.json()).slots;
});
afterAll(() => site.remove());

const send = (path: string, fields: Record<string, string>, address: string) =>
  fetch(`${site.url}${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'X-Forwarded-For': address,
    },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });

it('answers an invalid link to an order with 404, neither cached nor indexed', async () => {
  const response = await fetch(`${site.url}/pay/${'A'.repeat(43)}`);
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('Oops! Page not found');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow');
});

it.each([
  '//services',
  '///',
  '/services%',
  '/%C3%28',
  '/%00',
  '/services%E2%80%8B',
  '/%2F%2Fevil.example',
  `/${'b'.repeat(3_000)}`,
  '/b'.repeat(50),
  '/storage/none',
  '/images/none',
  '/calendar/none.ics',
  '/api',
  '/api/none',
  '/contact.php',
  '/.well-known/none',
  '/assets/none.js',
])('answers a broken link with a page: %s', async (path) => {
  const headers = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const page = await fetch(`${site.url}${path}`, { headers });
  expect(page.status).toBe(404);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await page.text()).toContain('Oops! Page not found');
  // A program gets a format that it can read.
  const answer = await fetch(`${site.url}${path}`, { headers: { Accept: 'application/json' } });
  expect(answer.status).toBeGreaterThanOrEqual(400);
});

it('shows a page whatever its query contains', async () => {
  const page = await fetch(`${site.url}/about?campaign=${'c'.repeat(6_000)}`, {
    headers: { Accept: 'text/html' },
  });
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<h1');
});

/** Sends this many requests, ten at a time, and counts the answers by status. */
async function flood(count: number, one: (index: number) => Promise<Response>) {
  const statuses: number[] = [];
  while (statuses.length < count) {
    const round = Array.from({ length: 10 }, (_, index) => one(statuses.length + index));
    for (const { status } of await Promise.all(round)) statuses.push(status);
  }
  const byStatus = Object.entries(Object.groupBy(statuses, (status) => String(status)));
  return Object.fromEntries(byStatus.map(([status, all]) => [status, all?.length]));
}

const takeSlot = () => slots.shift() ?? '';
const session = (changes: Record<string, string> = {}) => {
  const slot = takeSlot();
  return {
    name: 'Jane Doe',
    email: `visitor-${slots.length}@example.com`,
    session_type: 'Intro Call',
    meeting_type: 'Zoom',
    trading_knowledge: 'Beginner',
    date: slot.slice(0, 10),
    booking_date: slot,
    time_zone: 'Europe/London',
    trading_goals: 'Patience above all',
    ...changes,
  };
};
const count = async (table: string) =>
  (await query(database, `select count(*)::int as n from ${table}`))[0]?.n;

it('/contact accepts thirty messages, then reports the limit and keeps the text', async () => {
  const write = (index: number, address: string) =>
    send(
      '/contact',
      { name: 'Jane Doe', email: 'jane@example.com', message: `My question number ${index}` },
      address,
    );
  const answers = await flood(80, (index) => write(index, '203.0.113.7'));
  expect(answers).toEqual({ 303: 30, 429: 50 });
  expect(await count('leads')).toBe(30);
  const page = await (await write(81, '203.0.113.7')).text();
  expect(page).toContain('Too many messages from your network.');
  expect(page).toContain('My question number 81');
  // The API shares the limit.
  const call = await fetch(`${site.url}/api/leads`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.7' },
    body: JSON.stringify({
      id: crypto.randomUUID(),
      name: 'Jane Doe',
      email: 'jane@example.com',
      message: 'The same by the API',
      source: 'Contact Form Submission',
    }),
  });
  expect(call.status).toBe(429);
  expect((await write(82, '203.0.113.8')).status).toBe(303);
});

it('answers a taken time with the free times of that date', async () => {
  const named = /Available on \w+, \d+ \w+ 20\d\d: [^<]*\d:00 [AP]M\. Times are in Europe\/London/;
  const asked = session();
  expect((await send('/mentorship', asked, '192.0.2.21')).status).toBe(303);
  const { booking_date, date } = asked;
  const refused = await send('/mentorship', session({ booking_date, date }), '192.0.2.22');
  expect(refused.status).toBe(409);
  expect(await refused.text()).toMatch(named);

  const booked = await send('/mentorship', session(), '192.0.2.23');
  const path = new URL(booked.headers.get('location') ?? '', site.url).pathname;
  const moved = await send(path, { intent: 'move', booking_date, date }, '192.0.2.23');
  expect(moved.status).toBe(409);
  const offered = await moved.text();
  expect(offered).toContain('That time has just been booked.');
  expect(offered).toMatch(new RegExp(`<option[^>]* value="${date}T[\\d:.]+Z"`));
  expect(offered).not.toContain(`value="${booking_date}"`);
});
