import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromiumArguments, chromiumPath } from '#tests/support/chromium.ts';
import { createDirectory, removeDirectory, runSite } from '#tests/support/site-process.ts';

/*
 * Measures pages as Lighthouse sees them on a phone: `npm run lighthouse [path …]`.
 * Runs the production build on a fresh data folder. Ends with 1 if a bar is not met.
 */

/** The least score of each category, of 100. */
const bars = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;

/** The most JavaScript the home page's first load may bring, compressed, in bytes. */
const scriptBar = 150 * 1024;

const paths = process.argv.length > 2 ? process.argv.slice(2) : ['/', '/contact', '/mentorship'];
const directory = await createDirectory();
const site = await runSite({ DATA_DIR: directory });
await site.untilReady();
const chrome = await launch({
  chromePath: chromiumPath(),
  chromeFlags: ['--headless=new', '--disable-dev-shm-usage', ...chromiumArguments],
});

let isGood = true;
try {
  for (const path of paths) isGood = (await measure(path)) && isGood;
} finally {
  chrome.kill();
  await site.end('SIGTERM');
  await removeDirectory(directory);
}
process.exitCode = isGood ? 0 : 1;

async function measure(path: string): Promise<boolean> {
  // With HOST unset the site listens on loopback, where Lighthouse trusts plain http.
  const url = site.url.replace('127.0.0.1', 'localhost') + path;
  const result = await lighthouse(url, { port: chrome.port, output: 'json', logLevel: 'error' });
  if (!result) throw new Error(`Lighthouse has no result for ${path}`);
  const { categories, audits } = result.lhr;
  const scores = Object.keys(bars).map((name) => Math.round((categories[name]?.score ?? 0) * 100));
  const scriptBytes = sumScripts(audits['network-requests']?.details);
  const shift = audits['cumulative-layout-shift']?.numericValue ?? 1;
  const largestPaint = Math.round(audits['largest-contentful-paint']?.numericValue ?? 0);
  console.log(
    `${path}: ${Object.keys(bars)
      .map((name, index) => `${name} ${scores[index]}`)
      .join(
        ', ',
      )}; LCP ${largestPaint} ms, CLS ${shift}, scripts ${(scriptBytes / 1024).toFixed(1)} KB`,
  );
  for (const [name, bar] of Object.entries(bars)) {
    const category = categories[name];
    if (!category || (category.score ?? 0) * 100 >= bar) continue;
    for (const { id } of category.auditRefs) {
      const audit = audits[id];
      if (audit && audit.score !== null && audit.score < 0.9) {
        console.log(`  ${name}: ${id}: ${audit.title} ${audit.displayValue ?? ''}`);
        if (process.env.DBG) console.log(JSON.stringify(audit.details).slice(0, 600));
      }
    }
  }
  return (
    Object.values(bars).every((bar, index) => (scores[index] ?? 0) >= bar) &&
    (path !== '/' || scriptBytes <= scriptBar) &&
    shift === 0
  );
}

/** What the scripts of a page weigh on the wire, in bytes. */
function sumScripts(details: unknown): number {
  if (typeof details !== 'object' || details === null || !('items' in details)) return Number.NaN;
  const items = details.items as { resourceType?: string; transferSize?: number }[];
  return items
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
}
