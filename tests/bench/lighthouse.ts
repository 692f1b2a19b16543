import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { userInfo } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromiumArguments, chromiumPath } from '#tests/support/chromium.ts';
import {
  createDirectory,
  findFreePort,
  removeDirectory,
  until,
} from '#tests/support/site-process.ts';
import { publicPages, startDemoSite } from './demo-site.ts';

/*
 * Measures pages with Lighthouse on an emulated phone: `npm run lighthouse -- [path …]`. It runs
 * the production build on a fresh data folder with the sample content. Beside it, nginx serves the
 * same documents as plain files, the fastest possible paint on this machine. The median of five
 * runs counts. Exits with 1 if a limit is exceeded.
 *
 * It first measures a line of text without styles or scripts, which shows the delay caused by the
 * machine alone.
 */

/** The lowest score allowed in each category, out of 100. */
const leastScores = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 };

/** The limit of each metric, in milliseconds. The layout shift has no unit. */
const bars = {
  'largest-contentful-paint': 1_300,
  'total-blocking-time': 100,
  'cumulative-layout-shift': 0,
};

/**
 * How many times later than the plain file the largest paint may be. On a slow machine only this
 * limit counts.
 */
const largestRatio = 1.18;

/** How much longer than the plain file, which loads no scripts, a page may block. In milliseconds. */
const mostBlockedAboveFile = 50;

const runs = 5;
const paths = process.argv.length > 2 ? process.argv.slice(2) : publicPages;

await using stack = new AsyncDisposableStack();
const site = await startDemoSite();
stack.defer(site.stop);
const fileUrl = await startNginxWithDocuments();
const chrome = await launch({
  chromePath: chromiumPath(),
  chromeFlags: ['--headless=new', '--disable-dev-shm-usage', ...chromiumArguments],
});
stack.defer(async () => chrome.kill());

// The first visit after a start is slower than later ones, for both the site and the browser.
await runOnce(`${site.url}/`);
await measureBlank();
let isGood = true;
for (const page of paths) isGood = (await measure(page)) && isGood;
process.exitCode = isGood ? 0 : 1;

async function startNginxWithDocuments(): Promise<string> {
  const directory = await createDirectory();
  stack.defer(() => removeDirectory(directory));
  for (const page of paths) {
    const folder = path.join(directory, 'files', page);
    const asked = get(site.url + page, { headers: { 'Accept-Encoding': 'br' } });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'index.html'), await buffer(answer));
  }
  const port = await findFreePort();
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const configuration = `
    ${process.getuid?.() === 0 ? `user ${userInfo().username};` : ''}
    daemon off; pid nginx.pid; error_log stderr;
    events {}
    http {
      access_log off; default_type text/html;
      ${kinds.map((kind) => `${kind}_temp_path temp_${kind};`).join(' ')}
      server {
        listen 127.0.0.1:${port};
        root files;
        location = /blank { return 200 '<!doctype html><title>Blank</title><p>A line of text.'; }
        location / { try_files $uri/index.html =204; add_header Content-Encoding br; }
      }
    }`;
  await writeFile(path.join(directory, 'nginx.conf'), configuration);
  const nginx = spawn('nginx', ['-p', directory, '-c', 'nginx.conf', '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Debian installs servers in a folder that is not on every user's PATH.
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
  });
  stack.defer(async () => {
    nginx.kill();
    await once(nginx, 'close');
  });
  const url = `http://127.0.0.1:${port}`;
  await until('nginx to answer', async () => (await fetch(url).catch(() => null))?.ok);
  return url;
}

/**
 * Runs Lighthouse once. Without HOST the site listens on loopback, where browsers trust plain http.
 */
async function runOnce(url: string, categories?: string[]) {
  const result = await lighthouse(url.replace('127.0.0.1', 'localhost'), {
    port: chrome.port,
    output: 'json',
    logLevel: 'error',
    ...(categories && { onlyCategories: categories }),
  });
  if (!result) throw new Error(`Lighthouse has no result for ${url}`);
  return result.lhr;
}

type Report = Awaited<ReturnType<typeof runOnce>>;

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function medianFigure(reports: Report[], audit: string): number {
  return median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
}

function medianScore(reports: Report[], category: string): number {
  return median(
    reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100)),
  );
}

/** Returns the longest task on a processor four times as slow, in milliseconds. */
function findLongestTask({ audits }: Report): number {
  const { details } = audits['long-tasks'] ?? {};
  const items = details && 'items' in details ? (details.items as { duration: number }[]) : [];
  return Math.max(0, ...items.map(({ duration }) => duration));
}

/** Prints the metrics of a line of text as a baseline for the pages. */
async function measureBlank(): Promise<void> {
  const reports: Report[] = [];
  for (let run = 0; run < runs; run += 1) {
    reports.push(await runOnce(`${fileUrl}/blank`, ['performance']));
  }
  const blocked = medianFigure(reports, 'total-blocking-time');
  const longestTaskMs = median(reports.map(findLongestTask));
  console.log(`a line of text: total-blocking-time ${blocked}, longest task ${longestTaskMs}`);
}

/** Measures a page and its file in turn, so that other work on the machine affects both. */
async function measure(page: string): Promise<boolean> {
  const reports: Report[] = [];
  const fileReports: Report[] = [];
  for (let run = 0; run < runs; run += 1) {
    reports.push(await runOnce(site.url + page));
    fileReports.push(await runOnce(fileUrl + page, ['performance']));
  }
  const missed: string[] = [];
  const figures: string[] = [];
  const hold = (name: string, figure: number, isMet: boolean) => {
    figures.push(`${name} ${Number(figure.toFixed(3))}`);
    if (!isMet) missed.push(name);
  };
  for (const [name, least] of Object.entries(leastScores)) {
    const score = medianScore(reports, name);
    hold(name, score, score >= least);
    if (score < least) printWeakAudits(reports[0], name);
  }
  const largestPaint = 'largest-contentful-paint';
  const filePaint = medianFigure(fileReports, largestPaint);
  const ratio = medianFigure(reports, largestPaint) / filePaint;
  for (const [name, most] of Object.entries(bars)) {
    const figure = medianFigure(reports, name);
    // If even the file is slower than expected, this is a slow machine, and the ratio decides.
    const isSlowMachine = name === largestPaint && filePaint > most / largestRatio;
    hold(name, figure, figure <= most || isSlowMachine);
  }
  hold('that of the file', filePaint, true);
  hold('ratio', ratio, ratio <= largestRatio);
  const blocking = 'total-blocking-time';
  const blockedAbove = medianFigure(reports, blocking) - medianFigure(fileReports, blocking);
  hold('blocking above that of the file', blockedAbove, blockedAbove <= mostBlockedAboveFile);
  const longestTaskMs = median(reports.map(findLongestTask));
  hold('longest task', longestTaskMs, longestTaskMs <= 50);
  console.log(`${page}: ${figures.join(', ')}${missed.length > 0 ? `; missed: ${missed}` : ''}`);
  return missed.length === 0;
}

/** Prints which audits lowered the score of a category. */
function printWeakAudits(report: Report | undefined, category: string): void {
  for (const { id } of report?.categories[category]?.auditRefs ?? []) {
    const audit = report?.audits[id];
    if (audit && audit.score !== null && audit.score < 0.9) {
      console.log(`  ${category}: ${id}: ${audit.title} ${audit.displayValue ?? ''}`);
    }
  }
}
