import { expect, it } from 'vitest';
import { loginPath, safeNextPath, signInPath } from './next-path.ts';

it.each([
  '/admin',
  '/admin?tab=leads&page=2',
  '/education/a%20b#comments',
  '/',
  '/?next=https://elsewhere.example',
  `/${'a'.repeat(1_999)}`,
])('follows %j, a path on this site', (path) => {
  expect(safeNextPath(path)).toBe(path);
});

it.each([
  undefined,
  null,
  '',
  'admin',
  'https://elsewhere.example',
  'javascript:alert(1)',
  '//elsewhere.example',
  '///elsewhere.example',
  '/\\elsewhere.example',
  '\\/elsewhere.example',
  '/\t/elsewhere.example',
  '/\n/elsewhere.example',
  '/\0/elsewhere.example',
  '/.//elsewhere.example',
  '/admin/..//elsewhere.example',
  '/%2e//elsewhere.example',
  ' //elsewhere.example',
  '//[',
  `/${'a'.repeat(2_000)}`,
])('leads to Today instead of %j', (path) => {
  expect(safeNextPath(path)).toBe('/admin/today');
});

it.each(['/admin', '/admin?tab=leads&page=2#top', '/a%20b', '/a?b=1+2'])(
  'reads %j back from the login URL',
  (path) => {
    const { searchParams } = new URL(loginPath(path), 'http://localhost');
    expect(searchParams.get('next')).toBe(path);
  },
);

it('leads to the missing step', () => {
  expect(loginPath('/admin?tab=leads')).toBe('/login?next=/admin%3Ftab%3Dleads');
  expect(signInPath('signed-out', '/admin')).toBe('/login?next=/admin');
  expect(signInPath('second-factor', '/admin')).toBe('/login/challenge?next=/admin');
});
