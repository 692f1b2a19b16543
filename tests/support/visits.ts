import type { TestApi } from './api.ts';

/** A browser that is no robot by its name. */
export const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Who is shown a page, and where they came from. */
export interface PageView {
  by?: string;
  from?: Record<string, string>;
  headers?: Record<string, string>;
}

/** Tells a site of a page that is shown, as a page of ours does. */
export const tellOfPage = async (
  { app }: TestApi,
  query: URLSearchParams,
  headers: Record<string, string> = {},
): Promise<Response> =>
  app.request(`/api/visits?${query}`, {
    method: 'POST',
    headers: { 'User-Agent': browser, ...headers },
  });

/** Shows a page to a visitor: to the same one, unless an address says otherwise. */
export const showPage = (
  api: TestApi,
  page: string,
  { by = '192.0.2.1', from = {}, headers = {} }: PageView = {},
): Promise<Response> =>
  tellOfPage(api, new URLSearchParams({ page, ...from }), { 'X-Forwarded-For': by, ...headers });

/** What keeps a page from being counted, by who or what sends it. */
export const uncounted: [who: string, headers: Record<string, string>][] = [
  ['Do Not Track', { DNT: '1' }],
  ['Global Privacy Control', { 'Sec-GPC': '1' }],
  ['a page that is fetched ahead', { 'Sec-Purpose': 'prefetch;prerender' }],
  ['somebody who is signed in', { Cookie: '__Secure-site.session_token=x' }],
  ['a search engine', { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
  ['a headless browser', { 'User-Agent': browser.replace('Firefox', 'HeadlessChrome') }],
  ['a program', { 'User-Agent': 'curl/8.5.0' }],
  ['a nameless program', { 'User-Agent': '' }],
];
