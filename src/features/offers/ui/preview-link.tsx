import { CirclePlay } from 'lucide-react';
import type { CoursePreview } from '#features/library/rules/index.ts';
import { classNames } from '#ui/class-names.ts';
import { Link, textLink } from '#ui/link.tsx';

interface PreviewLinkProps {
  previews: CoursePreview[];
  courseId: string | undefined;
  /** The title of the card. */
  title: string;
}

/** Links to the lesson of a course that visitors can open; nothing if there is none. */
export function PreviewLink({ previews, courseId, title }: PreviewLinkProps) {
  const preview = previews.find((one) => one.courseId === courseId);
  if (!preview) return null;
  return (
    <Link
      to={preview.path}
      className={classNames(
        'inline-flex min-h-11 items-center gap-2 justify-self-center',
        textLink,
      )}
    >
      <CirclePlay className="size-4.5" />
      <span>
        {preview.label}
        <span className="sr-only">: {title}</span>
      </span>
    </Link>
  );
}
