import { EmptyNotice } from '#app/ui/empty-notice.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { Pagination } from '#app/ui/pagination.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { PostPage } from '#domain/post.ts';
import { PostCard } from './post-card.tsx';

const gridClass = 'grid gap-6 sm:grid-cols-2 lg:grid-cols-3';

/** Cards that can be seen first: their pictures are loaded at once. */
const urgentCards = 2;

/** The head of the list, which stands while the posts are on their way as well. */
export function PostListHeader() {
  return (
    <PageHeader eyebrow="Education" title="Trade Like a Pro">
      Articles on reading gold in time and price, from first principles to live charts.
    </PageHeader>
  );
}

/** One page of posts, with the way to the others. `path` is the list's own. */
export function PostList({ posts, page, pageCount, path }: PostPage & { path: string }) {
  if (posts.length === 0) {
    return <EmptyNotice>No posts have been published yet. Check back soon!</EmptyNotice>;
  }
  return (
    <div className="container-site pb-(--section)">
      <ul aria-label="Posts" className={gridClass}>
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

/** Three cards that are still empty. */
export function PostListSkeleton() {
  return (
    <div role="status" className="container-site pb-(--section)">
      <p className="sr-only">The posts are loading.</p>
      <div className={gridClass}>
        {['first', 'second', 'third'].map((name) => (
          <div
            key={name}
            data-testid="post-skeleton"
            className="overflow-hidden rounded-sm border border-hairline bg-surface"
          >
            <Skeleton className="aspect-video rounded-none" />
            <div className="grid gap-4 p-6 xl:p-7">
              <Skeleton className="h-4 w-32" />
              <Skeleton className="h-6 w-4/5" />
              <Skeleton className="h-16" />
              <Skeleton className="h-5 w-24" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
