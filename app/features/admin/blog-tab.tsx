import { useQuery } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { Pencil } from 'lucide-react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { formatDay } from '#domain/calendar-day.ts';
import { fallbackExcerptLength, toExcerpt } from '#domain/excerpt.ts';
import { isRecordId } from '#domain/list-page.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { PostPicture } from '../posts/post-picture.tsx';
import { PostForm } from './post-form.tsx';
import { cardActionClass, RecordCard } from './record-card.tsx';
import { EmptyBox, RecordList } from './record-list.tsx';
import { useFailureToast, useRecords } from './use-records.ts';

const editLinkId = (postId: string | undefined) => `edit-${postId}`;

/** Posts: added, edited and deleted. `?edit=` in the URL names the one that is edited. */
export function BlogTab() {
  const { api } = useAdminSession();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const asked = params.get('edit') ?? '';
  const editedId = isRecordId(asked) ? asked : undefined;
  const edited = useQuery({
    queryKey: ['blog_posts', 'one', editedId],
    queryFn: ({ signal }) =>
      parseResponse(
        api.blog_posts[':id'].$get({ param: { id: editedId ?? '' } }, { init: { signal } }),
      ),
    enabled: editedId !== undefined,
  });
  useFailureToast('posts', edited.isError ? edited.errorUpdatedAt : undefined);
  const posts = useRecords('blog_posts', { noun: 'post' });
  function stopEditing() {
    void navigate('/admin/blog', { preventScrollReset: true });
    document.getElementById(editLinkId(editedId))?.focus();
  }

  return (
    <div className="grid gap-10">
      {editedId === undefined && <PostForm key="new" />}
      {editedId !== undefined && edited.data && (
        <PostForm key={editedId} post={edited.data} onDone={stopEditing} />
      )}
      {edited.isError && <EmptyBox>Post not found.</EmptyBox>}
      <RecordList records={posts}>
        {({ id, title, date, image, excerpt, content }, onDelete) => (
          <RecordCard
            title={title}
            isMarked={id === editedId}
            aside={<time dateTime={date}>{formatDay(date)}</time>}
            cover={image && <PostPicture image={image} sizes="(min-width: 1280px) 25rem, 92vw" />}
            actions={
              <Link id={editLinkId(id)} to={`?edit=${id}`} className={cardActionClass}>
                <Pencil aria-hidden className="size-4" strokeWidth={1.75} />
                Edit<span className="sr-only"> {title}</span>
              </Link>
            }
            onDelete={onDelete}
          >
            <p className="text-muted">{excerpt || toExcerpt(content, fallbackExcerptLength)}</p>
          </RecordCard>
        )}
      </RecordList>
    </div>
  );
}
