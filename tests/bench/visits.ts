import { type ChildProcess, execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import {
  builtSite,
  createDirectory,
  findFreePort,
  removeDirectory,
  runSite,
} from '#tests/support/site-process.ts';

/*
 * What does counting cost? `npm run bench:visits` asks the built site for its home page, and tells it of
 * pages that are shown, each as fast as it answers: what one takes of its processor. Then it goes on
 * asking for the home page while a second client, at a steady pace, tells of pages in one window of
 * time and asks for the home page in two others: that there is another client costs something by itself.
 * The site's own work comes every second or few, so windows are short, many, and in an order drawn
 * anew each round. Ends with 1 when counting costs more than it may. `-- --short` asks for a moment,
 * and holds nothing to the bar. Reads `/proc`: Linux only.
 */

const isShort = process.argv.includes('--short');

/** How long each client asks as fast as it is answered, in seconds. */
const weighSeconds = isShort ? 1 : 5;

const rounds = isShort ? 2 : 300;
const windowMs = 250;

/** Rounds that pass before anything counts: the first requests of each kind are slow. */
const warmUps = isShort ? 1 : 30;

/** Pages that browsers tell of in a second: more than four million a day. */
const viewsPerSecond = 50;

/** The throughput with counting against that without, at least. */
const bar = 0.98;

const noNote = { seconds: 0, bytes: 0, asked: 0, processor: 0 };

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const shownPages = ['/', '/about', '/services', '/mentorship', '/education', '/contact'];

/** Tells of pages, as visitors of whom each is shown ten. */
const telling = `
local pages = { ${shownPages.map((page) => `"${page}"`).join(', ')} }
local told = 0
function request()
  local visitor = math.floor(told / 10)
  local page = pages[told % #pages + 1]
  told = told + 1
  return wrk.format("POST", "/api/visits?page=" .. page .. "&referrer=" .. visitor % 20 .. ".example", {
    ["Content-Length"] = "0",
    ["Sec-Fetch-Site"] = "same-origin",
    ["User-Agent"] = "${browser}",
    ["X-Forwarded-For"] = string.format("10.1.%d.%d", visitor / 256 % 256, visitor % 256),
  })
end`;

const reporting =
  'function done(summary) print(summary.errors.status, summary.requests, summary.bytes) end';

await using stack = new AsyncDisposableStack();
const directory = await createDirectory();
stack.defer(() => removeDirectory(directory));
const scripts = { ask: path.join(directory, 'ask.lua'), tell: path.join(directory, 'tell.lua') };
await writeFile(scripts.ask, reporting);
await writeFile(scripts.tell, `${telling}\n${reporting}`);
const site = await startSite();

await weigh(scripts.ask);
const page = await weigh(scripts.ask);
await weigh(scripts.tell);
const told = await weigh(scripts.tell);
console.table({
  'a kept page': { 'processor µs': page.toFixed(1) },
  'a page that is told of': { 'processor µs': told.toFixed(1) },
});

const measured = (await measureBeside()).slice(warmUps);
const reckoned = 1 - (told * viewsPerSecond) / 1_000_000;
console.log(`pages while ${viewsPerSecond} are counted a second, against those without:`);
console.log(`  reckoned of the processor's time above: ${reckoned.toFixed(4)}`);
const ratios = {
  'by how many were given': measured.map(
    ({ tell, ask, askAgain }) => (2 * tell.pages) / (ask.pages + askAgain.pages),
  ),
  "by the processor's time of each": measured.map(
    ({ tell, ask, askAgain }) => (ask.processor + askAgain.processor) / (2 * tell.processor),
  ),
};
for (const [by, all] of Object.entries(ratios)) {
  console.log(`  ${by}: ${describe(all)}${isShort ? '' : `, at least ${bar}`}`);
  if (!isShort && mean(all) < bar) process.exitCode = 1;
}
const controls = measured.map(({ ask, askAgain }) => askAgain.pages / ask.pages);
console.log(`  without against without: ${describe(controls)}`);

function mean(all: number[]): number {
  return all.reduce((total, one) => total + one, 0) / all.length;
}

/** Returns the mean of ratios, and how far it may be from the true one: twice its standard error. */
function describe(all: number[]): string {
  const center = mean(all);
  const variance = mean(all.map((one) => (one - center) ** 2));
  const error = 2 * Math.sqrt(variance / Math.max(1, all.length - 1));
  return `${center.toFixed(4)} ± ${error.toFixed(4)}`;
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

/** Asks as fast as is answered. Returns what one request takes of the site's processor, in microseconds. */
async function weigh(script: string): Promise<number> {
  const before = readProcessorTime();
  const { requests } = await startAsking(script, weighSeconds).done;
  return (readProcessorTime() - before) / requests;
}

/** What was read of a window of time. */
interface Note {
  seconds: number;
  /** What the first client got. */
  bytes: number;
  /** How many pages the second one asked for. */
  asked: number;
  /** Of the site's processor, in microseconds. */
  processor: number;
}

/** How many pages were given a second, and what each took of the processor, in microseconds. */
interface Weighed {
  pages: number;
  processor: number;
}

/** Asks for the home page all the while, beside a second client that keeps its pace. */
async function measureBeside(): Promise<Record<'tell' | 'ask' | 'askAgain', Weighed>[]> {
  const windows = (warmUps + rounds) * 3;
  const asking = startAsking(scripts.ask, Math.ceil((windows * (windowMs + 5)) / 1_000) + 2);
  const second = startSecondClient();
  const noted = [];
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const all = { tell: noNote, ask: noNote, askAgain: noNote };
    for (const kind of shuffle(['tell', 'ask', 'askAgain'] as const)) {
      second.does = kind === 'tell' ? 'tell' : 'ask';
      const before = { at: performance.now(), ...asking.read(), asked: second.asked };
      const used = readProcessorTime();
      await delay(windowMs);
      all[kind] = {
        seconds: (performance.now() - before.at) / 1_000,
        bytes: asking.read().bytes - before.bytes,
        asked: second.asked - before.asked,
        processor: readProcessorTime() - used,
      };
    }
    noted.push(all);
  }
  await second.stop();
  // How many bytes a page has is known once all have come.
  const { requests, bytes } = await asking.done;
  const weighNote = (note: Note): Weighed => {
    const pages = note.bytes / (bytes / requests) + note.asked;
    return { pages: pages / note.seconds, processor: note.processor / pages };
  };
  return noted.map(({ tell, ask, askAgain }) => ({
    ...{ tell: weighNote(tell), ask: weighNote(ask), askAgain: weighNote(askAgain) },
  }));
}

function shuffle<T>(all: readonly T[]): T[] {
  return all
    .map((one) => ({ one, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
}

/** Sends one request after the other, at the pace of what is counted: what it does is told to it. */
function startSecondClient() {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const client = { does: 'ask' as 'ask' | 'tell', asked: 0, stop };
  let sent = 0;
  let failure: Error | undefined;
  const timer = setInterval(() => {
    const { does } = client;
    const visitor = Math.floor(sent / 10);
    const page = shownPages[sent % shownPages.length];
    sent += 1;
    const headers = {
      'Accept-Encoding': 'br',
      'Sec-Fetch-Site': 'same-origin',
      'User-Agent': browser,
      'X-Forwarded-For': `10.2.${(visitor >> 8) & 255}.${visitor & 255}`,
      ...(does === 'tell' && { 'Content-Length': '0' }),
    };
    const query = `page=${page}&referrer=${visitor % 20}.example`;
    const asked =
      does === 'ask'
        ? http.request(site.url, { agent, headers })
        : http.request(`${site.url}/api/visits?${query}`, { agent, method: 'POST', headers });
    asked
      .on('response', (answer) => {
        answer.resume();
        if (does === 'ask') client.asked += 1;
        const due = does === 'ask' ? 200 : 204;
        if (answer.statusCode !== due) failure = new Error(`${does}: ${answer.statusCode}`);
      })
      .on('error', (error) => {
        failure = error;
      })
      .end();
  }, 1_000 / viewsPerSecond);

  /** Throws when anything was answered otherwise than it should be, or too little was sent. */
  async function stop(): Promise<void> {
    clearInterval(timer);
    agent.destroy();
    if (failure) throw failure;
    const due = ((warmUps + rounds) * 3 * windowMs * viewsPerSecond) / 1_000;
    if (sent < due / 2) throw new Error(`${sent} were too few`);
  }
  return client;
}

/** What wrk gets from the site: `read` while it asks, `done` at its end. */
function startAsking(script: string, seconds: number) {
  const args = [
    '-t1',
    '-c20',
    `-d${seconds}s`,
    '-s',
    script,
    '-H',
    'Accept-Encoding: br',
    site.url,
  ];
  const wrk = execFile('wrk', args);
  return {
    /** Bytes that have come so far. */
    read() {
      const [, bytes] = /^rchar: (\d+)$/m.exec(readFileSync(`/proc/${wrk.pid}/io`, 'utf8')) ?? [];
      return { bytes: Number(bytes) };
    },
    done: readReport(wrk),
  };
}

/** Throws when one was refused. */
async function readReport(wrk: ChildProcess): Promise<{ requests: number; bytes: number }> {
  const stdout = wrk.stdout ? await text(wrk.stdout) : '';
  const report = (stdout.trim().split('\n').at(-1) ?? '').split('\t').map(Number);
  const [refused, requests = 0, bytes = 0] = report;
  if (refused !== 0 || !requests) throw new Error(`wrk:\n${stdout}`);
  return { requests, bytes };
}

/** What the threads of the site's process have had of the processor so far, in microseconds. */
function readProcessorTime(): number {
  const tasks = `/proc/${site.process.pid}/task`;
  const read = (task: string) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]) / 1_000;
  return readdirSync(tasks).reduce((total, task) => total + read(task), 0);
}
