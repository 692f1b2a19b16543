import { expect, it } from 'vitest';
import { createTransferRate, fingerprintOf } from './sending.ts';

const film = (change?: number) => {
  const bytes = Uint8Array.from({ length: 3_000_000 }, (_, index) => (index * 7) % 251);
  if (change !== undefined) bytes[change] = 255;
  return bytes;
};

it('identifies a file by its content, whatever its name and date', async () => {
  const first = new File([film()], 'IMG_0001.MOV', { lastModified: 1 });
  const again = new File([film()], '0B5C7C4E.MOV', { lastModified: 2 });
  expect(await fingerprintOf('video', again)).toBe(await fingerprintOf('video', first));
  expect(await fingerprintOf('freebie', first)).not.toBe(await fingerprintOf('video', first));
});

it.each([0, 1_600_100, 2_999_999])('distinguishes files that differ at byte %i', async (at) => {
  const fingerprint = (bytes: Uint8Array<ArrayBuffer>) => fingerprintOf('video', new Blob([bytes]));
  expect(await fingerprint(film(at))).not.toBe(await fingerprint(film()));
});

it('measures bytes per second, and follows a connection that slows down', () => {
  const rate = createTransferRate();
  expect(rate.read(0, 0)).toBeUndefined();
  expect(rate.read(100, 100)).toBeUndefined();
  expect(rate.read(1_000, 1_000)).toBe(1_000);
  let speed: number | undefined;
  for (let second = 2; second <= 15; second += 1)
    speed = rate.read(1_000 + second * 10, second * 1_000);
  expect(speed).toBeCloseTo(10, 0);
  // A part is sent again.
  expect(rate.read(900, 16_000)).toBeUndefined();
});
