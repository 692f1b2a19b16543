import { toExcerpt } from '#domain/excerpt.ts';
import { unusableFile } from '#domain/media.ts';
import { createFileRecords } from '#server/services/media/create-media-services.ts';
import { type MediaDeps, unusableUrl } from '#server/services/media/media-deps.ts';
import type { RecordServices } from '#server/services/records/create-record-services.ts';

interface PostItem {
  id: string;
  content: string;
  excerpt: string;
  image: string | null;
}

/**
 * What can be done with posts: an excerpt always tells what its content says now, and a
 * picture lies in the storage as long as its post is there.
 */
export function createPostServices<Item extends PostItem>(
  deps: Pick<MediaDeps<Item>, 'db' | 'circuit' | 'storage' | 'records'>,
): RecordServices<Item> {
  const services = createFileRecords({
    ...deps,
    urlOf: (post) => post.image,
    refuseUrl: () => unusableUrl(unusableFile.testimonial),
  });
  const withExcerpt = <Given extends Partial<PostItem>>(given: Given): Given =>
    given.content === undefined ? given : { ...given, excerpt: toExcerpt(given.content) };
  return {
    ...services,
    add: (record) => services.add(withExcerpt(record)),
    change: ({ id, changes }) => services.change({ id, changes: withExcerpt(changes) }),
  };
}
