import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { parseSync } from 'vite';
import { checkClientCode } from '#tools/client-code/check.ts';
import { publicPages, startDemoSite } from './demo-site.ts';

/*
 * Checks the first load of every public page of the build against its budget: `npm run budgets`. It
 * counts the document, its modules with their imports, and the fonts of a Latin page, in Brotli.
 * Exits with 1 if a budget is exceeded or a script uses what a supported browser lacks
 * (tools/client-code).
 */

const kilobyte = 1_000;

/** The limit for the fonts of a first load, in bytes. */
const fontBudget = 45 * kilobyte;
const documentBudget = 19 * kilobyte;
const scriptBudgets: Record<string, number> = {
  '/': 30,
  '/services': 25,
  '/contact': 130,
  '/mentorship': 165,
};
const scriptBudget = (page: string) => (scriptBudgets[page] ?? 15) * kilobyte;

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
  if (!response.ok) throw new Error(`${page} returned ${response.status}.`);
  const html = await response.text();
  const sizes = {
    document: brotliCompressSync(html).length,
    scripts: await weigh(await listModules(html)),
    fonts: await weigh(html.match(/(?<=href=")\/assets\/[\w.-]+\.woff2(?=")/g)),
  };
  // The mentor writes the other pages, so they have no budget.
  const isGood =
    (page !== '/' || sizes.document <= documentBudget) &&
    sizes.scripts <= scriptBudget(page) &&
    sizes.fonts <= fontBudget;
  const figures = Object.entries(sizes).map(
    ([name, bytes]) => `${name} ${(bytes / kilobyte).toFixed(1)} KB`,
  );
  return { isGood, line: `${isGood ? ' ' : '✗'} ${page}: ${figures.join(', ')}` };
}

/** Returns the URLs of a document's modules and of their imports. */
async function listModules(html: string): Promise<string[]> {
  const urls = new Set(html.match(/(?<=")\/assets\/[\w.-]+\.js(?=")/g));
  for (const url of urls) {
    const code = await readFile(path.join('build/client', url), 'utf8');
    for (const { moduleRequest } of parseSync(url, code).module.staticImports) {
      urls.add(path.posix.join('/assets', moduleRequest.value));
    }
  }
  return [...urls];
}

/**
 * Sums the sizes of files of the build, each once. Files too small for Brotli count uncompressed.
 */
async function weigh(urls: string[] | null): Promise<number> {
  const sizes = [...new Set(urls)].map(async (url) => {
    const file = path.join('build/client', url);
    if (url.endsWith('.woff2')) return (await readFile(file)).length;
    const sent = await readFile(`${file}.br`).catch(() => null);
    return (sent ?? brotliCompressSync(await readFile(file))).length;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
