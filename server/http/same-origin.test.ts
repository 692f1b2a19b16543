import { expect, it } from 'vitest';
import { isOwnWrite } from './same-origin.ts';

const siteUrl = 'https://timevsprice.test';
const host = '127.0.0.1:3000';

it.each([
  { fetchSite: 'same-origin', origin: undefined, isOwn: true },
  { fetchSite: 'none', origin: undefined, isOwn: true },
  { fetchSite: 'same-site', origin: undefined, isOwn: false },
  { fetchSite: 'cross-site', origin: undefined, isOwn: false },
  // What the browser says of the site outranks what the page says of its origin.
  { fetchSite: 'cross-site', origin: siteUrl, isOwn: false },
  { fetchSite: undefined, origin: 'http://127.0.0.1:3000', isOwn: true },
  { fetchSite: undefined, origin: 'http://127.0.0.1:3001', isOwn: false },
  { fetchSite: undefined, origin: siteUrl, isOwn: true },
  { fetchSite: undefined, origin: 'https://timevsprice.test.evil.example', isOwn: false },
  { fetchSite: undefined, origin: 'null', isOwn: false },
  { fetchSite: undefined, origin: '', isOwn: false },
  { fetchSite: undefined, origin: undefined, isOwn: true },
])('Sec-Fetch-Site $fetchSite, Origin $origin: $isOwn', ({ fetchSite, origin, isOwn }) => {
  expect(isOwnWrite({ fetchSite, origin, host, siteUrl })).toBe(isOwn);
});
