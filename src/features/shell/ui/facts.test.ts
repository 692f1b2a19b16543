import { expect, it } from 'vitest';
import { readRoot } from './facts.ts';

it('returns empty facts if the root loader has failed', () => {
  const args = { location: { pathname: '/' }, matches: [{ id: 'root' }, undefined] };
  expect(readRoot(args)).toMatchObject({ facts: { name: '', email: null } });
});
