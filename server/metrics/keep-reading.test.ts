import { expect, it } from 'vitest';
import { keepReading } from './keep-reading.ts';

/** Something to read, each time of which a test ends. */
function openReading(options: Parameters<typeof keepReading>[1]) {
  const readings: PromiseWithResolvers<number>[] = [];
  const ask = keepReading(() => {
    const reading = Promise.withResolvers<number>();
    readings.push(reading);
    return reading.promise;
  }, options);
  return { readings, ask };
}

it('reads once for all who ask, and not again while it is kept', async () => {
  const { readings, ask } = openReading({ keepMs: 3_600_000 });
  const asked = [ask(), ask()];
  readings[0]?.resolve(7);
  expect(await Promise.all(asked)).toEqual([
    { value: 7, hasFailed: false },
    { value: 7, hasFailed: false },
  ]);
  expect(await ask()).toEqual({ value: 7, hasFailed: false });
  expect(readings).toHaveLength(1);
});

it('lets nobody wait for what takes long: what was read last serves', async () => {
  const { readings, ask } = openReading({ keepMs: 0, patienceMs: 1 });
  expect(await ask()).toEqual({ value: undefined, hasFailed: false });
  readings[0]?.resolve(7);
  await expect.poll(ask).toEqual({ value: 7, hasFailed: false });
  // Another has begun, and hangs.
  expect(await ask()).toEqual({ value: 7, hasFailed: false });
  expect(readings).toHaveLength(2);
});

it('says that it failed, and reads again at once', async () => {
  const { readings, ask } = openReading({ keepMs: 3_600_000 });
  const failing = ask();
  readings[0]?.reject(new Error('away'));
  expect(await failing).toEqual({ value: undefined, hasFailed: true });
  const asked = ask();
  readings[1]?.resolve(7);
  expect(await asked).toEqual({ value: 7, hasFailed: false });
});
