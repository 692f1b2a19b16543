import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { userInfo } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createCertificateAuthority } from '#tests/support/certificate-authority.ts';
import { readResidentMemory } from '#tests/support/process-memory.ts';
import { publicName, startProxy } from '#tests/support/proxies.ts';
import {
  builtSite,
  createDirectory,
  findFreePort,
  removeDirectory,
  runSite,
  until,
} from '#tests/support/site-process.ts';

/*
 * Is a page as fast as a file? `npm run bench:pages` requests the home page of the built site
 * directly, rendered for every request, and through the nginx of deploy/. The baselines serve the
 * same bytes: a bare handler on the same server from memory, and nginx from a file. Three rounds
 * run one after the other. Prints the medians and ratios, and exits with 1 if a ratio is below its
 * limit. `-- --short` runs once, briefly, without limits. With METRICS_TOKEN set the site also
 * counts its requests.
 */

const isShort = process.argv.includes('--short');
const rounds = isShort ? 1 : 3;
const seconds = isShort ? 1 : 5;
const connections = 50;

/** The lowest allowed ratio of our throughput to a baseline's. */
const bars = [
  ['the site', 'nginx with a file', 0.3],
  ['the site behind nginx', 'nginx with a file, over https', 0.8],
] as const;

/** The most memory that the site may use after all rounds, in megabytes. */
const memoryBar = 300;

interface Contender {
  url: string;
  /** The process whose memory is read, if a single process does all the work. */
  pid?: number | undefined;
}

interface Result {
  perSecond: number;
  /**
   * Processor time per response in microseconds, which does not depend on other work on the
   * machine.
   */
  processor: number | undefined;
  /** In milliseconds. */
  median: number;
  slowest: number;
  megabytes: number | undefined;
}

/** Makes the load generator print its results as one line of JSON. */
const luaReport = `
  function done(summary, latency)
    local errors = summary.errors
    print(string.format(
      '{"requests":%d,"perSecond":%.1f,"median":%.2f,"slowest":%.2f,"failed":%d}',
      summary.requests, summary.requests / summary.duration * 1e6,
      latency:percentile(50) / 1000, latency:percentile(99) / 1000,
      errors.status + errors.connect + errors.read + errors.write + errors.timeout))
  end`;

await using stack = new AsyncDisposableStack();
const directory = await createDirectory();
stack.defer(() => removeDirectory(directory));
const authority = await createCertificateAuthority(publicName);
stack.defer(authority.remove);

const site = await startSite();
const contenders: Record<string, Contender> = {
  'the site': { url: `${site.url}/`, pid: site.process.pid },
  // A request for the data of some routes is not cached, and a document contains all of it anyway.
  'the site, rendering each time': { url: `${site.url}/?_routes=x`, pid: site.process.pid },
  'a bare handler': await startBareHandler(),
  'the site behind nginx': await startSiteBehindNginx(),
  ...(await startNginxWithFile()),
};
const results = new Map<string, Result[]>(Object.keys(contenders).map((name) => [name, []]));
for (let round = 0; round < rounds; round += 1) {
  for (const [name, contender] of Object.entries(contenders)) {
    results.get(name)?.push(await ask(contender));
  }
}
report();

/** Starts the site with its log written to a file, as in production. */
async function startSite() {
  const port = await findFreePort();
  const started = await runSite(
    {
      PORT: String(port),
      DATA_DIR: path.join(directory, 'data'),
      LOG_LEVEL: 'info',
      SITE_URL: `http://127.0.0.1:${port}`,
      TRUST_PROXY: '1',
      METRICS_TOKEN: process.env.METRICS_TOKEN ?? '',
    },
    ['sh', '-c', `exec ${builtSite.join(' ')} > ${path.join(directory, 'log')}`],
  );
  stack.defer(async () => {
    await started.end('SIGTERM');
  });
  await started.untilReady();
  return started;
}

async function startBareHandler(): Promise<Contender> {
  const port = await findFreePort();
  const file = await savePage();
  const args = ['tests/bench/bare-hono.ts', file, 'br', String(port)];
  const handler = spawn(process.execPath, args, { stdio: 'inherit' });
  stack.defer(async () => {
    handler.kill();
    await once(handler, 'close');
  });
  const url = `http://127.0.0.1:${port}/`;
  await until('the bare handler to answer', async () => (await fetch(url).catch(() => null))?.ok);
  return { url, pid: handler.pid };
}

/** Saves the exact bytes that the site sends in a folder. Returns the file. */
async function savePage(): Promise<string> {
  const asked = get(site.url, { headers: { 'Accept-Encoding': 'br' } });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const file = path.join(directory, 'files/index.html');
  await mkdir(path.dirname(file));
  await writeFile(file, await buffer(answer));
  return file;
}

async function startSiteBehindNginx(): Promise<Contender> {
  const ports = { httpPort: await findFreePort(), httpsPort: await findFreePort() };
  const upstreams = [new URL(site.url).host];
  stack.defer(await startProxy('nginx', { ...ports, authority, upstreams }));
  return { url: `https://127.0.0.1:${ports.httpsPort}/` };
}

/** Starts nginx with one worker, because the site also has one process, with and without https. */
async function startNginxWithFile(): Promise<Record<string, Contender>> {
  const [port, httpsPort] = [await findFreePort(), await findFreePort()];
  const configuration = `
    ${process.getuid?.() === 0 ? `user ${userInfo().username};` : ''}
    daemon off; worker_processes 1; pid nginx.pid; error_log stderr;
    events {}
    http {
      access_log off; default_type text/html; keepalive_requests 100000;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path temp_${kind};`).join(' ')}
      server {
        listen 127.0.0.1:${port};
        listen 127.0.0.1:${httpsPort} ssl;
        ssl_certificate ${authority.siteCertificate};
        ssl_certificate_key ${authority.siteKey};
        root files;
        add_header Content-Encoding br;
      }
    }`;
  await writeFile(path.join(directory, 'nginx.conf'), configuration);
  const args = ['-p', directory, '-c', 'nginx.conf', '-e', 'stderr'];
  const PATH = `${process.env.PATH}:/usr/sbin`;
  const nginx = spawn('nginx', args, { stdio: 'inherit', env: { PATH } });
  stack.defer(async () => {
    nginx.kill();
    await once(nginx, 'close');
  });
  const url = `http://127.0.0.1:${port}/`;
  await until('nginx to answer', async () => (await fetch(url).catch(() => null))?.ok);
  return {
    'nginx with a file': { url },
    'nginx with a file, over https': { url: `https://127.0.0.1:${httpsPort}/` },
  };
}

/**
 * Sends requests for a while over persistent connections. Throws if a response is not successful.
 */
async function ask({ url, pid }: Contender): Promise<Result> {
  const script = path.join(directory, 'report.lua');
  await writeFile(script, luaReport);
  const before = readProcessorTime(pid);
  const { stdout } = await promisify(execFile)('wrk', [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--timeout',
    '10s',
    '-s',
    script,
    '-H',
    'Accept-Encoding: br',
    '-H',
    `Host: ${publicName}`,
    url,
  ]);
  const spent = readProcessorTime(pid) - before;
  const { requests, failed, ...result } = JSON.parse(stdout.split('\n').at(-2) ?? '');
  if (failed > 0) throw new Error(`${failed} responses of ${url} failed`);
  return {
    ...result,
    processor: pid && Math.round((spent / requests) * 10) / 10,
    megabytes: pid && Math.round(readResidentMemory(pid).now / 1024 ** 2),
  };
}

/**
 * Returns the processor time that a process has used, in microseconds. Linux counts in hundredths
 * of a second.
 */
function readProcessorTime(pid: number | undefined): number {
  if (pid === undefined) return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

function report(): void {
  const middle = (name: string) =>
    results.get(name)?.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(rounds / 2)];
  console.table(
    Object.fromEntries(
      [...results.keys()].map((name) => {
        const { perSecond, processor, median, slowest, megabytes } = middle(name) as Result;
        return [
          name,
          {
            'requests/s': Math.round(perSecond),
            'processor µs': processor ?? '',
            'median ms': median,
            '99th percentile ms': slowest,
            'memory MB': megabytes ?? '',
          },
        ];
      }),
    ),
  );
  for (const [ours, other, bar] of bars) {
    const ratio = (middle(ours)?.perSecond ?? 0) / (middle(other)?.perSecond ?? Number.NaN);
    const isMet = isShort || ratio >= bar;
    console.log(`${ours} / ${other}: ${ratio.toFixed(2)}${isShort ? '' : ` (at least ${bar})`}`);
    if (!isMet) process.exitCode = 1;
  }
  const megabytes = Math.max(
    ...['the site', 'the site, rendering each time'].map((name) => middle(name)?.megabytes ?? 0),
  );
  console.log(`memory of the site: ${megabytes} MB (at most ${memoryBar})`);
  if (!isShort && megabytes > memoryBar) process.exitCode = 1;
}
