import { priceRequired, toCoursePrice } from '#features/content/rules/course.ts';
import { unusableFile } from '#features/content/rules/media.ts';
import { toExcerpt } from '#features/content/rules/post-content.ts';
import type { Database } from '#platform/db/executor.ts';
import { invalidBody } from '#platform/errors/errors.ts';
import type { FileStorage } from '#platform/storage/file-storage.ts';
import { isOwnUrl } from '#rules/picture-url.ts';
import { countDemo, removeDemo } from './demo-content.ts';
import { putInOrder } from './put-in-order.ts';
import {
  courseRecords,
  eventRecords,
  freebieRecords,
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
      posterUrlOf: (video) => video.poster_url,
      describeUnusable: () => unusableFile.video,
    },
  });
  const courses = createRecordServices({ ...shared, records: courseRecords });
  return {
    events: createRecordServices({ ...shared, records: eventRecords }),
    courses: {
      ...courses,
      add: (...[course]: Parameters<typeof courses.add>) => courses.add(withPrice(course)),
      async change({ changes, ...which }: Parameters<typeof courses.change>[0]) {
        const isPriced = changes.price !== undefined || changes.amount_cents !== undefined;
        const { price, amount_cents } = await courses.get({ ...which, drafts: true });
        const priced = withPrice({ price, amount_cents, ...changes });
        await courses.change({ ...which, changes: isPriced ? priced : changes });
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
    videos,
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

/** Derives the excerpt from the content. */
const withExcerpt = <Given extends { content?: string }>(given: Given): Given =>
  given.content === undefined ? given : { ...given, excerpt: toExcerpt(given.content) };
