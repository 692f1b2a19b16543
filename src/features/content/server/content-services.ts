import {
  isPlanCourse,
  priceRequired,
  slugTaken,
  toCoursePrice,
  toSlug,
} from '#features/content/rules/course.ts';
import { unusableFile } from '#features/content/rules/media.ts';
import { toExcerpt } from '#features/content/rules/post-content.ts';
import { findConvertedPath } from '#features/films/server/index.ts';
import type { Database } from '#platform/db/executor.ts';
import { findDatabaseError } from '#platform/db/find-database-error.ts';
import { AppError, invalidBody } from '#platform/errors/errors.ts';
import type { FileStorage } from '#platform/storage/file-storage.ts';
import { isOwnUrl } from '#rules/picture-url.ts';
import { findStoragePath, storageUrl } from '#rules/stored-file.ts';
import { countDemo, removeDemo } from './demo-content.ts';
import { putInOrder } from './put-in-order.ts';
import {
  courseRecords,
  eventRecords,
  findAccessTo,
  freebieRecords,
  listSlugsLike,
  postRecords,
  testimonialRecords,
  videoRecords,
} from './queries/content.ts';
import type { OrderedTable } from './queries/record-order.ts';
import { createRecordServices } from './record-services.ts';

export type ContentServices = ReturnType<typeof createContentServices>;

/** Creates the services of each content table. */
export function createContentServices(shared: {
  db: Database;
  storage: FileStorage;
  now: () => Date;
}) {
  const posts = createRecordServices({
    ...shared,
    records: postRecords,
    file: { urlOf: (post) => post.image, describeUnusable: () => unusableFile.testimonial },
  });
  const videos = createRecordServices({
    ...shared,
    records: videoRecords,
    file: {
      urlOf: (video) => video.video_url,
      otherUrlsOf: (video) => [video.poster_url, video.captions_url],
      describeUnusable: () => unusableFile.video,
    },
  });
  const courses = createRecordServices({ ...shared, records: courseRecords });
  return {
    events: createRecordServices({ ...shared, records: eventRecords }),
    courses: {
      ...courses,
      async add(...[course]: Parameters<typeof courses.add>) {
        const { id, title = '' } = course;
        const slug = course.slug ?? (await chooseSlug(shared.db, { id, title }));
        await unlessSlugTaken(courses.add({ ...withPrice(course), slug }));
      },
      async change({ changes, ...which }: Parameters<typeof courses.change>[0]) {
        const isPriced = changes.price !== undefined || changes.amount_cents !== undefined;
        const { id, price, amount_cents, title } = await courses.get({ ...which, drafts: true });
        const priced = withPrice({ price, amount_cents, ...changes });
        const slug =
          changes.slug === null
            ? await chooseSlug(shared.db, { id, title: changes.title ?? title })
            : changes.slug;
        const named = { ...(isPriced ? priced : changes), ...(slug !== undefined && { slug }) };
        await unlessSlugTaken(courses.change({ ...which, changes: named }));
      },
      async delete(which: { id: string }) {
        if (isPlanCourse(which)) {
          throw courseNeeded(
            'A plan card on the services page sells this course. It can’t be deleted.',
          );
        }
        const { isGiven, isOpen, isOrdered } = await findAccessTo(
          shared.db,
          which.id,
          shared.now(),
        );
        if (isGiven) {
          const have = isOpen ? 'have' : 'had';
          throw courseNeeded(`People ${have} access to this course. Make it a draft instead.`);
        }
        if (isOrdered) {
          throw courseNeeded('An unpaid order is for this course. Make it a draft instead.');
        }
        await courses.delete(which);
      },
    },
    posts: {
      ...posts,
      add: (...[post]: Parameters<typeof posts.add>) => posts.add(withExcerpt(post)),
      change: ({ changes, ...which }: Parameters<typeof posts.change>[0]) =>
        posts.change({ ...which, changes: withExcerpt(changes) }),
    },
    testimonials: createRecordServices({
      ...shared,
      records: testimonialRecords,
      file: {
        urlOf: (testimonial) => testimonial.image_url,
        describeUnusable: (url) =>
          isOwnUrl(url) ? 'Could not determine file path for deletion.' : unusableFile.testimonial,
      },
    }),
    videos: {
      ...videos,
      add: async (...[video]: Parameters<typeof videos.add>) =>
        videos.add(await withConvertedFilm(shared.db, video)),
      change: async ({ changes, ...which }: Parameters<typeof videos.change>[0]) =>
        videos.change({ ...which, changes: await withConvertedFilm(shared.db, changes) }),
    },
    countSamples: () => countDemo(shared),
    removeSamples: () => removeDemo(shared),
    putInOrder: (table: OrderedTable, order: { ids: string[] }) =>
      putInOrder(shared.db, table, order),
    freebies: createRecordServices({
      ...shared,
      records: freebieRecords,
      file: { urlOf: (freebie) => freebie.file_url, describeUnusable: () => unusableFile.freebie },
    }),
  };
}

/** Derives the price of a course from its amount, unless the mentor wrote other words. Throws 422. */
function withPrice<Given extends { price?: string; amount_cents?: number | null }>(given: Given) {
  const price = toCoursePrice({
    price: given.price ?? '',
    amount_cents: given.amount_cents ?? null,
  });
  if (price === null) throw invalidBody([{ field: 'price', message: priceRequired }]);
  return { ...given, price };
}

/** Returns a name for a course in addresses that no other course has, made from its title. */
async function chooseSlug(db: Database, { id, title }: { id: string; title: string }) {
  const base = toSlug(title);
  const taken = new Set(await listSlugsLike(db, base, id));
  let slug = base;
  for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
  return slug;
}

/** Waits for a write. Throws 422 if another course has the same name in addresses. */
async function unlessSlugTaken(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    const isTaken = findDatabaseError(error)?.constraint === 'courses_slug_unique';
    throw isTaken ? invalidBody([{ field: 'slug', message: slugTaken }]) : error;
  }
}

/** The course can't go to the trash (409). */
const courseNeeded = (userMessage: string) => new AppError(409, 'course-needed', userMessage);

interface GivenFilm {
  video_url?: string;
  poster_url?: string | null;
  duration_seconds?: number | null;
}

/**
 * Reads an upload that was converted while a form was open as the film that replaced it. That one has a poster
 * and a length, which a form without them must not remove.
 */
async function withConvertedFilm<Given extends GivenFilm>(db: Database, given: Given) {
  const uploaded = findStoragePath(given.video_url ?? '');
  const converted = uploaded && (await findConvertedPath(db, uploaded));
  if (!converted) return given;
  const { poster_url, duration_seconds, ...others } = given;
  return {
    ...others,
    video_url: storageUrl(converted),
    ...(poster_url && { poster_url }),
    ...(duration_seconds && { duration_seconds }),
  };
}

/** Derives the excerpt from the content. */
const withExcerpt = <Given extends { content?: string }>(given: Given): Given =>
  given.content === undefined ? given : { ...given, excerpt: toExcerpt(given.content) };
