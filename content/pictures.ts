import { sample } from '#domain/sample.ts';
import type { PicturesSettings, SettingsPicture } from '#domain/settings/pictures.ts';

/** The pictures of a new site. Each `sample(…)` is one that was drawn for it: the mentor uploads the real one. */
// biome-ignore format: one line per banner.
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
  brokerBanners: [
    { href: sample('https://example.com/broker-01'), image: { src: sample('/pictures/banners/01.svg'), alt: 'Sample broker banner 1', width: 1200, height: 300 }, isShown: true },
    { href: sample('https://example.com/broker-02'), image: { src: sample('/pictures/banners/02.svg'), alt: 'Sample broker banner 2', width: 1200, height: 300 }, isShown: true },
    { href: sample('https://example.com/broker-03'), image: { src: sample('/pictures/banners/03.svg'), alt: 'Sample broker banner 3', width: 1200, height: 300 }, isShown: true },
    { href: sample('https://example.com/broker-04'), image: { src: sample('/pictures/banners/04.svg'), alt: 'Sample broker banner 4', width: 1200, height: 300 }, isShown: true },
    { href: sample('https://example.com/broker-05'), image: { src: sample('/pictures/banners/05.svg'), alt: 'Sample broker banner 5', width: 1200, height: 300 }, isShown: true },
    { href: sample('https://example.com/broker-06'), image: { src: sample('/pictures/banners/06.svg'), alt: 'Sample broker banner 6', width: 1200, height: 300 }, isShown: true },
    { href: sample('https://example.com/broker-07'), image: { src: sample('/pictures/banners/07.svg'), alt: 'Sample broker banner 7', width: 1200, height: 300 }, isShown: true },
    { href: sample('https://example.com/broker-08'), image: { src: sample('/pictures/banners/08.svg'), alt: 'Sample broker banner 8', width: 1200, height: 300 }, isShown: true },
    { href: sample('https://example.com/broker-09'), image: { src: sample('/pictures/banners/09.svg'), alt: 'Sample broker banner 9', width: 1200, height: 300 }, isShown: true },
    { href: sample('https://example.com/broker-10'), image: { src: sample('/pictures/banners/10.svg'), alt: 'Sample broker banner 10', width: 1200, height: 300 }, isShown: true },
    { href: sample('https://example.com/broker-11'), image: { src: sample('/pictures/banners/11.svg'), alt: 'Sample broker banner 11', width: 1200, height: 300 }, isShown: true },
    { href: sample('https://example.com/broker-12'), image: { src: sample('/pictures/banners/12.svg'), alt: 'Sample broker banner 12', width: 1200, height: 300 }, isShown: true },
    { href: sample('https://example.com/broker-13'), image: { src: sample('/pictures/banners/13.svg'), alt: 'Sample broker banner 13', width: 1200, height: 300 }, isShown: true },
    { href: sample('https://example.com/broker-14'), image: { src: sample('/pictures/banners/14.svg'), alt: 'Sample broker banner 14', width: 1200, height: 300 }, isShown: true },
    { href: sample('https://example.com/broker-15'), image: { src: sample('/pictures/banners/15.svg'), alt: 'Sample broker banner 15', width: 1200, height: 300 }, isShown: true },
    { href: sample('https://example.com/broker-16'), image: { src: sample('/pictures/banners/16.svg'), alt: 'Sample broker banner 16', width: 1200, height: 300 }, isShown: true },
    { href: sample('https://example.com/broker-17'), image: { src: sample('/pictures/banners/17.svg'), alt: 'Sample broker banner 17', width: 1200, height: 300 }, isShown: true },
    { href: sample('https://example.com/broker-18'), image: { src: sample('/pictures/banners/18.svg'), alt: 'Sample broker banner 18', width: 1200, height: 300 }, isShown: true },
    { href: sample('https://example.com/broker-19'), image: { src: sample('/pictures/banners/19.svg'), alt: 'Sample broker banner 19', width: 1200, height: 300 }, isShown: true },
    { href: sample('https://example.com/broker-20'), image: { src: sample('/pictures/banners/20.svg'), alt: 'Sample broker banner 20', width: 1200, height: 300 }, isShown: true },
    { href: sample('https://example.com/broker-21'), image: { src: sample('/pictures/banners/21.svg'), alt: 'Sample broker banner 21', width: 1200, height: 300 }, isShown: true },
    { href: sample('https://example.com/broker-22'), image: { src: sample('/pictures/banners/22.svg'), alt: 'Sample broker banner 22', width: 1200, height: 300 }, isShown: true },
    { href: sample('https://example.com/broker-23'), image: { src: sample('/pictures/banners/23.svg'), alt: 'Sample broker banner 23', width: 1200, height: 300 }, isShown: true },
  ],
};

/** What stands in for what clients have sent, 9 to 16, until the mentor has uploaded some. */
export const testimonialPictures: SettingsPicture[] = [
  { src: sample('/pictures/testimonials/01.svg'), alt: 'Testimonial 1', width: 540, height: 960 },
  { src: sample('/pictures/testimonials/02.svg'), alt: 'Testimonial 2', width: 540, height: 960 },
  { src: sample('/pictures/testimonials/03.svg'), alt: 'Testimonial 3', width: 540, height: 960 },
  { src: sample('/pictures/testimonials/04.svg'), alt: 'Testimonial 4', width: 540, height: 960 },
  { src: sample('/pictures/testimonials/05.svg'), alt: 'Testimonial 5', width: 540, height: 960 },
  { src: sample('/pictures/testimonials/06.svg'), alt: 'Testimonial 6', width: 540, height: 960 },
  { src: sample('/pictures/testimonials/07.svg'), alt: 'Testimonial 7', width: 540, height: 960 },
  { src: sample('/pictures/testimonials/08.svg'), alt: 'Testimonial 8', width: 540, height: 960 },
  { src: sample('/pictures/testimonials/09.svg'), alt: 'Testimonial 9', width: 540, height: 960 },
  { src: sample('/pictures/testimonials/10.svg'), alt: 'Testimonial 10', width: 540, height: 960 },
  { src: sample('/pictures/testimonials/11.svg'), alt: 'Testimonial 11', width: 540, height: 960 },
  { src: sample('/pictures/testimonials/12.svg'), alt: 'Testimonial 12', width: 540, height: 960 },
  { src: sample('/pictures/testimonials/13.svg'), alt: 'Testimonial 13', width: 540, height: 960 },
];
