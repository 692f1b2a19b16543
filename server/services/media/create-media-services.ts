import { unusableFile } from '#domain/media.ts';
import { isOwnUrl } from '#domain/picture-url.ts';
import { freebieRecords, testimonialRecords, videoRecords } from '#server/db/queries/content.ts';
import type { AppError } from '#server/errors.ts';
import { createFindPoster } from '#server/services/content/find-posters.ts';
import {
  createRecordServices,
  type RecordServices,
} from '#server/services/records/create-record-services.ts';
import { deleteMedia } from './delete-media.ts';
import { type MediaDeps, type MediaItem, unusableUrl } from './media-deps.ts';
import { withStoredFile } from './with-stored-file.ts';

type Shared = Pick<MediaDeps<MediaItem>, 'db' | 'circuit' | 'storage'>;

/** Puts together what can be done with testimonials, videos and freebies: rows that stand for files. */
export function createMediaServices(shared: Shared) {
  const videos = createFileRecords({
    ...shared,
    records: videoRecords,
    urlOf: (video) => video.video_url,
    refuseUrl: () => unusableUrl(unusableFile.video),
  });
  const findPoster = createFindPoster(shared.storage);
  const withPoster = async <Video extends { video_url: string }>(video: Video) => ({
    ...video,
    poster_url: await findPoster(video.video_url),
  });
  return {
    testimonials: createFileRecords({
      ...shared,
      records: testimonialRecords,
      urlOf: (testimonial) => testimonial.image_url,
      refuseUrl: refuseTestimonialUrl,
    }),
    videos: {
      ...videos,
      list: async (page: Parameters<typeof videos.list>[0]) => {
        const { items, ...rest } = await videos.list(page);
        return { ...rest, items: await Promise.all(items.map(withPoster)) };
      },
      get: async (which: { id: string }) => withPoster(await videos.get(which)),
    },
    freebies: createFileRecords({
      ...shared,
      records: freebieRecords,
      urlOf: (freebie) => freebie.file_url,
      refuseUrl: () => unusableUrl(unusableFile.freebie),
    }),
  };
}

/** What can be done with a table whose rows name files. */
export const createFileRecords = <Item extends MediaItem>(
  deps: MediaDeps<Item>,
): RecordServices<Item> => ({
  ...createRecordServices(withStoredFile(deps)),
  delete: (which) => deleteMedia(deps, which),
});

const refuseTestimonialUrl = (url: string): AppError =>
  unusableUrl(
    isOwnUrl(url) ? 'Could not determine file path for deletion.' : unusableFile.testimonial,
  );
