import { brotliCompressSync } from 'node:zlib';
import { chromium, type Page, type Request } from '@playwright/test';
import { chromiumArguments, chromiumPath } from '#tests/support/chromium.ts';
import { checkClientCode } from '#tools/client-code/check.ts';
import { publicPages, startDemoSite } from './demo-site.ts';

/*
 * Checks what a phone loads on its first visit to every public page of the build: `npm run budgets`.
 * It counts the bytes and requests of an untouched page, and its scripts after its form
 * was touched. Exits with 1 if a budget is exceeded or a script uses what a supported browser lacks
 * (tools/client-code).
 */

const kilobyte = 1_000;

/** The limits of a page at rest. Pages that the mentor writes or fills have no limit of their own. */
const restBudgets: Record<string, { bytes: number; requests: number }> = {
  '/': { bytes: 70 * kilobyte, requests: 10 },
  '/contact': { bytes: 70 * kilobyte, requests: 8 },
  '/mentorship': { bytes: 70 * kilobyte, requests: 8 },
};

const fontBudget = 45 * kilobyte;

/** The limit for the document of `/` without headers, in Brotli. The mentor writes the others. */
const homeTextBudget = 19 * kilobyte;

/** The limits for all scripts of a page, also those of its form. In kilobytes. */
const scriptBudgets: Record<string, number> = {
  '/': 30,
  '/services': 25,
  '/contact': 120,
  '/mentorship': 165,
};
const scriptBudget = (page: string) => (scriptBudgets[page] ?? 15) * kilobyte;

const newer = await checkClientCode();
for (const finding of newer) console.error(`✗ ${finding}`);

await using stack = new AsyncDisposableStack();
const site = await startDemoSite();
stack.defer(site.stop);
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: chromiumArguments,
});
stack.defer(() => browser.close());

let isGood = newer.length === 0;
for (const page of publicPages) isGood = (await measure(page)) && isGood;
process.exitCode = isGood ? 0 : 1;

/** Loads a page as a phone does, and prints its figures. Returns whether they are within its limits. */
async function measure(path: string): Promise<boolean> {
  const page = await browser.newPage({
    // Browsers accept Brotli only from hosts that they trust.
    baseURL: site.url.replace('127.0.0.1', 'localhost'),
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  const requests: Request[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  const answer = await page.goto(path, { waitUntil: 'networkidle' });
  if (!answer?.ok()) throw new Error(`${path} returned ${answer?.status()}.`);
  const text = brotliCompressSync(await answer.body()).length;
  const atRest = await weigh(requests);
  await touchForm(page);
  const touched = await weigh(requests);
  await page.close();

  const limits = restBudgets[path];
  const isWithin =
    (!limits || (atRest.total <= limits.bytes && atRest.count <= limits.requests)) &&
    (path !== '/' || text <= homeTextBudget) &&
    atRest.font <= fontBudget &&
    touched.script <= scriptBudget(path);
  const { count, total, document, script, font } = atRest;
  const kinds = Object.entries({
    total,
    document,
    'document without headers': text,
    script,
    font,
    'scripts when touched': touched.script,
  });
  const figures = kinds.map(([name, bytes]) => `${name} ${(bytes / kilobyte).toFixed(1)} KB`);
  console.log(`${isWithin ? ' ' : '✗'} ${path}: ${count} requests, ${figures.join(', ')}`);
  return isWithin;
}

/** Touches the form that waits for it, if the page has one, and waits until nothing more loads. */
async function touchForm(page: Page): Promise<void> {
  const form = page.locator('[data-island]');
  if ((await form.count()) === 0) return;
  await form.dispatchEvent('pointerdown');
  await page.waitForFunction(() => 'alive' in document.documentElement.dataset);
  await page.waitForLoadState('networkidle');
}

/** Sums the bytes that were received, with their headers, by the kind of the requests. */
async function weigh(requests: Request[]) {
  const sums = { count: requests.length, total: 0, document: 0, script: 0, font: 0 };
  for (const request of requests) {
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    const bytes = responseBodySize + responseHeadersSize;
    const kind = request.resourceType();
    sums.total += bytes;
    if (kind === 'document' || kind === 'script' || kind === 'font') sums[kind] += bytes;
  }
  return sums;
}
