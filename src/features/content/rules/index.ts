export { type Course, courseForm } from './course.ts';
export { eventForm, type UpcomingEvent } from './event.ts';
export { parseLinkedText, type TextParagraph } from './linked-text.ts';
export {
  describeTestimonial,
  freebieForm,
  testimonialForm,
  type Video,
  videoForm,
} from './media.ts';
export { type Post, postForm } from './post.ts';
export { type PostBlock, parsePostContent } from './post-content.ts';
export { parseSearch } from './post-search.ts';
export { youTubeFrames } from './youtube.ts';
