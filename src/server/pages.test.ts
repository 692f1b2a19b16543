import type { ServerBuild } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import type { PageServices } from './page-context.ts';
import { createPagesHandler, toPublicRequest } from './pages.ts';

afterEach(() => {
  vi.useRealTimers();
});

const siteUrl = 'https://timevsprice.test';

it.each([
  ['http://127.0.0.1:3000/login?next=/admin', `${siteUrl}/login?next=/admin`],
  ['http://timevsprice.test/contact.data', `${siteUrl}/contact.data`],
  // A path cannot change the host.
  ['http://127.0.0.1:3000//evil.example/login', `${siteUrl}//evil.example/login`],
  ['http://127.0.0.1:3000/%2F/x', `${siteUrl}/%2F/x`],
])('pages see %s as %s', (url, expected) => {
  expect(toPublicRequest(new Request(url), siteUrl).url).toBe(expected);
});

it('keeps everything except the checked origin and the parsed body', () => {
  const aborting = new AbortController();
  const request = new Request('http://127.0.0.1:3000/contact', {
    method: 'POST',
    headers: { Origin: 'http://127.0.0.1:3000', Cookie: 'a=b' },
    body: new URLSearchParams({ name: 'Naledi' }),
    signal: aborting.signal,
  });
  const handed = toPublicRequest(request, `${siteUrl}/below`);
  expect(handed.url).toBe(`${siteUrl}/contact`);
  expect(handed.method).toBe('POST');
  expect(handed.headers.get('cookie')).toBe('a=b');
  expect(handed.headers.has('origin')).toBe(false);
  expect(handed.body).toBeNull();
  aborting.abort();
  expect(handed.signal.aborted).toBe(true);
});

it('renders three pages at the same time, not counting those that wait for the database', async () => {
  vi.useFakeTimers();
  const begun: string[] = [];
  const database = Promise.withResolvers<void>();
  const pages = createPagesHandler(
    {
      entry: { module: { default: () => new Response() } },
      routes: {
        slow: {
          id: 'slow',
          path: '/slow',
          module: {
            loader: async ({ request }: { request: Request }) => {
              begun.push(new URL(request.url).search);
              await database.promise;
              return new Response('a page');
            },
          },
        },
      },
      assets: { routes: {}, version: '' },
      future: {},
      ssr: true,
      prerender: [],
      publicPath: '/',
      assetsBuildDirectory: '',
      isSpaMode: false,
      routeDiscovery: { mode: 'initial', manifestPath: '' },
    } as unknown as ServerBuild,
    { siteUrl } as PageServices,
  );
  const asked = [1, 2, 3, 4, 5].map((number) =>
    pages(new Request(`${siteUrl}/slow?${number}`), {
      policy: () => '',
      ipAddress: '192.0.2.1',
      form: new URLSearchParams(),
      report: {
        nameRoute: () => {},
        logThrown: () => {},
        lacksContent: () => {},
        takeDocument: () => {},
      },
    }),
  );
  await vi.advanceTimersByTimeAsync(50);
  expect(begun).toEqual(['?1', '?2', '?3']);
  await vi.advanceTimersByTimeAsync(50);
  expect(begun).toEqual(['?1', '?2', '?3', '?4', '?5']);
  database.resolve();
  for (const answer of await Promise.all(asked)) expect(await answer.text()).toBe('a page');
});
