import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import {
  AdminForm,
  EmptyBox,
  FailedNotice,
  ListSkeleton,
  statusOf,
  useAdminForm,
  useAdminSession,
  useDeletions,
} from '#features/admin-ui/ui/index.ts';
import { useFocusOnClose, useOrder } from '#features/content/ui/admin/index.ts';
import { TextInput } from '#features/forms/ui/index.ts';
import { contentLimits, sectionForm } from '#features/lessons/rules/index.ts';
import { isRecordId } from '#rules/list-page.ts';
import { classNames } from '#ui/class-names.ts';
import { isFocusLost } from '#ui/focus.ts';
import { textLink } from '#ui/link.tsx';
import { SortableList } from '#ui/sortable-list.tsx';
import { AttachedUploads } from './file-uploads.tsx';
import { OpenedLesson } from './lesson-form.tsx';
import { SectionCard } from './section-card.tsx';
import { type Contents, lessonsKey, useContents } from './use-contents.ts';

/** The contents of a course: its sections, their lessons, and the form that the URL opens. */
export function CourseContents({ id }: { id: string }) {
  const { data, error, ...query } = useContents(id);
  const [params] = useSearchParams();
  const lessonId = params.get('lesson');
  useFocusOnClose(lessonId, lessonId !== null);
  return (
    <div className="grid gap-5">
      <Heading title={data?.title} />
      {data === undefined && isRecordId(id) && statusOf(error) !== 404 ? (
        error ? (
          <FailedNotice text="The contents could not be loaded." query={query} />
        ) : (
          <ListSkeleton count={2} className="grid gap-4" />
        )
      ) : (
        !data && <EmptyBox>Course not found.</EmptyBox>
      )}
      {data && error && statusOf(error) !== 404 && (
        <FailedNotice text="The contents could not be refreshed." query={query} />
      )}
      {data && (
        <div
          className={classNames(
            'grid items-start gap-6',
            lessonId !== null && 'lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]',
          )}
        >
          {lessonId !== null && (
            <div className="min-w-0">
              <OpenedLesson key={lessonId} id={lessonId} contents={data} />
            </div>
          )}
          <div className={classNames('grid min-w-0 gap-5', lessonId !== null && 'max-lg:hidden')}>
            <Sections contents={data} />
          </div>
          {data.sections
            .flatMap(({ lessons }) => lessons)
            .map((lesson) => (
              <AttachedUploads key={lesson.id} lessonId={lesson.id} readAt={query.dataUpdatedAt} />
            ))}
        </div>
      )}
    </div>
  );
}

function Heading({ title }: { title: string | undefined }) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The link that opened the contents is gone.
    if (isFocusLost()) ref.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className="grid gap-1">
      <p>
        <Link
          to="/admin/courses"
          preventScrollReset
          className={`inline-flex min-h-11 items-center gap-1.5 ${textLink}`}
        >
          <ArrowLeft className="size-4" />
          Courses
        </Link>
      </p>
      <h2
        ref={ref}
        tabIndex={-1}
        className="font-text text-xl leading-snug font-semibold break-words"
      >
        {title === undefined ? 'Contents' : `Contents of ${title}`}
      </h2>
    </header>
  );
}

function Sections({ contents }: { contents: Contents }) {
  const { isHidden } = useDeletions();
  const { shown, move } = useOrder({
    list: `sections-${contents.id}`,
    table: lessonsKey,
    items: contents.sections.filter(({ id }) => !isHidden(id)),
    send: (api, ids) =>
      api.lessons.contents[':id'].order.$put({ param: { id: contents.id }, json: { ids } }),
  });
  const lessons = shown.flatMap((section) => section.lessons);
  const published = lessons.filter(({ is_published }) => is_published).length;
  return (
    <>
      {lessons.length > 0 && (
        <p className="text-muted">
          {published} of {lessons.length} {lessons.length === 1 ? 'lesson is' : 'lessons are'}{' '}
          published. Changes are live right away.
        </p>
      )}
      {shown.length === 0 && (
        <EmptyBox>No sections yet. Add the first one, then add lessons to it.</EmptyBox>
      )}
      {shown.length > 0 && (
        <SortableList
          label="Sections"
          items={shown.map((section) => ({ id: section.id, name: section.title, section }))}
          onMove={move}
          className="grid gap-4"
        >
          {({ section }) => <SectionCard section={section} />}
        </SortableList>
      )}
      {shown.length < contentLimits.sections ? (
        <NewSection courseId={contents.id} />
      ) : (
        <p className="text-muted">A course can have {contentLimits.sections} sections.</p>
      )}
    </>
  );
}

function NewSection({ courseId }: { courseId: string }) {
  const { api } = useAdminSession();
  const { fields, ...form } = useAdminForm({
    id: `admin-section-of-${courseId}`,
    table: lessonsKey,
    schema: sectionForm,
    save: ({ title }, id) =>
      api.lessons.sections.$post({ json: { id, course_id: courseId, title } }),
    saved: 'Section added',
    failed: 'Failed to add section',
  });
  return (
    <AdminForm {...form} label="New section" action="Add section">
      <TextInput field={fields.title} label="Title of the new section" />
    </AdminForm>
  );
}
