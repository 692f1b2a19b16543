import type { TrashKind } from '#domain/trash.ts';

/** What entries of the trash are called: one, and all of them. */
export const trashWords: Record<TrashKind, { noun: string; plural: string }> = {
  leads: { noun: 'lead', plural: 'Leads' },
  bookings: { noun: 'booking', plural: 'Bookings' },
  events: { noun: 'event', plural: 'Events' },
  courses: { noun: 'course', plural: 'Courses' },
  blog_posts: { noun: 'post', plural: 'Posts' },
  testimonials: { noun: 'testimonial', plural: 'Testimonials' },
  videos: { noun: 'video', plural: 'Videos' },
  freebies: { noun: 'freebie', plural: 'Freebies' },
};
