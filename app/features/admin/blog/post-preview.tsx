import { useDeferredValue, useMemo } from 'react';
import { formatDay } from '#domain/calendar-day.ts';
import { toExcerpt } from '#domain/excerpt.ts';
import { parsePostContent } from '#domain/post-content.ts';
import { findStoragePath } from '#domain/stored-file.ts';
import { PostContent } from '../../posts/post-content.tsx';
import { PostPicture } from '../../posts/post-picture.tsx';

interface PostPreviewProps {
  title: string;
  date: string;
  image: string;
  content: string;
}

const isDay = (date: string) => /^\d{4}-\d{2}-\d{2}$/.test(date);

/** A post as readers will see it, by the renderer that they will see it through. */
export function PostPreview({ title, date, image, content }: PostPreviewProps) {
  const text = useDeferredValue(content);
  const paragraphs = useMemo(() => parsePostContent(text), [text]);
  const excerpt = useMemo(() => toExcerpt(text), [text]);
  const isBlank = !title && !content.trim();
  return (
    <section
      aria-label="Preview"
      className="min-w-0 rounded-sm border border-dashed border-hairline-strong/60 p-5 max-lg:data-blank:hidden lg:p-7"
      data-blank={isBlank || undefined}
    >
      <p className="label-caps text-gold">Preview</p>
      {isBlank ? (
        <p className="mt-4 text-muted">What you write appears here as readers will see it.</p>
      ) : (
        <>
          {isDay(date) && <p className="mt-4 text-sm text-muted">{formatDay(date)}</p>}
          <h3 className="mt-2 font-display text-heading break-words">{title || 'No title yet'}</h3>
          {findStoragePath(image) !== undefined && (
            <div className="mt-5">
              <PostPicture image={image} sizes="(min-width: 1024px) 36rem, 92vw" />
            </div>
          )}
          <div className="mt-5 break-words">
            <PostContent paragraphs={paragraphs} />
          </div>
          {excerpt && (
            <p className="mt-6 border-t border-hairline pt-4 text-sm text-muted">
              <span className="font-semibold">In lists:</span> {excerpt}
            </p>
          )}
        </>
      )}
    </section>
  );
}
