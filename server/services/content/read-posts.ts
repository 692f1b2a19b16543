import { toExcerpt } from '#domain/excerpt.ts';
import { isRecordId } from '#domain/list-page.ts';
import type { Post, PostCard, PostPage } from '#domain/post.ts';
import { parsePostContent } from '#domain/post-content.ts';
import type { Executor } from '#server/db/executor.ts';
import { countPosts, findPost, listPosts } from '#server/db/queries/content.ts';

const postsPerPage = 12;

/** One page of the list. Nothing when there are not so many; the first is always there. */
export async function readPostPage(db: Executor, page: number): Promise<PostPage | undefined> {
  const pageCount = Math.max(1, Math.ceil((await countPosts(db)) / postsPerPage));
  if (page > pageCount) return undefined;
  const rows = await listPosts(db, { limit: postsPerPage, offset: (page - 1) * postsPerPage });
  return { posts: rows.map(toCard), page, pageCount };
}

/** The newest posts, at most `limit`. */
export async function readNewestPosts(db: Executor, limit: number): Promise<PostCard[]> {
  return (await listPosts(db, { limit, offset: 0 })).map(toCard);
}

/** One post. Nothing when there is none, or the id is no id. */
export async function readPost(db: Executor, id: string): Promise<Post | undefined> {
  const row = isRecordId(id) ? await findPost(db, id) : undefined;
  if (!row) return undefined;
  const { content, excerpt, ...post } = row;
  return { ...post, excerpt: excerpt || toExcerpt(content), paragraphs: parsePostContent(content) };
}

const toCard = ({
  opening,
  excerpt,
  ...post
}: Awaited<ReturnType<typeof listPosts>>[number]): PostCard => ({
  ...post,
  excerpt: excerpt || toExcerpt(opening),
});
