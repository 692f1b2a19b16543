import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { mentor } from '#tests/support/accounts.ts';
import { sessionBody } from '#tests/support/booking-bodies.ts';
import {
  type Caller,
  type HostileRequest,
  hostileRequests,
  madePart,
} from '#tests/support/hostile-requests.ts';
import { runOwnSite } from '#tests/support/own-site.ts';
import { type RawAnswer, sendRaw } from '#tests/support/raw-client.ts';
import { until } from '#tests/support/site-process.ts';
import type { HealthWait } from './health-watch.ts';

/*
 * Sends hostile requests to every route and page of the built site, on a fresh data folder and
 * without rate limits, which would hide the rest:
 *
 *   npm run fuzz [-- --runs 20000 --seed 1]
 *
 * Ends with 1 when an answer is a 5xx, an error is answered with too much, /healthz has to
 * wait too long, an answer does not come, or the process ends; and names the requests.
 */

/** What no request may cause. Bytes and milliseconds. */
const bars = { errorSize: 300_000, healthWait: 250 };

/** Sent at once. */
const concurrency = 4;

/** Made at once; more would not fit into memory. Each batch begins with a new session. */
const batch = 200;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const runs = Number(values.runs);
const seed = Number(values.seed);
console.log(`${runs} hostile requests, --seed ${seed}`);

interface Sent {
  request: HostileRequest;
  startedAt: number;
  endedAt: number;
}

const site = await runOwnSite({
  ADMIN_EMAIL: mentor.email,
  ADMIN_PASSWORD: mentor.password,
  LOG_LEVEL: 'error',
});
const port = Number(new URL(site.url).port);
const statuses = new Map<string, number>();
const breaches: string[] = [];
const longest = { wait: 0, took: 0, errorSize: 0 };
/** The last ones, for the question which of them made /healthz wait. */
const recent: Sent[] = [];
/** Ids and tokens of what was made, the newest last. */
const made: string[] = [];

function report(breach: string, requests: HostileRequest[]): void {
  breaches.push(`${breach}\n${requests.map(describe).join('\n')}`);
  if (breaches.length <= 10) console.error(`\n✗ ${breaches.at(-1)}`);
}

function describe({ caller, method, target, headers, body, isChunked }: HostileRequest): string {
  const start = JSON.stringify(Buffer.from(body?.subarray(0, 300) ?? []).toString('latin1'));
  const sent = body ? `${body.length} bytes${isChunked ? ' in chunks' : ''} ${start}` : 'no body';
  const lines = JSON.stringify(headers.slice(0, 8)).slice(0, 600);
  return `  ${caller}: ${method} ${JSON.stringify(target.slice(0, 300))} (${target.length}) ${lines} ${sent}`;
}

async function signIn(): Promise<Record<Caller, [string, string][]>> {
  const json = { 'Content-Type': 'application/json' };
  const signedIn = await fetch(`${site.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(mentor),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const asked = await fetch(`${site.url}/api/auth/token`, {
    method: 'POST',
    headers: { Cookie: cookie },
  });
  if (!asked.ok) throw new Error(`No session, no token: ${signedIn.status}, ${asked.status}`);
  const { token } = await asked.json();
  return {
    nobody: [],
    'a garbage session': [['Cookie', cookie.replaceAll(/[A-M]/g, 'x').slice(0, -3)]],
    'the admin': [['Cookie', cookie]],
    'an API token': [['Authorization', `Bearer ${token}`]],
  };
}

/** Makes a booking, so that its page and its calendar file are asked for as well. */
async function book(): Promise<void> {
  const day = 24 * 3_600_000;
  const [from, to] = [Date.now() + 2 * day, Date.now() + 9 * day].map((at) =>
    new Date(at).toISOString(),
  );
  const free = await fetch(`${site.url}/api/availability?from=${from}&to=${to}`);
  const { slots } = await free.json();
  const booked = await fetch(`${site.url}/api/bookings`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(sessionBody({ booking_date: slots[0] })),
  });
  remember(await booked.text());
}

function remember(text: string): void {
  const names = /(?:"id":"|"manage_path":"\/booking\/|location: \S*\/api\/uploads\/)([\w-]+)/gi;
  for (const [, name = ''] of text.matchAll(names)) made.push(name);
  made.splice(0, made.length - 4);
}

function judge(request: HostileRequest, { status, size, beginning, isLate }: RawAnswer): void {
  const kind = status === undefined ? 'closed' : `${status}`;
  statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
  if (isLate) report('an answer did not come', [request]);
  if (status === undefined) return;
  if (status === 201) remember(beginning);
  if (status >= 500)
    report(`${status}: ${beginning.split('\r\n\r\n')[1]?.slice(0, 300)}`, [request]);
  if (status >= 400) longest.errorSize = Math.max(longest.errorSize, size);
  if (status >= 400 && size > bars.errorSize) report(`${size} bytes of error`, [request]);
}

async function send(queue: HostileRequest[], credentials: Awaited<ReturnType<typeof signIn>>) {
  for (let next = queue.pop(); next; next = queue.pop()) {
    const name = made[recent.length % made.length] ?? 'nothing';
    const request = { ...next, target: next.target.replaceAll(madePart, name) };
    const sent: Sent = { request, startedAt: Date.now(), endedAt: Number.POSITIVE_INFINITY };
    recent.push(sent);
    recent.splice(0, recent.length - 400);
    judge(request, await sendRaw(port, request, credentials[request.caller]));
    sent.endedAt = Date.now();
  }
}

const watch = new Worker(new URL('./health-watch.ts', import.meta.url), {
  workerData: { siteUrl: site.url, pid: site.process.pid },
});
let looks = 0;
let isWatched = false;
watch.on('message', ({ at, wait, took, isAlive }: HealthWait) => {
  if (!isWatched) return;
  looks += 1;
  longest.wait = Math.max(longest.wait, wait);
  longest.took = Math.max(longest.took, took);
  const isOpen = ({ startedAt, endedAt }: Sent) => startedAt <= at + took && endedAt >= at;
  const asked = () => recent.filter(isOpen).map(({ request }) => request);
  if (wait > bars.healthWait) report(`/healthz waited ${Math.round(wait)} ms`, asked());
  if (!isAlive && site.process.exitCode === null) report('/healthz did not answer', asked());
});

const startedAt = performance.now();
try {
  await until('the site to be ready', () => fetch(`${site.url}/readyz`).then(({ ok }) => ok));
  await book();
  // What is compiled at the first visit is no visitor's doing.
  for (const path of ['/', '/contact', '/login']) await fetch(site.url + path);
  isWatched = true;
  for (let done = 0; done < runs && site.process.exitCode === null; done += batch) {
    const credentials = await signIn();
    const numRuns = Math.min(batch, runs - done);
    const queue = fc.sample(hostileRequests, { numRuns, seed: seed + done });
    await Promise.all(Array.from({ length: concurrency }, () => send(queue, credentials)));
  }
  if (site.process.exitCode !== null)
    report(
      'the process ended',
      recent.map((sent) => sent.request),
    );
} finally {
  isWatched = false;
  await watch.terminate();
  await site.remove();
}

const seconds = (performance.now() - startedAt) / 1_000;
console.table({
  requests: runs,
  seconds: Math.round(seconds),
  'looks at /healthz': looks,
  'longest wait of /healthz, ms': Math.round(longest.wait),
  'with what the machine made it wait, ms': Math.round(longest.took),
  'largest error, bytes': longest.errorSize,
  breaches: breaches.length,
});
console.table(Object.fromEntries([...statuses].sort()));
if (breaches.length > 0) {
  console.error(site.output().slice(-4_000));
  console.error(`Again: npm run fuzz -- --seed ${seed} --runs ${runs}`);
  process.exitCode = 1;
}
