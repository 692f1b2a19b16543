import { EmptyNotice } from '#app/ui/empty-notice.tsx';
import { Pagination } from '#app/ui/pagination.tsx';
import type { PostPage } from '#domain/post.ts';
import { PostCard } from './post-card.tsx';

/** Cards that can be seen first: their pictures are loaded at once. */
const urgentCards = 2;

/** One page of posts, with the way to the others. `path` is the list's own. */
export function PostList({ posts, page, pageCount, path }: PostPage & { path: string }) {
  if (posts.length === 0) {
    return <EmptyNotice>No posts have been published yet. Check back soon!</EmptyNotice>;
  }
  return (
    <div className="container-site pb-(--section)">
      <ul aria-label="Posts" className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {posts.map((post, index) => (
          <li key={post.id}>
            <PostCard post={post} isUrgent={index < urgentCards} />
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        pageCount={pageCount}
        toPage={(number) => (number === 1 ? path : `${path}?page=${number}`)}
      />
    </div>
  );
}
