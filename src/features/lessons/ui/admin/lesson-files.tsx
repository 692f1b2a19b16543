import { parseResponse } from 'hono/client';
import { Captions, FileText, Film, type LucideIcon, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { CardButton, useAdminSession, useDeletions } from '#features/admin-ui/ui/index.ts';
import { FilmState } from '#features/films/ui/admin/index.ts';
import {
  contentLimits,
  type LessonFileKind,
  type LessonUpload,
} from '#features/lessons/rules/index.ts';
import { UploadField } from '#features/uploads/ui/admin/index.ts';
import { formatBytes } from '#rules/measures.ts';
import { useLessonQueues } from './file-uploads.tsx';
import { type ListedFile, lessonsKey } from './use-contents.ts';

const kinds: Record<LessonFileKind, { label: string; Icon: LucideIcon }> = {
  film: { label: 'Film', Icon: Film },
  pdf: { label: 'PDF', Icon: FileText },
  captions: { label: 'Captions', Icon: Captions },
  poster: { label: 'Poster', Icon: Film },
};

const uploadLabels: [LessonUpload, string][] = [
  ['film', 'Add films'],
  ['pdf', 'Add PDFs'],
  ['captions', 'Add captions'],
];

interface LessonFilesProps {
  lessonId: string;
  title: string;
  files: readonly ListedFile[];
}

/** The private files of a lesson. Uploads are added without saving the form. */
export function LessonFiles({ lessonId, title, files }: LessonFilesProps) {
  const id = useId();
  const queues = useLessonQueues(lessonId);
  const { isHidden } = useDeletions();
  // A poster comes and goes with its film.
  const shown = files.filter((file) => file.kind !== 'poster' && !isHidden(file.id));
  return (
    <section
      aria-labelledby={id}
      className="grid gap-5 rounded-sm border border-hairline bg-surface p-5 lg:p-7"
    >
      <div className="grid gap-1">
        <h2 id={id} className="font-text text-lg font-semibold">
          Files
        </h2>
        <p className="text-sm text-muted">
          Only people who can open the lesson can open them. They are added as soon as they are
          uploaded.
        </p>
      </div>
      {shown.length === 0 && <p className="text-muted">No files yet.</p>}
      {shown.length > 0 && (
        <ul aria-label={`Files of ${title}`} className="divide-y divide-hairline">
          {shown.map((file) => (
            <FileRow key={file.id} file={file} />
          ))}
        </ul>
      )}
      {shown.length >= contentLimits.files ? (
        <p className="text-muted">A lesson can have {contentLimits.files} files.</p>
      ) : (
        uploadLabels.map(([kind, label]) => (
          <UploadField
            key={kind}
            field={{ id: `${id}-${kind}`, name: kind, errors: undefined }}
            label={label}
            queue={queues[kind]}
            hasKeys={false}
          />
        ))
      )}
    </section>
  );
}

function FileRow({ file }: { file: ListedFile }) {
  const { id, kind, name, size } = file;
  const { api } = useAdminSession();
  const { ask } = useDeletions();
  const { label, Icon } = kinds[kind];
  return (
    <li className="flex items-center gap-3 py-1">
      <Icon className="size-5 shrink-0 text-gold" strokeWidth={1.5} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="font-semibold break-words [overflow-wrap:anywhere]">
          {name}
        </p>
        <p className="text-sm text-muted">
          {label}, {formatBytes(size)}
        </p>
        {kind === 'film' && <FilmState id={id} title={name} />}
      </div>
      <CardButton
        icon={Trash2}
        spoken={` ${name}`}
        className="text-muted hover:text-danger"
        onClick={() =>
          ask({
            ids: [id],
            table: lessonsKey,
            noun: 'file',
            name,
            verb: 'Remove',
            question: () => `${name} is removed from this lesson and deleted permanently.`,
            done: 'File removed',
            failed: (reason) => `Failed to remove the file: ${reason}`,
            send: () =>
              parseResponse(
                api.lessons.files[':id'].$delete({ param: { id } }, { init: { keepalive: true } }),
              ),
          })
        }
      >
        Remove
      </CardButton>
    </li>
  );
}
