import type { DatabaseCircuit } from '#server/db/circuit.ts';
import type { Database } from '#server/db/executor.ts';
import {
  listCourses,
  listFreebies,
  listPostDates,
  listTestimonials,
  listVideos,
} from '#server/db/queries/content.ts';
import { AppError, describeError } from '#server/errors.ts';
import type { PublicContent } from '#server/http/page-context.ts';
import type { Logger } from '#server/logger.ts';
import type { FileStorage } from '#server/storage/file-storage.ts';
import { createFindPoster } from './find-posters.ts';
import { listUpcomingEvents } from './list-upcoming-events.ts';
import { readNewestPosts, readPost, readPostPage } from './read-posts.ts';

/** A page does not wait longer than this for what it shows, in milliseconds. */
const queryTimeoutMs = 2_000;

/** What one sitemap may hold at most, the pages left aside. */
const postsInSitemap = 49_000;

/** Posts in the feed. */
const postsInFeed = 20;

interface PublicContentOptions {
  db: Database;
  circuit: DatabaseCircuit;
  storage: Pick<FileStorage, 'find'>;
  log: Logger;
  now?: () => Date;
}

/** What everybody may read, each as `null` while the database is away. */
export function createPublicContent({
  db,
  circuit,
  storage,
  log,
  now = () => new Date(),
}: PublicContentOptions): PublicContent {
  const findPoster = createFindPoster(storage);

  async function readNow<T>(what: string, read: () => Promise<T>): Promise<T | null> {
    try {
      return await circuit.run(read, queryTimeoutMs);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.warn({ reason: describeError(error) }, `The ${what} could not be read`);
      return null;
    }
  }

  return {
    listTestimonials: () => readNow('testimonials', () => listTestimonials(db)),
    listCourses: () => readNow('courses', () => listCourses(db)),
    listUpcomingEvents: () => readNow('events', () => listUpcomingEvents(db, now())),
    listPosts: (page) => readNow('posts', () => readPostPage(db, page)),
    listNewestPosts: () => readNow('posts', () => readNewestPosts(db, postsInFeed)),
    listPostDates: () => readNow('posts', () => listPostDates(db, postsInSitemap)),
    findPost: (id) => readNow('post', () => readPost(db, id)),
    async listVideos() {
      const videos = await readNow('videos', () => listVideos(db));
      if (!videos) return null;
      return Promise.all(
        videos.map(async (video) => ({ ...video, posterUrl: await findPoster(video.videoUrl) })),
      );
    },
    listFreebies: () => readNow('freebies', () => listFreebies(db)),
  };
}
