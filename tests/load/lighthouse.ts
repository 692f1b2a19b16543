import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromiumArguments, chromiumPath } from '#tests/support/chromium.ts';
import { createDirectory, removeDirectory, runSite } from '#tests/support/site-process.ts';

/*
 * Measures pages as Lighthouse sees them on a phone: `npm run lighthouse [path …]`.
 * Runs the production build on a fresh data folder with the sample content. What
 * counts is the median of three runs, as the machine has other work too. Ends with 1 if a bar
 * is not met.
 */

/** The least score of each category, of 100. */
const bars = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const;

/** The most JavaScript the home page's first load may bring, compressed, in bytes. */
const scriptBar = 150 * 1024;

const publicPages = [
  '/',
  '/services',
  '/about',
  '/mentorship',
  '/community',
  '/contact',
  '/videos',
  '/freebies',
  '/education',
  '/education/5a3b1e00-0000-4000-8000-000000000001',
];

const runs = 3;
const paths = process.argv.length > 2 ? process.argv.slice(2) : publicPages;
const directory = await createDirectory();
await promisify(execFile)(process.execPath, ['build/server/index.js', 'demo'], {
  env: { ...process.env, NODE_ENV: 'production', DATA_DIR: directory },
});
const site = await runSite({ DATA_DIR: directory });
await site.untilReady();
const chrome = await launch({
  chromePath: chromiumPath(),
  chromeFlags: ['--headless=new', '--disable-dev-shm-usage', ...chromiumArguments],
});

let isGood = true;
try {
  // The first visit after a start is slower than any later one, for the site and for the browser.
  await runOnce('/');
  for (const path of paths) isGood = (await measure(path)) && isGood;
} finally {
  chrome.kill();
  await site.end('SIGTERM');
  await removeDirectory(directory);
}
process.exitCode = isGood ? 0 : 1;

/** Runs Lighthouse once. With HOST unset the site listens on loopback, where plain http is trusted. */
async function runOnce(path: string) {
  const url = site.url.replace('127.0.0.1', 'localhost') + path;
  const result = await lighthouse(url, { port: chrome.port, output: 'json', logLevel: 'error' });
  if (!result) throw new Error(`Lighthouse has no result for ${path}`);
  return result.lhr;
}

type Report = Awaited<ReturnType<typeof runOnce>>;

function score(report: Report, category: string): number {
  return Math.round((report.categories[category]?.score ?? 0) * 100);
}

async function measure(path: string): Promise<boolean> {
  const reports: Report[] = [];
  for (let run = 0; run < runs; run += 1) reports.push(await runOnce(path));
  reports.sort((a, b) => score(a, 'performance') - score(b, 'performance'));
  const report = reports[Math.floor(runs / 2)];
  if (!report) throw new Error('no run');

  const names = Object.keys(bars) as (keyof typeof bars)[];
  const scriptBytes = sumScripts(report.audits['network-requests']?.details);
  const shift = report.audits['cumulative-layout-shift']?.numericValue ?? 1;
  const largestPaint = Math.round(report.audits['largest-contentful-paint']?.numericValue ?? 0);
  const scores = names.map((name) => `${name} ${score(report, name)}`).join(', ');
  const all = reports.map((one) => score(one, 'performance')).join(' ');
  console.log(
    `${path}: ${scores} (${all}); LCP ${largestPaint} ms, CLS ${shift}, scripts ${(scriptBytes / 1024).toFixed(1)} KB`,
  );
  const missed = names.filter((name) => score(report, name) < bars[name]);
  for (const name of missed) printWeakAudits(report, name);
  return missed.length === 0 && (path !== '/' || scriptBytes <= scriptBar) && shift === 0;
}

/** Says what cost a category its points. */
function printWeakAudits({ categories, audits }: Report, category: string): void {
  for (const { id } of categories[category]?.auditRefs ?? []) {
    const audit = audits[id];
    if (audit && audit.score !== null && audit.score < 0.9) {
      console.log(`  ${category}: ${id}: ${audit.title} ${audit.displayValue ?? ''}`);
    }
  }
}

/** What the scripts of a page weigh on the wire, in bytes. */
function sumScripts(details: unknown): number {
  if (typeof details !== 'object' || details === null || !('items' in details)) return Number.NaN;
  const items = details.items as { resourceType?: string; transferSize?: number }[];
  return items
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
}
