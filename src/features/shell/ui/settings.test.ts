import { expect, it } from 'vitest';
import { readRoot } from './settings.ts';

it('returns empty settings if the root loader has failed', () => {
  const args = { location: { pathname: '/' }, matches: [{ id: 'root' }, undefined] };
  expect(readRoot(args)).toMatchObject({ settings: { name: '', email: null } });
});
