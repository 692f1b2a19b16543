import { expect, it } from 'vitest';
import { describeOrigin, noOrigin, origin, originOfForm, toPagePath } from './origin.ts';

const record = '5a3b1e00-0000-4000-8000-000000000001';

it.each([
  ['/', '/'],
  ['/about', '/about'],
  ['/About?utm_source=x#top', '/about'],
  [`/education/${record}`, `/education/${record}`],
  [`/blog/${record}`, `/education/${record}`],
  ['/blog', '/education'],
  // This path gives access to a booking.
  ['/booking/secret-token', '/booking'],
  ['/privacy/request?token=secret', '/privacy/request'],
  ['/login/new-password?token=secret', '/login'],
  ['nowhere', null],
  ['/%E2%82%AC', null],
  [`/${'a'.repeat(41)}`, null],
])('counts %s as %s', (path, page) => {
  expect(toPagePath(path)).toBe(page);
});

it('keeps hosts and campaigns in the form that is counted', () => {
  const given = {
    first_page: '/about',
    referrer: 'WWW.Facebook.com',
    utm_source: ' Face\nbook ',
    utm_medium: '\uD800',
    utm_campaign: '💛'.repeat(200),
  };
  expect(origin.parse(given)).toEqual({
    first_page: '/about',
    referrer: 'facebook.com',
    utm_source: 'face book',
    utm_medium: '\uFFFD',
    utm_campaign: '💛'.repeat(100),
  });
});

it.each(['https://facebook.com/group', 'a host', '<b>', '-.', 7, 'x'.repeat(2_001)])(
  'rejects %s as a host',
  (referrer) => {
    expect(origin.parse({ referrer })).toEqual(noOrigin);
  },
);

it('the origin of a form is undefined without a first page', () => {
  const schema = originOfForm;
  expect(schema.parse(undefined)).toBeUndefined();
  expect(schema.parse({ utm_source: 'x' })).toBeUndefined();
  expect(schema.parse({ first_page: '/' })).toEqual({ ...noOrigin, first_page: '/' });
});

it('an origin is described in words if known', () => {
  const direct = { ...noOrigin, first_page: '/' };
  expect(describeOrigin(noOrigin)).toBeUndefined();
  expect(describeOrigin(direct)).toBe('Direct visit, landed on /');
  expect(describeOrigin({ ...direct, referrer: 'facebook.com', utm_source: 'fb' })).toBe(
    'From facebook.com (fb), landed on /',
  );
  expect(describeOrigin({ ...direct, utm_source: 'fb', utm_campaign: 'gold' })).toBe(
    'From a link (fb · gold), landed on /',
  );
});
