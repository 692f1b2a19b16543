import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parsePictureUrl, pictureFormats, pictureUrl, pictureWidths } from './picture-url.ts';

const sources = [
  '/storage/testimonials/1-a.png',
  '/storage/testimonials/blog/1763-my_chart.v2.JPG',
  '/pictures/testimonials/01.webp',
];

it('reads every URL that it creates', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...sources),
      fc.constantFrom(...pictureWidths, 'share' as const),
      fc.constantFrom(...pictureFormats),
      (source, size, format) => {
        const version = { source, size, format };
        expect(parsePictureUrl(pictureUrl(version))).toEqual(version);
      },
    ),
  );
});

it.each([
  '/images/641/storage/testimonials/blog/1-a.png.webp',
  '/images/0640/storage/testimonials/blog/1-a.png.webp',
  '/images/640/storage/testimonials/blog/1-a.png.gif',
  '/images/640/storage/testimonials/blog/1-a.png',
  '/images/640/storage/testimonials/videos/1-a.mp4.webp',
  '/images/640/storage/testimonials/../../secret.png.webp',
  '/images/640/storage/testimonials/blog/%2e%2e/a.png.webp',
  '/images/640/storage/other/1-a.png.webp',
  '/images/640/pictures/founder.svg.webp',
  '/images/640/pictures/../server.png.webp',
  '/images/640/assets/a.png.webp',
  '/images/640/https://example.com/a.png.webp',
  '/images/640//example.com/a.png.webp',
  '/elsewhere/images/640/pictures/a.png.webp',
  '/images/640/pictures/a.png.webp/more',
])('rejects %s as the address of a picture', (address) => {
  expect(parsePictureUrl(address)).toBeUndefined();
});
