import { expect, it } from 'vitest';
import { keepMine } from './keep-mine.ts';

const base = { phone: '1', name: 'A', links: ['x'], sale: { kind: 'per-visitor', hours: 24 } };

it('keeps what was changed here, and what was changed there alone', () => {
  const mine = { ...base, phone: '2' };
  const theirs = { ...base, name: 'B', links: ['y'] };
  expect(keepMine(base, mine, theirs)).toEqual({ ...base, phone: '2', name: 'B', links: ['y'] });
});

it('is ours where both have changed the same, a list as a whole', () => {
  const mine = { ...base, phone: '2', links: ['x', 'mine'] };
  const theirs = { ...base, phone: '3', links: ['theirs', 'x'] };
  expect(keepMine(base, mine, theirs)).toEqual(mine);
});

it('looks into what has parts', () => {
  const nested = { home: { title: 'T', text: 'X' } };
  expect(
    keepMine(
      nested,
      { home: { title: 'mine', text: 'X' } },
      { home: { title: 'T', text: 'theirs' } },
    ),
  ).toEqual({ home: { title: 'mine', text: 'theirs' } });
});

it('does not mix two kinds of one thing', () => {
  const mine = { ...base, sale: { kind: 'none' } };
  const theirs = { ...base, sale: { kind: 'per-visitor', hours: 48 } };
  expect(keepMine<unknown>(base, mine, theirs)).toEqual(mine);
});
