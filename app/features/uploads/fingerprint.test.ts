import { expect, it } from 'vitest';
import { fingerprintOf } from './fingerprint.ts';

const film = (change?: number) => {
  const bytes = Uint8Array.from({ length: 3_000_000 }, (_, index) => (index * 7) % 251);
  if (change !== undefined) bytes[change] = 255;
  return bytes;
};

it('knows a file by its content, whatever it is called and when it was made', async () => {
  const first = new File([film()], 'IMG_0001.MOV', { lastModified: 1 });
  const again = new File([film()], '0B5C7C4E.MOV', { lastModified: 2 });
  expect(await fingerprintOf('video', again)).toBe(await fingerprintOf('video', first));
  expect(await fingerprintOf('freebie', first)).not.toBe(await fingerprintOf('video', first));
});

it.each([0, 1_600_100, 2_999_999])('knows another one that differs at byte %i', async (at) => {
  const fingerprint = (bytes: Uint8Array<ArrayBuffer>) => fingerprintOf('video', new Blob([bytes]));
  expect(await fingerprint(film(at))).not.toBe(await fingerprint(film()));
  expect(await fingerprint(film().slice(1))).not.toBe(await fingerprint(film()));
});
