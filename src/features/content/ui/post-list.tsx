import { ArrowRight } from 'lucide-react';
import type { PostCard as Post, PostPage } from '#features/content/rules/post.ts';
import { formatDay } from '#rules/calendar-day.ts';
import { pagePath } from '#rules/paging.ts';
import { classNames } from '#ui/class-names.ts';
import { Link } from '#ui/link.tsx';
import { EmptyNotice } from '#ui/notices.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { PostPicture } from './post-picture.tsx';

interface PostListProps extends PostPage {
  /** The path of the list. */
  path: string;
  search: string;
}

/** One page of posts, with links to the others. */
export function PostList({ posts, page, pageCount, path, search }: PostListProps) {
  if (posts.length === 0) {
    return (
      <EmptyNotice>
        {search
          ? 'No posts match your search.'
          : 'No posts have been published yet. Check back soon!'}
      </EmptyNotice>
    );
  }
  return (
    <div className="container-site pb-(--section)">
      <ul aria-label="Posts" className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {posts.map((post, index) => (
          <li key={post.id} className="group/one only:col-span-full">
            <PostCard post={post} isUrgent={index === 0} />
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        pageCount={pageCount}
        toPage={(number) =>
          search
            ? `${path}?${new URLSearchParams({ q: search, page: String(number) })}`
            : pagePath(path, number)
        }
        words={{ previous: 'Newer', next: 'Older', what: 'posts' }}
      />
    </div>
  );
}

/** The width of a card with one, two or three per row. */
const sizes = '(min-width: 1024px) 25rem, (min-width: 640px) 46vw, 92vw';

/** The topic, the day and the reading time of a post. */
export const PostFacts = ({ post, className }: { post: Post; className: string }) => (
  <p className={classNames('text-muted', className)}>
    {post.topic && (
      <>
        <span dir="auto" className="font-semibold text-gold">
          {post.topic}
        </span>
        <span aria-hidden> · </span>
      </>
    )}
    <time dateTime={post.date}>{formatDay(post.date)}</time>
    <span aria-hidden> · </span>
    <span className="whitespace-nowrap">{post.readingMinutes} min read</span>
  </p>
);

const PostCard = ({ post, isUrgent }: { post: Post; isUrgent: boolean }) => (
  <article className="group relative flex h-full flex-col framed transition-colors duration-300 hover:border-gold-soft md:group-only/one:grid md:group-only/one:grid-cols-2 md:group-only/one:items-center">
    <PostPicture
      post={post.id}
      image={post.image}
      alt={post.imageAlt}
      sizes={sizes}
      isUrgent={isUrgent}
    />
    <div className="flex flex-1 flex-col p-5 md:group-only/one:px-8">
      <PostFacts post={post} className="text-sm" />
      <h2 dir="auto" className="mt-2 text-heading text-wrap">
        {post.title}
      </h2>
      <p dir="auto" className="mt-3 mb-6 text-muted">
        {post.excerpt}
      </p>
      <Link
        to={`/education/${post.id}`}
        className="mt-auto inline-flex min-h-11 items-center gap-2 self-start font-semibold text-gold after:absolute after:inset-0"
      >
        <span>
          Read More <span className="sr-only">about {post.title}</span>
        </span>
        <ArrowRight className="size-4 transition-transform duration-300 group-hover:translate-x-1" />
      </Link>
    </div>
  </article>
);
