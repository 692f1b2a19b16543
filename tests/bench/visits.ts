import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  builtSite,
  createDirectory,
  findFreePort,
  removeDirectory,
  runSite,
} from '#tests/support/site-process.ts';
import { median, openHttpClient } from './http-client.ts';

/*
 * What does counting cost? Asks the built site for its home page as fast as it gives it, without
 * and with browsers that tell of the pages they show, in turn: `npm run bench:visits`. Prints what a page
 * takes of the processor either way, and the ratio; ends with 1 when counting costs more than it may.
 * `-- --short` asks for a moment, and holds nothing to the bar.
 */

const isShort = process.argv.includes('--short');
const rounds = isShort ? 1 : 15;
const seconds = isShort ? 1 : 2;

/** Pages that browsers tell of in a second: nearly two million a day. */
const viewsPerSecond = 20;

/** The first calls of a process are slow, whatever they do. */
const warmUps = isShort ? 20 : 3_000;

/** The throughput with counting against that without, at least. */
const bar = 0.98;

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const pages = ['/', '/about', '/services', '/mentorship', '/education', '/contact'];

await using stack = new AsyncDisposableStack();
const directory = await createDirectory();
stack.defer(() => removeDirectory(directory));
const site = await startSite();
const client = openHttpClient(site.url, 4);
stack.defer(async () => client.close());

await askForPages();
for (let index = 0; index < warmUps; index += 1) await tellOf(index);
const quiet: number[] = [];
const counting: number[] = [];
let told = 0;
for (let round = 0; round < rounds; round += 1) {
  quiet.push(await askForPages());
  const stopping = new AbortController();
  const telling = tellOfPages(stopping.signal);
  counting.push(await askForPages());
  stopping.abort();
  await telling;
}
const [without, withCounting] = [median(quiet), median(counting)];
// Of pairs: a machine that grows busy meanwhile grows so for both.
const ratio = median(quiet.map((time, round) => time / (counting[round] ?? Number.NaN)));
console.table({
  'a page': { 'processor µs': without.toFixed(1) },
  [`a page, while ${viewsPerSecond} are counted a second`]: {
    'processor µs': withCounting.toFixed(1),
  },
});
console.log(`${told} pages were told of`);
console.log(
  `throughput with counting / without: ${ratio.toFixed(3)}${isShort ? '' : ` (at least ${bar})`}`,
);
if (!isShort && ratio < bar) process.exitCode = 1;

async function startSite() {
  const port = await findFreePort();
  const started = await runSite(
    {
      ...{ PORT: String(port), DATA_DIR: path.join(directory, 'data'), LOG_LEVEL: 'info' },
      ...{ RATE_LIMITS: 'on', TRUST_PROXY: '1' },
    },
    ['sh', '-c', `exec ${builtSite.join(' ')} > ${path.join(directory, 'log')}`],
  );
  stack.defer(async () => {
    await started.end('SIGTERM');
  });
  await started.untilReady();
  return started;
}

/** Tells of pages evenly, as many visitors, until it is told to stop. */
async function tellOfPages(signal: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  for (let sent = 0; !signal.aborted; sent += 1) {
    const dueMs = (sent * 1_000) / viewsPerSecond - (performance.now() - startedAt);
    if (dueMs > 0) await delay(dueMs);
    told += 1;
    await tellOf(told);
  }
}

/** Tells of one page, as a visitor who tells of two. */
async function tellOf(index: number): Promise<void> {
  const page = pages[index % pages.length];
  const origin = { first_page: page, referrer: `${index % 20}.example`, utm_source: null };
  const visitor = index >> 1;
  await client.post(
    '/api/visits',
    { page, origin },
    { 'User-Agent': browser, 'X-Forwarded-For': `10.0.${(visitor >> 8) & 255}.${visitor & 255}` },
  );
}

/** Asks for pages for a while. Returns what one takes of the site's processor, in microseconds. */
async function askForPages(): Promise<number> {
  const script = path.join(directory, 'report.lua');
  await writeFile(script, 'function done(summary) print(summary.requests) end');
  const before = readProcessorTime();
  const { stdout } = await promisify(execFile)('wrk', [
    ...['-t1', '-c20', `-d${seconds}s`, '-s', script],
    ...['-H', 'Accept-Encoding: br', `${site.url}/`],
  ]);
  const requests = Number(stdout.trim().split('\n').at(-1));
  return (readProcessorTime() - before) / requests;
}

/** What the site's process has had of the processor so far, in microseconds. */
function readProcessorTime(): number {
  const fields = readFileSync(`/proc/${site.process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ');
  return (Number(fields?.[11]) + Number(fields?.[12])) * 10_000;
}
