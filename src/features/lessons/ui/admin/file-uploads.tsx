import { useQueryClient } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { useEffect, useEffectEvent, useRef } from 'react';
import { messageOf, statusOf, useAdminSession } from '#features/admin-ui/ui/index.ts';
import { type LessonUpload, lessonUploads } from '#features/lessons/rules/index.ts';
import {
  type UploadItem,
  type UploadQueue,
  useUploadItems,
  useUploadQueue,
} from '#features/uploads/ui/admin/index.ts';
import { toast } from '#ui/toast.ts';
import { lessonsKey } from './use-contents.ts';

const wrongKinds: Record<LessonUpload, string> = {
  film: 'Choose a video: MP4, WebM or QuickTime.',
  pdf: 'Choose a PDF.',
  captions: 'Choose captions: WebVTT (.vtt) or SubRip (.srt).',
};

/** Returns the uploads of a lesson, one queue for each kind. */
export function useLessonQueues(lessonId: string): Record<LessonUpload, UploadQueue> {
  const shared = { owner: lessonId, isMultiple: true };
  const toOptions = (kind: LessonUpload) => ({
    ...shared,
    kind: lessonUploads[kind],
    wrongKind: wrongKinds[kind],
  });
  return {
    film: useUploadQueue(toOptions('film')),
    pdf: useUploadQueue(toOptions('pdf')),
    captions: useUploadQueue(toOptions('captions')),
  };
}

/** Says in the list how many files a lesson is still to get. */
export function UploadCount({ lessonId }: { lessonId: string }) {
  const queues = useLessonQueues(lessonId);
  const counts = [
    useUploadItems(queues.film),
    useUploadItems(queues.pdf),
    useUploadItems(queues.captions),
  ].map(({ length }) => length);
  const count = counts.reduce((sum, one) => sum + one, 0);
  if (count === 0) return null;
  return (
    <p className="text-sm font-medium text-gold">
      {count === 1 ? '1 file is' : `${count} files are`} uploading
    </p>
  );
}

interface AttachedProps {
  lessonId: string;
  /** When the contents were last read: after an outage, files are added then. */
  readAt: number;
}

/** Adds the files of a lesson as soon as they are uploaded, while the mentor works elsewhere in the course. */
export function AttachedUploads({ lessonId, readAt }: AttachedProps) {
  const queues = useLessonQueues(lessonId);
  return Object.entries(queues).map(([kind, queue]) => (
    <AttachedQueue
      key={kind}
      lessonId={lessonId}
      readAt={readAt}
      kind={kind as LessonUpload}
      queue={queue}
    />
  ));
}

function AttachedQueue({
  lessonId,
  readAt,
  kind,
  queue,
}: AttachedProps & { kind: LessonUpload; queue: UploadQueue }) {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  const items = useUploadItems(queue);
  const attaching = useRef(new Set<string>());

  const attach = useEffectEvent(async (item: UploadItem) => {
    if (attaching.current.has(item.key)) return;
    attaching.current.add(item.key);
    try {
      const saved = queue.save(item, (path, { recordId, file, ...film }) =>
        api.lessons[':id'].files.$post({
          param: { id: lessonId },
          json: {
            id: recordId,
            kind,
            path,
            name: file.name,
            seconds: film.durationSeconds ? Math.max(1, Math.round(film.durationSeconds)) : null,
            poster_path: film.posterUrl ?? null,
          },
        }),
      );
      await parseResponse(saved as ReturnType<(typeof api.lessons)[':id']['files']['$post']>);
      await queryClient.invalidateQueries({ queryKey: [lessonsKey] });
    } catch (error) {
      toast.error(`Failed to add ${item.file.name}: ${messageOf(error)}`, { id: item.key });
      // The server refused the file; otherwise it is added when the contents can be read again.
      const status = statusOf(error) ?? 0;
      if (status >= 400 && status < 500) queue.remove(item.key);
    }
    attaching.current.delete(item.key);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: tries again after the contents were read
  useEffect(() => {
    for (const item of items) if (item.state === 'done') void attach(item);
  }, [items, readAt]);
  return null;
}
