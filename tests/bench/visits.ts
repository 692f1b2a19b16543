import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  builtSite,
  createDirectory,
  findFreePort,
  removeDirectory,
  runSite,
} from '#tests/support/site-process.ts';
import { median } from './http-client.ts';

/*
 * What does counting cost? `npm run bench:visits` asks the built site for its home page, and tells it of
 * pages that are shown, each as fast as it answers: what one takes of its processor. Then it asks for
 * the home page while a second client tells of pages at a steady rate, and while this client asks for
 * the home page as often: that there is another client costs something by itself. One second of each
 * is noisy on a shared machine, so there are many, in an order in which what drifts falls on both:
 * without, with, with, without. Ends with 1 when counting costs more than it may. `-- --short` asks for a
 * moment, and holds nothing to the bar.
 */

const isShort = process.argv.includes('--short');
const rounds = isShort ? 1 : 60;
const seconds = 1;

/** The first requests of each kind are slow: so many seconds pass before anything counts. */
const warmUps = isShort ? 1 : 10;

/** Pages that browsers tell of in a second: more than four million a day. */
const viewsPerSecond = 50;

/** The throughput with counting against that without, at least. */
const bar = 0.98;

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Tells of pages, as visitors of whom each is shown ten; or the same browsers ask for the home page. */
const telling = `
local pages = { "/", "/about", "/services", "/mentorship", "/education", "/contact" }
local network, pauseMs, isTelling, told = 0, 0, true, 0
function init(args)
  network, pauseMs, isTelling = tonumber(args[1]), tonumber(args[2]), args[3] == "tell"
end
function delay() return pauseMs end
function request()
  local visitor = math.floor(told / 10)
  local page = pages[told % #pages + 1]
  told = told + 1
  local headers = {
    ["Accept-Encoding"] = "br",
    ["Sec-Fetch-Site"] = "same-origin",
    ["User-Agent"] = "${browser}",
    ["X-Forwarded-For"] = string.format("10.%d.%d.%d", network, visitor / 256 % 256, visitor % 256),
  }
  if not isTelling then return wrk.format("GET", "/", headers) end
  headers["Content-Length"] = "0"
  return wrk.format("POST", "/api/visits?page=" .. page .. "&referrer=" .. visitor % 20 .. ".example", headers)
end`;

const reporting = 'function done(summary) print(summary.errors.status, summary.requests) end';

await using stack = new AsyncDisposableStack();
const directory = await createDirectory();
stack.defer(() => removeDirectory(directory));
const scripts = { ask: path.join(directory, 'ask.lua'), tell: path.join(directory, 'tell.lua') };
await writeFile(scripts.ask, reporting);
await writeFile(scripts.tell, `${telling}\n${reporting}`);
const site = await startSite();
/** Nobody who was told of comes again in another run. */
let network = 0;

const weighed = [];
for (let round = 0; round < warmUps; round += 1) {
  weighed.push({ page: await weigh(askForPages), told: await weigh(tellOfPages) });
  await askBeside('tell');
}
const page = median(weighed.map((round) => round.page));
const told = median(weighed.map((round) => round.told));
console.table({
  'a kept page': { 'processor µs': page.toFixed(1) },
  'a page that is told of': { 'processor µs': told.toFixed(1) },
});

const measured = [];
for (let round = 0; round < rounds; round += 1) {
  const before = await weighBeside('ask');
  const counting = [await weighBeside('tell'), await weighBeside('tell')];
  const after = await weighBeside('ask');
  measured.push({ counting, without: [before, after] });
}
const reckoned = 1 - (told * viewsPerSecond) / 1_000_000;
console.log(`pages while ${viewsPerSecond} are counted a second, against those without:`);
console.log(`  reckoned of the processor's time above: ${reckoned.toFixed(4)}`);
const ratios = {
  'by how many were given': measured.map(
    ({ counting, without }) => sum(counting, 'pages') / sum(without, 'pages'),
  ),
  "by the processor's time of each": measured.map(
    ({ counting, without }) => sum(without, 'processor') / sum(counting, 'processor'),
  ),
};
for (const [by, all] of Object.entries(ratios)) {
  console.log(`  ${by}: ${describe(all)}${isShort ? '' : `, at least ${bar}`}`);
  if (!isShort && mean(all) < bar) process.exitCode = 1;
}
const controls = measured.map(({ without: [before, after] }) =>
  before && after ? after.pages / before.pages : Number.NaN,
);
console.log(`  without against without: ${describe(controls)}`);

function sum(all: Weighed[], figure: keyof Weighed): number {
  return all.reduce((total, one) => total + one[figure], 0);
}

function mean(all: number[]): number {
  return all.reduce((total, one) => total + one, 0) / all.length;
}

/** Returns the mean of ratios, and how far it may be from the true one: twice its standard error. */
function describe(all: number[]): string {
  const center = mean(all);
  const variance = mean(all.map((one) => (one - center) ** 2));
  const error = 2 * Math.sqrt(variance / Math.max(1, all.length - 1));
  return `${center.toFixed(3)} ± ${error.toFixed(3)}`;
}

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

/** Returns what one request of a run takes of the site's processor, in microseconds. */
async function weigh(run: () => Promise<number>): Promise<number> {
  const before = readProcessorTime();
  const requests = await run();
  return (readProcessorTime() - before) / requests;
}

/** Asks for the home page for a while. Returns how often. */
function askForPages(): Promise<number> {
  return runWrk(['-c20', '-s', scripts.ask, '-H', 'Accept-Encoding: br', `${site.url}/`]);
}

/** Tells of pages for a while. Returns of how many. */
function tellOfPages(): Promise<number> {
  return runSecond('tell', { connections: 20, pauseMs: 0 });
}

/** How many pages were given, and what each took of the processor, in microseconds. */
interface Weighed {
  pages: number;
  processor: number;
}

async function weighBeside(second: 'ask' | 'tell'): Promise<Weighed> {
  let pages = 0;
  const processor = await weigh(async () => {
    pages = await askBeside(second);
    return pages;
  });
  return { pages, processor };
}

/** Asks for pages beside a second client that keeps its pace. Returns how many pages were given. */
async function askBeside(second: 'ask' | 'tell'): Promise<number> {
  const steadily = { connections: 1, pauseMs: 1_000 / viewsPerSecond };
  const [asked, done] = await Promise.all([askForPages(), runSecond(second, steadily)]);
  if (!isShort && done < (viewsPerSecond * seconds) / 2) throw new Error(`${done} were too few`);
  return second === 'ask' ? asked + done : asked;
}

function runSecond(what: 'ask' | 'tell', { connections = 0, pauseMs = 0 }): Promise<number> {
  network += 1;
  const args = ['--', String(network), String(pauseMs), what];
  return runWrk([`-c${connections}`, '-s', scripts.tell, site.url, ...args]);
}

/** Returns how many requests were answered. Throws when one was refused. */
async function runWrk(args: string[]): Promise<number> {
  const { stdout } = await promisify(execFile)('wrk', ['-t1', `-d${seconds}s`, ...args]);
  const [refused, requests] = (stdout.trim().split('\n').at(-1) ?? '').split('\t').map(Number);
  if (refused !== 0 || !requests) throw new Error(`wrk ${args.join(' ')}:\n${stdout}`);
  return requests;
}

/** What the site's process has had of the processor so far, in microseconds. */
function readProcessorTime(): number {
  const fields = readFileSync(`/proc/${site.process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ');
  return (Number(fields?.[11]) + Number(fields?.[12])) * 10_000;
}
