import type { Paged } from './paging.ts';
import type { PostBlock } from './post-content.ts';
import { publication } from './publication.ts';
import { findStoragePath } from './stored-file.ts';
import {
  calendarDay,
  emptyAsNull,
  optionalText,
  pictureDescription,
  requiredText,
  z,
} from './zod.ts';

export interface PostCard {
  id: string;
  title: string;
  /** What it is about, in a word or two, such as `Strategy`. */
  topic: string | null;
  /** `YYYY-MM-DD`. */
  date: string;
  image: string | null;
  /** What the picture shows, for those who cannot see it; the title says it where there is nothing. */
  imageAlt: string | null;
  excerpt: string;
  /** How long reading it takes, in minutes. */
  readingMinutes: number;
}

export interface PostPage extends Omit<Paged<PostCard>, 'items'> {
  posts: PostCard[];
}

export interface Post extends PostCard {
  blocks: PostBlock[];
  /** The posts before and after it, by day. */
  previous: PostTitle | null;
  next: PostTitle | null;
}

type PostTitle = Pick<PostCard, 'id' | 'title'>;

/** Words that a reader takes in within a minute. */
const wordsPerMinute = 200;

/** Returns the reading time of a text, in whole minutes. */
export const toReadingMinutes = (words: number) => Math.max(1, Math.round(words / wordsPerMinute));

/** What the admin asks for a post. Its picture lies in this site's storage; its excerpt is made from its content. */
export const postForm = z.object({
  title: requiredText('A title is required.', 1, 300),
  topic: emptyAsNull(optionalText(60)),
  date: calendarDay('A date is required.'),
  content: optionalText(100_000).default(''),
  image: emptyAsNull(
    z
      .string()
      .trim()
      .refine((url) => findStoragePath(url) !== undefined, 'Invalid image URL.'),
  ),
  image_alt: pictureDescription,
  published_at: publication,
});
export type PostForm = z.output<typeof postForm>;
