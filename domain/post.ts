import type { PostParagraph } from './post-content.ts';

/** A post in a list. */
export interface PostCard {
  id: string;
  title: string;
  /** `YYYY-MM-DD`. */
  date: string;
  /** The address of a picture. */
  image: string | null;
  excerpt: string;
}

/** One page of the list of posts. */
export interface PostPage {
  posts: PostCard[];
  /** From 1 to `pageCount`. */
  page: number;
  /** 1 or more, even while there is no post. */
  pageCount: number;
}

/** A post, taken apart for reading. */
export interface Post extends PostCard {
  paragraphs: PostParagraph[];
}
