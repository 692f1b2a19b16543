import { expect, it } from 'vitest';
import { toPublicRequest } from './pages.ts';

const siteUrl = 'https://timevsprice.test';

it.each([
  ['http://127.0.0.1:3000/login?next=/admin', `${siteUrl}/login?next=/admin`],
  ['http://timevsprice.test/contact.data', `${siteUrl}/contact.data`],
  // No path makes another host of it.
  ['http://127.0.0.1:3000//evil.example/login', `${siteUrl}//evil.example/login`],
  ['http://127.0.0.1:3000/%2F/x', `${siteUrl}/%2F/x`],
])('%s is %s to a page', (url, expected) => {
  expect(toPublicRequest(new Request(url), siteUrl).url).toBe(expected);
});

it('keeps all but the origin, which was judged before, and the body, which was read', () => {
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
