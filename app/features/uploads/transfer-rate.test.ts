import { expect, it } from 'vitest';
import { createTransferRate } from './transfer-rate.ts';

it('tells bytes a second once it has seen enough', () => {
  const rate = createTransferRate();
  expect(rate.read(0, 0)).toBeUndefined();
  expect(rate.read(100, 100)).toBeUndefined();
  expect(rate.read(1_000, 1_000)).toBe(1_000);
});

it('follows a line that becomes slower', () => {
  const rate = createTransferRate();
  for (let second = 0; second <= 10; second += 1) rate.read(second * 1_000, second * 1_000);
  let speed: number | undefined;
  for (let second = 11; second <= 25; second += 1)
    speed = rate.read(10_000 + (second - 10) * 10, second * 1_000);
  expect(speed).toBeCloseTo(10, 0);
});

it('begins anew when bytes have to be sent again', () => {
  const rate = createTransferRate();
  rate.read(0, 0);
  rate.read(5_000, 1_000);
  expect(rate.read(2_000, 2_000)).toBeUndefined();
  expect(rate.read(3_000, 3_000)).toBe(1_000);
});
