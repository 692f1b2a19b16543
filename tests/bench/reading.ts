import type { HttpClient } from './http-client.ts';
import { median } from './http-client.ts';
import { findMiddle } from './rows.ts';

/** A site with rows, and somebody signed in to it. */
export interface FilledSite {
  client: HttpClient;
  connectionString: string;
  headers: Record<string, string>;
}

/** Calls of each pair; the median counts. */
const repeats = 41;
/** Calls before them that do not count: the first ones of a process are slow at any scale. */
const warmUps = 15;

const dayMs = 24 * 60 * 60_000;

/** What search engines can read. */
const crawler = { 'Accept-Encoding': 'gzip' };

/** What visitors and the admin's pages ask for, by name. */
async function listCalls({ client, connectionString, headers }: FilledSite) {
  const ask = (path: string) => client.get(path, headers);
  const read = async (path: string) => JSON.parse((await ask(path)).content);
  const middle = await findMiddle(connectionString, 'leads', 'created_at');
  const middleBooking = await findMiddle(connectionString, 'bookings', 'booking_date');
  const { items } = await read('/api/blog_posts?limit=10');
  const middlePage = Math.ceil((await countPages(client)) / 2);
  const from = new Date(Date.now() + dayMs).toISOString();
  const to = new Date(Date.now() + 31 * dayMs).toISOString();
  const search = (text: string) => ask(`/api/leads?limit=10&search=${encodeURIComponent(text)}`);
  const next = async (list: string) => {
    const { next_cursor } = await read(list);
    return ask(`${list}&cursor=${next_cursor}`);
  };
  return {
    'leads: the tab, with its groups and counts': () =>
      Promise.all([
        ask('/api/leads?group=course&limit=6'),
        ask('/api/leads?group=blueprint&limit=6'),
        ask('/api/leads?group=contact&limit=6'),
        ask('/api/leads/counts'),
      ]),
    'leads: those to be answered, with counts': () =>
      Promise.all([
        ask('/api/leads?group=course&state=new&limit=6'),
        ask('/api/leads?group=blueprint&state=new&limit=6'),
        ask('/api/leads?group=contact&state=new&limit=6'),
        ask('/api/leads/counts?state=new'),
      ]),
    'leads: those that are won, of all groups': () => ask('/api/leads?limit=10&state=won'),
    'leads: search among those that are won': () =>
      ask('/api/leads?limit=10&group=course&state=won&search=patience'),
    'leads: counts': () => ask('/api/leads/counts'),
    'leads: the next page': () => next('/api/leads?group=course&limit=6'),
    'leads: a page in the middle': () => ask(`/api/leads?limit=10&cursor=${middle.cursor}`),
    'leads: search for an address': () => search(middle.row.email),
    'leads: search for a name': () => search(middle.row.name),
    'leads: search for a telephone number': () => search(middle.row.phone),
    'leads: search for a word of many': () => search('patience'),
    'leads: search for two words of many': () => search('patience gold'),
    'leads: search for nobody': () => search('nobody-of-this-name'),
    'leads: search for two letters of many': () => search('go'),
    'leads: search for two letters of nobody': () => search('zq'),
    'leads: search for one letter of nobody': () => search('z'),
    'leads: counts of a word of many': () => ask('/api/leads/counts?search=patience'),
    'leads: counts of nobody': () => ask('/api/leads/counts?search=nobody-of-this-name'),
    today: () => ask('/api/today'),
    'bookings: the tab': () => ask('/api/bookings?limit=10'),
    'bookings: the next page': () => next('/api/bookings?limit=5'),
    'bookings: a page in the middle': () =>
      ask(`/api/bookings?limit=5&cursor=${middleBooking.cursor}`),
    'bookings: a month': () => ask(`/api/bookings?limit=10&from=${from}`),
    'posts: the tab': () => ask('/api/blog_posts?limit=10'),
    'posts: the next page': () => next('/api/blog_posts?limit=5'),
    'public: the first page of posts': () => client.get('/education'),
    'public: a page of posts in the middle': () => client.get(`/education?page=${middlePage}`),
    'public: a post': () => client.get(`/education/${items[0].id}`),
    'public: free slots of a month': () => client.get(`/api/availability?from=${from}&to=${to}`),
    'public: the sitemap': () => client.get('/sitemap.xml', crawler),
    'public: the feed': () => client.get('/feed.xml'),
  };
}

async function countPages(client: HttpClient): Promise<number> {
  const { content } = await client.get('/education');
  const pages = [...content.matchAll(/page=(\d+)/g)].map(([, page]) => Number(page));
  return Math.max(1, ...pages);
}

export interface Reading {
  name: string;
  small: number;
  large: number;
}

/** Times every call on both sites by turns. Returns the medians in milliseconds. */
export async function measureReading(small: FilledSite, large: FilledSite): Promise<Reading[]> {
  const smallCalls = await listCalls(small);
  const largeCalls: Record<string, () => Promise<unknown>> = await listCalls(large);
  const readings: Reading[] = [];
  for (const [name, callSmall] of Object.entries(smallCalls)) {
    const callLarge = largeCalls[name] ?? callSmall;
    const times: { small: number; large: number }[] = [];
    for (let index = -warmUps; index < repeats; index += 1) {
      const taken = { small: await time(callSmall), large: await time(callLarge) };
      if (index >= 0) times.push(taken);
    }
    readings.push({
      name,
      small: median(times.map((taken) => taken.small)),
      large: median(times.map((taken) => taken.large)),
    });
  }
  return readings;
}

async function time(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
}
