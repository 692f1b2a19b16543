import { beforeEach, expect, it } from 'vitest';
import { createLogger } from '#platform/log/logger.ts';
import { createPageCache } from './page-cache.ts';
import { sharedCaching } from './public-pages.ts';
import { reportWhenLate } from './waiting-page.ts';

/* A page with slow data: skeletons first, then its content. */

let finish: (words: string) => void;
let cache: ReturnType<typeof createPageCache>;

const toHead = (words: string) =>
  `<head>${words === 'skeletons' ? '' : `<title>All ${words}</title>`}</head>`;
const toPage = (words: string) =>
  new Response(
    `${toHead(words)}<body><main id="main" class="a">${words}</main><footer></footer></body>`,
    {
      headers: { 'Cache-Control': sharedCaching, 'Content-Security-Policy': 'ours' },
    },
  );

beforeEach(() => {
  const { promise, resolve } = Promise.withResolvers<string>();
  finish = resolve;
  cache = createPageCache({
    fetch: async ({ url }, bindings) => {
      if (url.includes('/waiting/')) return toPage('skeletons');
      return toPage(await reportWhenLate({ read: () => promise }, bindings?.dataIsLate).read());
    },
    changes: { listen: () => () => {}, isListening: () => true },
    log: createLogger('silent'),
    logAnswer: () => {},
    now: () => new Date('2026-11-22T12:00:00Z'),
    nextTurn: () => new Date('2026-11-23T00:00:00Z'),
  });
});

const goTo = (path: string, headers: Record<string, string> = { 'Sec-Fetch-Mode': 'navigate' }) =>
  cache(new Request(`https://www.example.com${path}`, { headers }));

it('streams skeletons to a browser, then the content', async () => {
  const answer = await goTo('/education');
  expect(answer.headers.get('Content-Security-Policy')).toBe('ours');
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  finish('posts');
  expect(await answer.text()).toBe(
    '<head></head><body><main id="main" class="a">skeletons<title>All posts</title>posts</main><footer></footer></body>',
  );
});

it('caches the page itself, which is then served as a whole', async () => {
  const skeletons = await goTo('/education');
  finish('posts');
  await skeletons.text();
  const answer = await goTo('/education');
  expect(await answer.text()).toBe(await toPage('posts').text());
  expect(answer.headers.get('Cache-Control')).toBe(sharedCaching);
});

it('waits for programs, and for pages without skeletons', async () => {
  const answers = [goTo('/education', {}), goTo('/about')];
  finish('whole');
  for (const answer of answers) expect(await (await answer).text()).not.toContain('skeletons');
});
