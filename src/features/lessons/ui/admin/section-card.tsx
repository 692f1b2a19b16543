import { parseResponse } from 'hono/client';
import { EyeOff, Globe, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  AdminForm,
  CardButton,
  CardPageLink,
  editLinkId,
  useAdminForm,
  useAdminSession,
  useDeletions,
  useTabPath,
} from '#features/admin-ui/ui/index.ts';
import { useOrder } from '#features/content/ui/admin/index.ts';
import { TextInput } from '#features/forms/ui/index.ts';
import { contentLimits, sectionForm } from '#features/lessons/rules/index.ts';
import { formatLength } from '#rules/measures.ts';
import { DragHandle, MoveButtons, SortableList } from '#ui/sortable-list.tsx';
import { UploadCount } from './file-uploads.tsx';
import {
  type ListedLesson,
  type ListedSection,
  lessonsKey,
  useLessonPublication,
} from './use-contents.ts';

/** A section with its lessons. Both are sorted, renamed and deleted here. */
export function SectionCard({ section }: { section: ListedSection }) {
  const { id, title } = section;
  const [open, setOpen] = useState<'title' | 'lesson'>();
  const { api } = useAdminSession();
  const { isHidden } = useDeletions();
  const { shown, move } = useOrder({
    list: `lessons-${id}`,
    table: lessonsKey,
    items: section.lessons.filter((lesson) => !isHidden(lesson.id)),
    send: (client, ids) =>
      client.lessons.sections[':id'].order.$put({ param: { id }, json: { ids } }),
  });
  const close = () => setOpen(undefined);
  return (
    <section
      aria-label={title}
      className="rounded-sm border border-hairline bg-surface [overflow-wrap:anywhere]"
    >
      <header className="flex items-center gap-1 border-b border-hairline bg-raised py-1 pr-1 max-sm:pl-3">
        <DragHandle />
        <h3 dir="auto" className="min-w-0 flex-1 font-text text-lg leading-snug font-semibold">
          {title}
        </h3>
        <MoveButtons />
      </header>
      {open === 'title' && (
        <div className="p-3">
          <SectionForm section={section} onDone={close} />
        </div>
      )}
      {shown.length === 0 && <p className="px-4 py-3 text-muted">No lessons yet.</p>}
      <SortableList
        label={`Lessons of ${title}`}
        items={shown.map((lesson) => ({ id: lesson.id, name: lesson.title, lesson }))}
        onMove={move}
        className="divide-y divide-hairline"
      >
        {({ lesson }) => <LessonRow lesson={lesson} />}
      </SortableList>
      {open === 'lesson' && (
        <div className="p-3">
          <NewLesson sectionId={id} onLeft={close} />
        </div>
      )}
      <footer className="flex flex-wrap items-center border-t border-hairline px-1 sm:px-2">
        {open !== 'lesson' && shown.length < contentLimits.lessons && (
          <CardButton icon={Plus} spoken={` to ${title}`} onClick={() => setOpen('lesson')}>
            Add lesson
          </CardButton>
        )}
        {shown.length >= contentLimits.lessons && (
          <p className="px-2 text-sm text-muted">
            A section can have {contentLimits.lessons} lessons.
          </p>
        )}
        {open !== 'title' && (
          <CardButton icon={Pencil} spoken={` ${title}`} onClick={() => setOpen('title')}>
            Rename
          </CardButton>
        )}
        <DeleteButton
          id={id}
          noun="section"
          name={title}
          question={describeLoss(title, section.lessons.length)}
          send={() => api.lessons.sections[':id'].$delete({ param: { id } }, outlivesPage)}
        />
      </footer>
    </section>
  );
}

/** A deletion is sent even while the page is left. */
const outlivesPage = { init: { keepalive: true } };

interface DeleteButtonProps {
  id: string;
  noun: 'section' | 'lesson';
  name: string;
  question: string;
  send: () => Parameters<typeof parseResponse>[0];
}

function DeleteButton({ id, noun, name, question, send }: DeleteButtonProps) {
  const { ask } = useDeletions();
  const onClick = () =>
    ask({
      ids: [id],
      table: lessonsKey,
      noun,
      name,
      question: () => question,
      done: noun === 'section' ? 'Section deleted' : 'Lesson deleted',
      failed: (reason) => `Failed to delete ${noun}: ${reason}`,
      send: () => parseResponse(send()),
    });
  return (
    <CardButton
      icon={Trash2}
      spoken={` ${name}`}
      className="ml-auto text-muted hover:text-danger"
      onClick={onClick}
    >
      Delete
    </CardButton>
  );
}

const describeLoss = (title: string, lessons: number) =>
  lessons === 0
    ? `${title} is deleted permanently.`
    : `${title} and its ${lessons === 1 ? 'lesson' : `${lessons} lessons`} are deleted permanently, with their files.`;

function SectionForm({ section, onDone }: { section: ListedSection; onDone: () => void }) {
  const { api } = useAdminSession();
  const { id } = section;
  const { fields, ...form } = useAdminForm({
    id: `admin-section-${id}`,
    table: lessonsKey,
    schema: sectionForm,
    edited: { record: section, compared: { title: 'Title' } },
    save: ({ title }, _, version) =>
      api.lessons.sections[':id'].$patch({
        param: { id },
        json: { title, ...(version !== undefined && { version }) },
      }),
    saved: 'Section renamed',
    failed: 'Failed to rename section',
    onSaved: onDone,
    onLeft: onDone,
  });
  return (
    <AdminForm {...form} label={`Rename ${section.title}`} action="Rename section">
      <TextInput field={fields.title} label="Title" />
    </AdminForm>
  );
}

/** Adds a lesson as a draft, and opens its form. */
function NewLesson({ sectionId, onLeft }: { sectionId: string; onLeft: () => void }) {
  const { api } = useAdminSession();
  const navigate = useNavigate();
  const toPath = useTabPath(['lesson']);
  const { fields, ...form } = useAdminForm({
    id: `admin-lesson-of-${sectionId}`,
    table: lessonsKey,
    schema: sectionForm,
    save: ({ title }, id) => api.lessons.$post({ json: { id, section_id: sectionId, title } }),
    async saved(response) {
      const { id }: { id: string } = await response.json();
      onLeft();
      void navigate(toPath({ lesson: id }), { preventScrollReset: true });
      return 'Lesson added as a draft';
    },
    failed: 'Failed to add lesson',
    onLeft,
  });
  return (
    <AdminForm {...form} label="New lesson" action="Add lesson">
      <TextInput field={fields.title} label="Title of the new lesson" />
    </AdminForm>
  );
}

function LessonRow({ lesson }: { lesson: ListedLesson }) {
  const { id, title, is_published } = lesson;
  const { api } = useAdminSession();
  const publication = useLessonPublication();
  const toPath = useTabPath(['lesson']);
  return (
    <article className="grid py-1">
      <div className="flex items-center gap-1 pr-1 max-sm:pl-3">
        <DragHandle />
        <div className="min-w-0 flex-1 py-1">
          <h4 dir="auto" className="font-text leading-snug font-semibold">
            {title}
          </h4>
          <p className="text-sm text-muted">
            {!is_published && <span className="font-semibold text-gold">Draft · </span>}
            {describeLesson(lesson)}
          </p>
          <UploadCount lessonId={id} />
        </div>
        <MoveButtons />
      </div>
      <div className="flex flex-wrap px-1 sm:pl-11">
        <CardPageLink
          icon={Pencil}
          spoken={` ${title}`}
          id={editLinkId(id)}
          to={toPath({ lesson: id })}
        >
          Edit
        </CardPageLink>
        <CardButton
          icon={is_published ? EyeOff : Globe}
          spoken={` ${title}`}
          isBusy={publication.isPending}
          onClick={() => publication.mutate(lesson)}
        >
          {is_published ? 'Make a draft' : 'Publish'}
        </CardButton>
        <DeleteButton
          id={id}
          noun="lesson"
          name={title}
          question={`${title} is deleted permanently, with its files.`}
          send={() => api.lessons[':id'].$delete({ param: { id } }, outlivesPage)}
        />
      </div>
    </article>
  );
}

const counted = (count: number, one: string) => (count === 1 ? one : `${count} ${one}s`);

/** Returns `Film 12:30, 2 PDFs, text · opens after 7 days · public preview`. */
function describeLesson(lesson: ListedLesson): string {
  const { files, seconds, has_text, opens_after_days: days, is_preview } = lesson;
  const count = (kind: string) => files.filter((file) => file.kind === kind).length;
  const [films, pdfs] = [count('film'), count('pdf')];
  const contents = [
    films > 0 &&
      `${counted(films, 'film')}${films === 1 && seconds ? ` ${formatLength(seconds)}` : ''}`,
    pdfs > 0 && counted(pdfs, 'PDF'),
    count('captions') > 0 && 'captions',
    has_text && 'text',
  ].filter(Boolean);
  const [first = '', ...rest] = contents.join(', ') || 'no contents yet';
  return [
    first.toUpperCase() + rest.join(''),
    days > 0 && `opens after ${counted(days, 'day').replace(/^day$/, '1 day')}`,
    is_preview && 'public preview',
  ]
    .filter(Boolean)
    .join(' · ');
}
