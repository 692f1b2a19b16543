import { expect, it } from 'vitest';
import { walLimits } from './wal-size.ts';

it.each([
  ['a disk of 64 MB', 64, 1, { most: 4, least: 2 }],
  ['a disk of 1 GB', 1_024, 1, { most: 64, least: 16 }],
  ['a large disk, as PostgreSQL itself', 500_000, 1, { most: 1_024, least: 80 }],
  ['a small disk with the pieces of an earlier version', 64, 16, { most: 64, least: 32 }],
])('keeps as much of the log as there is room for: %s', (_, disk, segment, limits) => {
  expect(walLimits(disk, segment)).toEqual(limits);
});
