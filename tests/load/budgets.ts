import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { checkClientCode } from '../../scripts/client-code/check.ts';
import { publicPages, startDemoSite } from './demo-site.ts';

/*
 * Holds the first load of every public page of the build to its budget: `npm run budgets`. Counts
 * the document, the modules that it preloads and the fonts that a Latin page loads, in Brotli.
 * Ends with 1 if one is outgrown, or if a script uses what a supported browser lacks (scripts/client-code).
 */

const kilobyte = 1_000;

/** The most that a first load may bring, in bytes. */
const fontBudget = 45 * kilobyte;
const documentBudget = 14 * kilobyte;
/**
 * What a server sends before it hears from the other side: ten packets. A document with its head
 * that is larger takes a phone one way there and back more.
 */
const firstPackets = 10 * 1_460;
const scriptBudget = (page: string) =>
  (page === '/' ? 115 : pagesWithForm.includes(page) ? 151 : 107) * kilobyte;

const pagesWithForm = ['/contact', '/mentorship'];

const newer = await checkClientCode();
for (const finding of newer) console.error(`✗ ${finding}`);

const site = await startDemoSite();
try {
  const results = await Promise.all(publicPages.map(measure));
  console.log(results.map(({ line }) => line).join('\n'));
  process.exitCode = newer.length === 0 && results.every(({ isGood }) => isGood) ? 0 : 1;
} finally {
  await site.stop();
}

async function measure(page: string) {
  const response = await fetch(site.url + page);
  if (!response.ok) throw new Error(`${page} answers ${response.status}.`);
  const html = await response.text();
  const sizes = {
    document: brotliCompressSync(html).length,
    'with its head': brotliCompressSync(html).length + sizeOfHead(response),
    scripts: await weigh(html.match(/(?<=")\/assets\/[\w.-]+\.js(?=")/g)),
    fonts: await weigh(html.match(/(?<=href=")\/assets\/[\w.-]+\.woff2(?=")/g)),
  };
  // Other pages hold what the operator writes.
  const isGood =
    (page !== '/' ||
      (sizes.document <= documentBudget && sizes['with its head'] <= firstPackets)) &&
    sizes.scripts <= scriptBudget(page) &&
    sizes.fonts <= fontBudget;
  const figures = Object.entries(sizes).map(
    ([name, bytes]) => `${name} ${(bytes / kilobyte).toFixed(1)} KB`,
  );
  return { isGood, line: `${isGood ? ' ' : '✗'} ${page}: ${figures.join(', ')}` };
}

/** Returns how many bytes come before a document by HTTP/1.1, but for its status. */
function sizeOfHead({ headers }: Response): number {
  return [...headers].reduce((sum, [name, value]) => sum + `${name}: ${value}\r\n`.length, 0);
}

/** Sums the sizes of files of the build, each once. What is too small to be sent in Brotli is counted in it. */
async function weigh(urls: string[] | null): Promise<number> {
  const sizes = [...new Set(urls)].map(async (url) => {
    const file = path.join('build/client', url);
    if (url.endsWith('.woff2')) return (await readFile(file)).length;
    const sent = await readFile(`${file}.br`).catch(() => null);
    return (sent ?? brotliCompressSync(await readFile(file))).length;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
