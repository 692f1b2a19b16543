import type { FieldMetadata } from '@conform-to/react';
import { Camera, Upload, X } from 'lucide-react';
import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PreviousUpload } from 'tus-js-client';
import { familyOf, type UploadKind } from '#features/uploads/rules/upload.ts';
import { formatBytes } from '#rules/measures.ts';
import { endingsOf } from '#rules/stored-file.ts';
import { IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { openStorage } from './resumable-upload.ts';
import { isOnItsWay, type UploadQueue } from './upload-queue.ts';
import { useUploadItems } from './upload-queues.tsx';
import { UploadRow } from './upload-row.tsx';

interface UploadFieldProps {
  /** The field of a form, or just an id. */
  field: Pick<FieldMetadata<unknown>, 'id' | 'name' | 'errors'>;
  label: string;
  queue: UploadQueue;
  /** Whether hidden fields of the form hold the keys of the chosen files. */
  hasKeys?: boolean;
  isOptional?: boolean;
}

/** Uploads files as soon as they are chosen, while the rest of the form is filled in. */
export function UploadField({ field, label, queue, hasKeys = true, isOptional }: UploadFieldProps) {
  const id = `${field.id}-file`;
  const input = useRef<HTMLInputElement>(null);
  const items = useUploadItems(queue);
  const [refusals, setRefusals] = useState<string[]>([]);
  const [isOver, setIsOver] = useState(false);
  const { formats, largest, types } = familyOf(queue.kind);
  const errors = items.length > 0 ? [] : (field.errors ?? []);
  const messages = refusals.length > 0 ? refusals : errors;
  const camera = cameraFor(types);

  const choose = (files: Iterable<File>) => setRefusals(queue.add(files));

  const takeEarly = useEffectEvent((files: FileList | null | undefined) => {
    if (files?.length) choose(files);
  });
  useEffect(() => {
    // Files that were chosen before hydration.
    const early = input.current;
    takeEarly(early?.files);
    if (early) early.value = '';
  }, []);

  const picker = {
    type: 'file',
    accept: toAccept(types),
    onChange(event: ChangeEvent<HTMLInputElement>) {
      choose(event.target.files ?? []);
      // So that the same file can be chosen again.
      event.target.value = '';
    },
  };

  return (
    <div className="grid gap-2">
      <p className="flex items-baseline justify-between text-sm font-semibold">
        <label htmlFor={id}>{label}</label>
        {isOptional && <span className="font-normal text-muted">optional</span>}
      </p>
      <div
        className={classNames(
          'relative grid justify-items-center gap-2 rounded-sm border border-dashed px-4 py-6 text-center transition-colors focus-within:outline-2 focus-within:outline-offset-3 focus-within:outline-gold hover:border-gold-soft',
          isOver ? 'border-gold bg-gold-wash' : 'border-hairline-strong bg-raised',
        )}
      >
        <Upload className="size-6 text-gold" strokeWidth={1.5} />
        <p className="text-sm font-semibold">
          {queue.isMultiple ? 'Choose files' : 'Choose a file'}
          <span className="font-normal text-muted pointer-coarse:hidden">, or drop it here</span>
        </p>
        <p id={`${id}-hint`} className="text-sm text-muted">
          {formats}, up to {formatBytes(largest)}
        </p>
        <input
          {...picker}
          ref={input}
          id={id}
          multiple={queue.isMultiple}
          aria-invalid={messages.length > 0 || undefined}
          aria-describedby={messages.length > 0 ? `${id}-hint ${id}-error` : `${id}-hint`}
          onDragEnter={() => setIsOver(true)}
          onDragLeave={() => setIsOver(false)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            // The browser would silently accept one of several files.
            event.preventDefault();
            setIsOver(false);
            choose(event.dataTransfer.files);
          }}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </div>
      {camera && (
        <label className="hidden min-h-11 cursor-pointer items-center justify-center gap-2 rounded-sm border border-hairline-strong px-4 text-sm font-semibold focus-within:outline-2 focus-within:outline-offset-3 focus-within:outline-gold pointer-coarse:flex">
          <Camera className="size-4.5" />
          {camera}
          <input {...picker} capture="environment" className="sr-only" />
        </label>
      )}
      {messages.length > 0 && (
        <p
          id={`${id}-error`}
          role="alert"
          className="text-sm font-medium whitespace-pre-line text-danger"
        >
          {messages.join('\n')}
        </p>
      )}
      <UnfinishedNotice queue={queue} />
      {items.length > 0 && (
        <ul aria-label={`${label}: chosen files`} className="grid gap-2">
          {items.map((item) => (
            <UploadRow key={item.key} item={item} queue={queue} />
          ))}
        </ul>
      )}
      {hasKeys &&
        items.map(({ key }) => <input key={key} type="hidden" name={field.name} value={key} />)}
    </div>
  );
}

/** MIME types, and file extensions for systems that do not know a type. */
const toAccept = (types: readonly string[]) =>
  [...types, ...types.flatMap(endingsOf), ...moreEndings(types)]
    .map((each) => (each.includes('/') ? each : `.${each}`))
    .join(',');

const moreEndings = (types: readonly string[]) => {
  if (types.includes('image/jpeg')) return ['jfif', 'pjpeg', 'apng'];
  if (types.includes('application/x-subrip')) return ['srt'];
  return types.includes('video/mp4') ? ['m4v', 'qt'] : [];
};

const cameraFor = (types: readonly string[]): string | undefined => {
  if (types.includes('image/jpeg')) return 'Take a picture';
  return types.includes('video/mp4') ? 'Record a video' : undefined;
};

/** The server deletes an unfinished upload after a day. */
const keptMs = 24 * 3_600_000;

async function listUnfinished(kind: UploadKind): Promise<PreviousUpload[]> {
  const storage = await openStorage();
  const unfinished: PreviousUpload[] = [];
  for (const upload of await storage.findAllUploads()) {
    if (Date.now() - Date.parse(upload.creationTime) > keptMs)
      await storage.removeUpload(upload.urlStorageKey);
    else if (upload.metadata.kind === kind) unfinished.push(upload);
  }
  return unfinished;
}

/**
 * Lists uploads that an earlier page left unfinished. To continue one, its file has to be chosen
 * again.
 */
function UnfinishedNotice({ queue }: { queue: UploadQueue }) {
  const items = useUploadItems(queue);
  const [unfinished, setUnfinished] = useState<PreviousUpload[]>([]);
  useEffect(() => {
    // Without the library, uploads cannot be continued either.
    listUnfinished(queue.kind).then(setUnfinished, () => {});
  }, [queue.kind]);
  // Compares sizes, because phones rename a file each time.
  const isChosen = ({ size }: PreviousUpload) => items.some(({ file }) => file.size === size);
  const isOtherChosen = items.some(isOnItsWay);
  const shown = unfinished.filter((upload) => !isChosen(upload));
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Unfinished uploads" className="grid gap-2">
      {shown.map(({ urlStorageKey, metadata: { filename }, size }) => (
        <li
          key={urlStorageKey}
          className="flex items-center justify-between gap-3 rounded-sm border border-gold-soft bg-gold-wash py-1 pr-1 pl-4 text-sm"
        >
          <p className="min-w-0 py-2 break-words">
            <span className="font-semibold">{filename}</span> ({formatBytes(size ?? 0)}) didn’t
            finish.{' '}
            {isOtherChosen && 'You chose a different file, so it starts from the beginning. '}
            Choose the same file again to continue where it stopped.
          </p>
          <IconButton
            label={`Dismiss ${filename}`}
            onClick={async () => {
              setUnfinished(unfinished.filter((other) => other.urlStorageKey !== urlStorageKey));
              await (await openStorage()).removeUpload(urlStorageKey);
            }}
          >
            <X className="size-4.5" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
