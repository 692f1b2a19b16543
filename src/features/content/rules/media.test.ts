import { expect, it } from 'vitest';
import { describeTestimonial, testimonialForm, videoForm } from './media.ts';

it('accepts a testimonial with or without a name and a quote', () => {
  const image_url = '/storage/testimonials/1-a.png';
  expect(testimonialForm.parse({ image_url, name: ' ', words: 'I passed. ' })).toMatchObject({
    name: null,
    words: 'I passed.',
  });
  expect(testimonialForm.safeParse({ image_url, name: 'x'.repeat(101) }).success).toBe(false);
});

it('accepts the length of a video only as a positive number of seconds', () => {
  const video = { title: 'T', subtitle: 'S', video_url: '/storage/testimonials/videos/1-a.mp4' };
  expect(videoForm.safeParse({ ...video, duration_seconds: 754 }).success).toBe(true);
  for (const duration_seconds of [0, -1, 1.5, '754']) {
    expect(videoForm.safeParse({ ...video, duration_seconds }).success).toBe(false);
  }
});

it('names the person in the description of a testimonial', () => {
  expect(describeTestimonial({ name: 'Thandi', words: null }, 'Testimonial 1')).toBe(
    'Testimonial from Thandi',
  );
  expect(describeTestimonial({ name: null, words: null }, 'Testimonial 1')).toBe('Testimonial 1');
});
