import type { Paged } from '#rules/paging.ts';
import { findStoragePath } from '#rules/stored-file.ts';
import {
  calendarDay,
  emptyAsNull,
  optionalText,
  pictureDescription,
  requiredText,
  z,
} from '#rules/zod.ts';
import type { PostBlock } from './post-content.ts';
import { publication } from './publication.ts';

export interface PostCard {
  id: string;
  title: string;
  /** One or two words, e.g. `Strategy`. */
  topic: string | null;
  /** `YYYY-MM-DD`. */
  date: string;
  image: string | null;
  /** The picture's alt text. Without one, the title describes it. */
  imageAlt: string | null;
  excerpt: string;
  readingMinutes: number;
}

export interface PostPage extends Omit<Paged<PostCard>, 'items'> {
  posts: PostCard[];
}

export interface Post extends PostCard {
  blocks: PostBlock[];
  /** The older and the newer post. */
  previous: PostTitle | null;
  next: PostTitle | null;
}

type PostTitle = Pick<PostCard, 'id' | 'title'>;

/** The assumed reading speed, in words per minute. */
const wordsPerMinute = 200;

/** Returns the reading time of a text, in whole minutes. */
export const toReadingMinutes = (words: number) => Math.max(1, Math.round(words / wordsPerMinute));

/**
 * The form of a post. Its picture is in this site's storage; its excerpt is derived from its
 * content.
 */
export const postForm = z.object({
  title: requiredText('A title is required.', 1, 300).meta({ label: 'Title' }),
  topic: emptyAsNull(optionalText(60)).meta({
    label: 'Topic',
    help: 'e.g. Strategy or Mindset',
  }),
  date: calendarDay('A date is required.').meta({ label: 'Date' }),
  image: emptyAsNull(
    z
      .string()
      .trim()
      .refine((url) => findStoragePath(url) !== undefined, 'Invalid image URL.'),
  ).meta({ label: 'Image' }),
  image_alt: pictureDescription.meta({ label: 'Image description' }),
  content: optionalText(100_000).default('').meta({ label: 'Content' }),
  published_at: publication,
});
export type PostForm = z.output<typeof postForm>;
