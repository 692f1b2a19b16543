import { expect, it } from 'vitest';
import { shownPage, toPercent } from './visits.ts';

it('reads a page view, and drops an invalid origin', () => {
  const nowhere = { referrer: null, utm_source: null, utm_medium: null, utm_campaign: null };
  expect(shownPage.parse({ page: '/about?x=1' })).toEqual({ page: '/about', ...nowhere });
  expect(shownPage.parse({ page: '/', referrer: '<b>', utm_source: ' Telegram ' })).toEqual({
    page: '/',
    ...nowhere,
    utm_source: 'telegram',
  });
  expect(shownPage.safeParse({ page: 7 }).success).toBe(false);
  expect(shownPage.safeParse({ page: 'x'.repeat(2_001) }).success).toBe(false);
});

it.each([
  [1, 3, '33%'],
  [1, 30, '3.3%'],
  [0, 30, '0%'],
  [30, 30, '100%'],
  [5, 0, undefined],
  [5, 1, undefined],
])('%d of %d is %s', (part, whole, text) => {
  expect(toPercent(part, whole)).toBe(text);
});
