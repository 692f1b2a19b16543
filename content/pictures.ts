import type { PicturesSettings, SettingsPicture } from '#features/settings/rules/index.ts';
import { sample } from '#rules/sample.ts';

/** Sample pictures are numbered from 01. */
const numbers = (count: number) =>
  Array.from({ length: count }, (_, index) => String(index + 1).padStart(2, '0'));

/**
 * The default pictures of a new site. Each `sample(…)` is a placeholder until the mentor uploads a
 * real picture.
 */
export const pictures: PicturesSettings = {
  portrait: {
    src: sample('/pictures/founder.svg'),
    alt: 'Portrait of the founder',
    width: 800,
    height: 1000,
  },
  sharePicture: {
    src: '/og.png',
    alt: 'Time vs Price: a gold candlestick inside the dial of a watch',
    width: 1200,
    height: 630,
  },
  productPictures: [],
  brokerBanners: numbers(23).map((number) => ({
    href: sample(`https://example.com/broker-${number}`),
    image: {
      src: sample(`/pictures/banners/${number}.svg`),
      alt: `Sample broker banner ${Number(number)}`,
      width: 1200,
      height: 300,
    },
    isShown: true,
  })),
};

/** Placeholders for testimonials, in the ratio 9 to 16, until the mentor uploads real ones. */
export const testimonialPictures: SettingsPicture[] = numbers(13).map((number) => ({
  src: sample(`/pictures/testimonials/${number}.svg`),
  alt: `Testimonial ${Number(number)}`,
  width: 540,
  height: 960,
}));
