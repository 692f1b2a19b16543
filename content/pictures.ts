import { sample } from '#domain/sample.ts';

/*
 * Every picture an operator will want to replace, one line each. To replace
 * one: drop the new file into public/pictures, then edit its line here - its
 * address (`src`), what it shows (`alt`), and its own width and height in
 * pixels - and take `sample(…)` away around it. Any of SVG, PNG, JPEG, WebP and
 * AVIF will do. The server lists at start the samples that are left. The picture that
 * social networks show is in site.ts.
 */

/** The founder's portrait, 4 to 5. Replace it: drop the photograph into public/pictures and edit this line. */
export const founderPicture = sample({
  src: '/pictures/founder.svg',
  alt: 'Portrait of the founder',
  width: 800,
  height: 1000,
});

/**
 * What clients have sent, 9 to 16, in the carousel's order. These are samples.
 * To replace one, drop the screenshot into public/pictures/testimonials and
 * edit its line; add or remove lines freely.
 */
export const testimonialPictures = [
  sample({ src: '/pictures/testimonials/01.svg', alt: 'Testimonial 1', width: 540, height: 960 }),
  sample({ src: '/pictures/testimonials/02.svg', alt: 'Testimonial 2', width: 540, height: 960 }),
  sample({ src: '/pictures/testimonials/03.svg', alt: 'Testimonial 3', width: 540, height: 960 }),
  sample({ src: '/pictures/testimonials/04.svg', alt: 'Testimonial 4', width: 540, height: 960 }),
  sample({ src: '/pictures/testimonials/05.svg', alt: 'Testimonial 5', width: 540, height: 960 }),
  sample({ src: '/pictures/testimonials/06.svg', alt: 'Testimonial 6', width: 540, height: 960 }),
  sample({ src: '/pictures/testimonials/07.svg', alt: 'Testimonial 7', width: 540, height: 960 }),
  sample({ src: '/pictures/testimonials/08.svg', alt: 'Testimonial 8', width: 540, height: 960 }),
  sample({ src: '/pictures/testimonials/09.svg', alt: 'Testimonial 9', width: 540, height: 960 }),
  sample({ src: '/pictures/testimonials/10.svg', alt: 'Testimonial 10', width: 540, height: 960 }),
  sample({ src: '/pictures/testimonials/11.svg', alt: 'Testimonial 11', width: 540, height: 960 }),
  sample({ src: '/pictures/testimonials/12.svg', alt: 'Testimonial 12', width: 540, height: 960 }),
  sample({ src: '/pictures/testimonials/13.svg', alt: 'Testimonial 13', width: 540, height: 960 }),
] as const;

/**
 * Brokers' banners, and where each one leads. These are samples. To replace
 * one, drop the broker's picture into public/pictures/banners and edit its
 * line: `href` is the partner link; add or remove lines freely.
 */
// biome-ignore format: one line per picture.
export const brokerBanners = [
  sample({ href: 'https://example.com/broker-01', image: { src: '/pictures/banners/01.svg', alt: 'Sample broker banner 1', width: 1200, height: 300 } }),
  sample({ href: 'https://example.com/broker-02', image: { src: '/pictures/banners/02.svg', alt: 'Sample broker banner 2', width: 1200, height: 300 } }),
  sample({ href: 'https://example.com/broker-03', image: { src: '/pictures/banners/03.svg', alt: 'Sample broker banner 3', width: 1200, height: 300 } }),
  sample({ href: 'https://example.com/broker-04', image: { src: '/pictures/banners/04.svg', alt: 'Sample broker banner 4', width: 1200, height: 300 } }),
  sample({ href: 'https://example.com/broker-05', image: { src: '/pictures/banners/05.svg', alt: 'Sample broker banner 5', width: 1200, height: 300 } }),
  sample({ href: 'https://example.com/broker-06', image: { src: '/pictures/banners/06.svg', alt: 'Sample broker banner 6', width: 1200, height: 300 } }),
  sample({ href: 'https://example.com/broker-07', image: { src: '/pictures/banners/07.svg', alt: 'Sample broker banner 7', width: 1200, height: 300 } }),
  sample({ href: 'https://example.com/broker-08', image: { src: '/pictures/banners/08.svg', alt: 'Sample broker banner 8', width: 1200, height: 300 } }),
  sample({ href: 'https://example.com/broker-09', image: { src: '/pictures/banners/09.svg', alt: 'Sample broker banner 9', width: 1200, height: 300 } }),
  sample({ href: 'https://example.com/broker-10', image: { src: '/pictures/banners/10.svg', alt: 'Sample broker banner 10', width: 1200, height: 300 } }),
  sample({ href: 'https://example.com/broker-11', image: { src: '/pictures/banners/11.svg', alt: 'Sample broker banner 11', width: 1200, height: 300 } }),
  sample({ href: 'https://example.com/broker-12', image: { src: '/pictures/banners/12.svg', alt: 'Sample broker banner 12', width: 1200, height: 300 } }),
  sample({ href: 'https://example.com/broker-13', image: { src: '/pictures/banners/13.svg', alt: 'Sample broker banner 13', width: 1200, height: 300 } }),
  sample({ href: 'https://example.com/broker-14', image: { src: '/pictures/banners/14.svg', alt: 'Sample broker banner 14', width: 1200, height: 300 } }),
  sample({ href: 'https://example.com/broker-15', image: { src: '/pictures/banners/15.svg', alt: 'Sample broker banner 15', width: 1200, height: 300 } }),
  sample({ href: 'https://example.com/broker-16', image: { src: '/pictures/banners/16.svg', alt: 'Sample broker banner 16', width: 1200, height: 300 } }),
  sample({ href: 'https://example.com/broker-17', image: { src: '/pictures/banners/17.svg', alt: 'Sample broker banner 17', width: 1200, height: 300 } }),
  sample({ href: 'https://example.com/broker-18', image: { src: '/pictures/banners/18.svg', alt: 'Sample broker banner 18', width: 1200, height: 300 } }),
  sample({ href: 'https://example.com/broker-19', image: { src: '/pictures/banners/19.svg', alt: 'Sample broker banner 19', width: 1200, height: 300 } }),
  sample({ href: 'https://example.com/broker-20', image: { src: '/pictures/banners/20.svg', alt: 'Sample broker banner 20', width: 1200, height: 300 } }),
  sample({ href: 'https://example.com/broker-21', image: { src: '/pictures/banners/21.svg', alt: 'Sample broker banner 21', width: 1200, height: 300 } }),
  sample({ href: 'https://example.com/broker-22', image: { src: '/pictures/banners/22.svg', alt: 'Sample broker banner 22', width: 1200, height: 300 } }),
  sample({ href: 'https://example.com/broker-23', image: { src: '/pictures/banners/23.svg', alt: 'Sample broker banner 23', width: 1200, height: 300 } }),
] as const;
