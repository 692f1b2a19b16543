import { toExcerpt } from '#domain/excerpt.ts';
import {
  createRecordServices,
  type RecordServices,
} from '#server/services/records/create-record-services.ts';
import type { RecordDeps } from '#server/services/records/record-deps.ts';

interface PostItem {
  id: string;
  content: string;
  excerpt: string;
}

/** What can be done with posts: an excerpt always tells what its content says now. */
export function createPostServices<Item extends PostItem>(
  deps: RecordDeps<Item>,
): RecordServices<Item> {
  const services = createRecordServices(deps);
  const withExcerpt = <Given extends Partial<PostItem>>(given: Given): Given =>
    given.content === undefined ? given : { ...given, excerpt: toExcerpt(given.content) };
  return {
    ...services,
    add: (record) => services.add(withExcerpt(record)),
    change: ({ id, changes }) => services.change({ id, changes: withExcerpt(changes) }),
  };
}
