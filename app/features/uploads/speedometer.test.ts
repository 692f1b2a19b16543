import { expect, it } from 'vitest';
import { createSpeedometer } from './speedometer.ts';

it('tells bytes a second once it has seen enough', () => {
  const meter = createSpeedometer();
  expect(meter.read(0, 0)).toBeUndefined();
  expect(meter.read(100, 100)).toBeUndefined();
  expect(meter.read(1_000, 1_000)).toBe(1_000);
});

it('follows a line that becomes slower', () => {
  const meter = createSpeedometer();
  for (let second = 0; second <= 10; second += 1) meter.read(second * 1_000, second * 1_000);
  let speed: number | undefined;
  for (let second = 11; second <= 25; second += 1)
    speed = meter.read(10_000 + (second - 10) * 10, second * 1_000);
  expect(speed).toBeCloseTo(10, 0);
});

it('begins anew when bytes have to be sent again', () => {
  const meter = createSpeedometer();
  meter.read(0, 0);
  meter.read(5_000, 1_000);
  expect(meter.read(2_000, 2_000)).toBeUndefined();
  expect(meter.read(3_000, 3_000)).toBe(1_000);
});
