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
 * Is a page as quick as a file? Asks the built site for its home page, by itself, rendered anew each
 * time, and behind the nginx of deploy/, and two that cannot be quicker for the same bytes: a bare
 * handler of the same server that has them in memory, and nginx that has them as a file. One after
 * the other, three times: `npm run bench:pages`. Prints the median of each and the ratios; ends with
 * 1 when one is under its bar. `-- --short` asks for a moment, once, and holds nothing to its bar. With
 * METRICS_TOKEN set the site counts its requests as well.
 */

const isShort = process.argv.includes('--short');
const rounds = isShort ? 1 : 3;
const seconds = isShort ? 1 : 5;
const connections = 50;

/** Ours against what it is compared with, at least. */
const bars = [
  ['the site', 'nginx with a file', 0.3],
  ['the site behind nginx', 'nginx with a file, by https', 0.8],
] as const;

/** The most memory that the site may have after all this, in megabytes. */
const memoryBar = 300;

interface Contender {
  url: string;
  /** What memory is read of, if one process does all the work. */
  pid?: number | undefined;
}

interface Result {
  perSecond: number;
  /** The processor's time that one takes of the process, in microseconds: the same on a busy machine. */
  processor: number | undefined;
  /** Milliseconds. */
  median: number;
  slowest: number;
  megabytes: number | undefined;
}

/** What the load generator says at its end: one line of JSON. */
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
  // Data of some routes only is nothing to keep, and a document has all of them anyway.
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

/** The log goes to a file, as it does where something keeps it: nobody reads it here. */
async function startSite() {
  const port = await findFreePort();
  const started = await runSite(
    {
      ...{ PORT: String(port), DATA_DIR: path.join(directory, 'data'), LOG_LEVEL: 'info' },
      ...{ SITE_URL: `http://127.0.0.1:${port}`, TRUST_PROXY: '1' },
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

/** The very bytes that the site sends, in a folder of their own. Returns their file. */
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

/** One worker, as behind it one process works; with and without https. */
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
    'nginx with a file, by https': { url: `https://127.0.0.1:${httpsPort}/` },
  };
}

/** Asks for a while over connections that stay. Throws when an answer is no success. */
async function ask({ url, pid }: Contender): Promise<Result> {
  const script = path.join(directory, 'report.lua');
  await writeFile(script, luaReport);
  const before = readProcessorTime(pid);
  const { stdout } = await promisify(execFile)('wrk', [
    ...['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script],
    ...['-H', 'Accept-Encoding: br', '-H', `Host: ${publicName}`, url],
  ]);
  const spent = readProcessorTime(pid) - before;
  const { requests, failed, ...result } = JSON.parse(stdout.split('\n').at(-2) ?? '');
  if (failed > 0) throw new Error(`${failed} answers of ${url} were none`);
  return {
    ...result,
    processor: pid && Math.round((spent / requests) * 10) / 10,
    megabytes: pid && Math.round(readResidentMemory(pid).now / 1024 ** 2),
  };
}

/** What a process has had of the processor so far, in microseconds; Linux counts in hundredths of a second. */
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
