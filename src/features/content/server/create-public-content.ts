import type { UpcomingEvent } from '#features/content/rules/event.ts';
import type { Freebie, Video } from '#features/content/rules/media.ts';
import {
  type Post,
  type PostCard,
  type PostPage,
  toReadingMinutes,
} from '#features/content/rules/post.ts';
import { parsePostContent, toExcerpt } from '#features/content/rules/post-content.ts';
import { findSmallPaths } from '#features/films/server/index.ts';
import {
  mentorDay,
  mentorInstant,
  type ReadSettings,
  type ResolvedSettings,
} from '#features/settings/server/index.ts';
import { isDatabaseUnreachable } from '#platform/db/circuit.ts';
import type { Database } from '#platform/db/executor.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { FileStorage } from '#platform/storage/file-storage.ts';
import { isRecordId } from '#rules/list-page.ts';
import { countPages } from '#rules/paging.ts';
import { findStoragePath, storageUrl } from '#rules/stored-file.ts';
import {
  countPosts,
  findAdjacentPosts,
  findPost,
  listCourses,
  listEventsFrom,
  listFreebies,
  listPostDates,
  listPosts,
  listTestimonials,
  listVideos,
} from './queries/content.ts';

/** The maximum number of posts in a sitemap; leaves room for the pages. */
const postsInSitemap = 49_000;

const postsInFeed = 20;

const postsPerPage = 12;

interface PublicContentOptions {
  db: Database;
  storage: Pick<FileStorage, 'find'>;
  log: Logger;
  readSettings: ReadSettings;
  now: () => Date;
}

export type PublicContent = ReturnType<typeof createPublicContent>;

/** Reads public content. Each result is `null` while the database is unavailable. */
export function createPublicContent({ db, storage, log, readSettings, now }: PublicContentOptions) {
  const findFileSize = createFindFileSize(storage);

  async function readNow<T>(what: string, read: () => Promise<T>): Promise<T | null> {
    try {
      return await read();
    } catch (error) {
      if (!isDatabaseUnreachable(error)) throw error;
      log.warn({ reason: error }, `The ${what} could not be read`);
      return null;
    }
  }

  return {
    /** Lists pictures for the home carousel, in the mentor's order; empty until one is visible. */
    listTestimonials: () => readNow('testimonials', () => listTestimonials(db, now())),
    /** Lists the courses under “More Courses”. */
    listCourses: () => readNow('courses', () => listCourses(db, now())),
    /** Lists events from today on in the mentor's time zone, the next one first. */
    listUpcomingEvents: () =>
      readNow('events', async () => readUpcomingEvents(db, now(), await readSettings())),
    /**
     * Returns one page of posts that contain these words, newest first; `undefined` if the page
     * does not exist.
     */
    listPosts: (page: number, words?: string[]) =>
      readNow('posts', () => readPostPage(db, page, now(), words)),
    listNewestPosts: () =>
      readNow('posts', async () => {
        const posts = await listPosts(db, { now: now(), limit: postsInFeed, offset: 0 });
        return posts.map(toCard);
      }),
    /** Lists all posts with their days (`YYYY-MM-DD`), for search engines. */
    listPostDates: () =>
      readNow('posts', () => listPostDates(db, { now: now(), limit: postsInSitemap })),
    /** Returns a post; `undefined` if it does not exist, is not public, or the id is invalid. */
    findPost: (id: string) => readNow('post', () => readPost(db, id, now())),
    listVideos: (): Promise<Video[] | null> => readNow('videos', () => readVideos(db, now())),
    async listFreebies(): Promise<Freebie[] | null> {
      const freebies = await readNow('freebies', () => listFreebies(db, now()));
      if (!freebies) return null;
      return Promise.all(
        freebies.map(async (one) => ({ ...one, fileSize: await findFileSize(one.fileUrl) })),
      );
    },
  };
}

/**
 * Returns a function that finds a file's size in bytes and caches it: the content under a file name
 * never changes.
 */
function createFindFileSize(storage: Pick<FileStorage, 'find'>) {
  const sizes = new Map<string, number>();
  return async (url: string): Promise<number | null> => {
    const path = findStoragePath(url);
    if (path === undefined) return null;
    const size = sizes.get(path) ?? (await storage.find(path).catch(() => undefined))?.size;
    if (size !== undefined) sizes.set(path, size);
    return size ?? null;
  };
}

async function readUpcomingEvents(
  db: Database,
  now: Date,
  { booking: clock }: ResolvedSettings,
): Promise<UpcomingEvent[]> {
  const rows = await listEventsFrom(db, mentorDay(now, clock));
  return rows.map(({ time: stored, ...event }) => {
    const time = stored?.slice(0, 5) ?? null;
    return {
      ...event,
      time,
      startsAt: time && mentorInstant(event.date, time, clock).toISOString(),
    };
  });
}

async function readPostPage(
  db: Database,
  page: number,
  now: Date,
  words: string[] = [],
): Promise<PostPage | undefined> {
  const pageCount = countPages(await countPosts(db, now, words), postsPerPage);
  if (page > pageCount) return undefined;
  const rows = await listPosts(db, {
    now,
    words,
    limit: postsPerPage,
    offset: (page - 1) * postsPerPage,
  });
  return { posts: rows.map(toCard), page, pageCount };
}

async function readPost(db: Database, id: string, now: Date): Promise<Post | undefined> {
  const row = isRecordId(id) ? await findPost(db, id, now) : undefined;
  if (!row) return undefined;
  const { content, excerpt, words, ...post } = row;
  return {
    ...post,
    ...(await findAdjacentPosts(db, row, now)),
    excerpt: excerpt || toExcerpt(content),
    readingMinutes: toReadingMinutes(words),
    blocks: parsePostContent(content),
  };
}

const toCard = ({
  opening,
  excerpt,
  words,
  ...post
}: Awaited<ReturnType<typeof listPosts>>[number]): PostCard => ({
  ...post,
  excerpt: excerpt || toExcerpt(opening),
  readingMinutes: toReadingMinutes(words),
});

/** Reads the public videos with their small renditions. */
async function readVideos(db: Database, at: Date): Promise<Video[]> {
  const rows = await listVideos(db, at);
  const pathOf = (url: string) => findStoragePath(url) ?? '';
  const small = await findSmallPaths(
    db,
    rows.map(({ videoUrl }) => pathOf(videoUrl)),
  );
  return rows.map((video) => {
    const smallPath = small.get(pathOf(video.videoUrl));
    return { ...video, smallUrl: smallPath === undefined ? null : storageUrl(smallPath) };
  });
}
