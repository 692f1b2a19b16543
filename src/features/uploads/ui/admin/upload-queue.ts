import { v4 as createId } from 'uuid';
import { ShownError } from '#features/forms/ui/index.ts';
import { describeForecast } from '#features/uploads/rules/film-forecast.ts';
import {
  describeMismatch,
  familyOf,
  isVideo,
  isWorthSending,
  refuseSize,
  type UploadKind,
} from '#features/uploads/rules/upload.ts';
import { previewPicture, readForecast, readVideoFacts } from './file-preview.ts';
import {
  createResumableUpload,
  type UploadSession,
  type UploadSnapshot,
} from './resumable-upload.ts';
import { fingerprintOf } from './sending.ts';

/** One chosen file and its progress. */
export interface UploadItem extends UploadSnapshot {
  /** Identifies the file within the queue. */
  key: string;
  recordId: string;
  file: File;
  /** A picture or a still of a video, if the browser can show it. */
  previewUrl?: string | undefined;
  durationSeconds?: number | undefined;
  /** The URL of a video's poster, once uploaded; the path of a private one. */
  posterUrl?: string | undefined;
  /** What becomes of a video after the upload. */
  note?: string | undefined;
}

/** How many files are uploaded at the same time. The others wait. */
const maxRunning = 2;

/** How long saving a video waits for its poster, which is much smaller, in milliseconds. */
const posterPatienceMs = 5_000;

/** Whether a file is uploading, or will be as soon as possible. */
export const isOnItsWay = (item: UploadItem): boolean =>
  item.state === 'waiting' || isRunning(item);

const isRunning = ({ state }: UploadItem) =>
  ['uploading', 'reconnecting', 'signed-out', 'finishing'].includes(state);

const keyOf = (kind: UploadKind, { name, size, lastModified }: File): string =>
  `${kind}-${size}-${lastModified}-${name}`;

interface QueueOptions {
  kind: UploadKind;
  isMultiple?: boolean;
  wrongKind: string;
  session: UploadSession;
}

interface QueuedUpload extends ReturnType<typeof createResumableUpload> {
  poster?: Promise<unknown> | undefined;
}

/** The files of one form: uploaded as soon as they are chosen, and saved with the form. */
export type UploadQueue = ReturnType<typeof createUploadQueue>;

/** Creates an empty queue. */
export function createUploadQueue({ kind, isMultiple = false, wrongKind, session }: QueueOptions) {
  let items: readonly UploadItem[] = [];
  const uploads = new Map<string, QueuedUpload>();
  const claimed = new Set<string>();
  const listeners = new Set<() => void>();

  function set(next: readonly UploadItem[]): void {
    items = next;
    for (const listener of listeners) listener();
  }

  const find = (key: string) => items.find((item) => item.key === key);

  function change(key: string, changes: Partial<UploadItem>): void {
    set(items.map((item) => (item.key === key ? { ...item, ...changes } : item)));
    if (changes.state !== undefined) startNext();
  }

  function startNext(): void {
    if (items.filter(isRunning).length >= maxRunning) return;
    const next = items.find(({ state }) => state === 'waiting');
    if (next) uploads.get(next.key)?.start();
  }

  function take(file: File): void {
    const key = keyOf(kind, file);
    const item: UploadItem = { key, recordId: createId(), file, state: 'waiting', sent: 0 };
    const upload = createResumableUpload({
      file,
      filename: file.name,
      kind,
      session,
      claimed,
      fingerprint: fingerprintOf(kind, file).catch(() => key),
      onChange: (changes) => change(key, changes),
    });
    set([...items, item]);
    uploads.set(key, { ...upload, poster: isVideo(kind) ? readVideo(item) : undefined });
    if (familyOf(kind).noun === 'a picture')
      void previewPicture(file).then((previewUrl) => show(item, previewUrl));
    startNext();
  }

  /** Reads what the browser knows about a video, and uploads a still of it. Never rejects. */
  async function readVideo(item: UploadItem): Promise<void> {
    const { key, file } = item;
    void Promise.all([readForecast(file), readIsConverting(session)]).then((known) =>
      change(key, { note: describeForecast(...known) }),
    );
    const { durationSeconds, poster } = await readVideoFacts(file);
    change(key, { durationSeconds });
    if (!poster) return;
    show(item, URL.createObjectURL(poster));
    change(key, { posterUrl: await uploadPoster(poster, kind, session) });
  }

  /** Shows a preview, unless the file has been removed in the meantime. */
  function show({ key, recordId }: UploadItem, previewUrl: string | undefined): void {
    if (find(key)?.recordId === recordId) change(key, { previewUrl });
    else if (previewUrl !== undefined) URL.revokeObjectURL(previewUrl);
  }

  function drop(key: string) {
    const upload = uploads.get(key);
    const previewUrl = find(key)?.previewUrl;
    if (previewUrl) URL.revokeObjectURL(previewUrl);
    uploads.delete(key);
    set(items.filter((item) => item.key !== key));
    startNext();
    return upload;
  }

  function refuse(file: File): string | undefined {
    const declared = file.type.toLowerCase();
    const wrong = declared.startsWith('image/hei') ? describeMismatch(kind, declared) : wrongKind;
    const refusal = isWorthSending(kind, declared) ? refuseSize(kind, file.size) : wrong;
    return refusal && (isMultiple ? `${file.name}: ${refusal}` : refusal);
  }

  /** Waits for the URL or path of a file. Rejects with the reason if the upload fails. */
  const untilArrived = (key: string): Promise<string> =>
    new Promise((resolve, reject) => {
      function look(): void {
        const item = find(key);
        if (item?.state === 'done' && item.url) resolve(item.url);
        else if (!item) reject(new Error('The file was removed.'));
        else if (item.state === 'failed') reject(new Error(item.reason));
        else return;
        listeners.delete(look);
      }
      listeners.add(look);
      look();
    });

  const remove = (key: string) => drop(key)?.cancel();
  const settle = (key: string) => drop(key)?.forget();

  async function urlOf(key: string, failed = (reason: string) => `Upload failed: ${reason}`) {
    if (find(key)?.state === 'paused') uploads.get(key)?.start();
    const url = await untilArrived(key).catch(({ message }: Error) => {
      // This message is already a full sentence.
      throw new ShownError(
        message.startsWith('Could not get public URL') ? message : failed(message),
      );
    });
    const patience = new Promise((resolve) => setTimeout(resolve, posterPatienceMs));
    await Promise.race([uploads.get(key)?.poster, patience]);
    return url;
  }

  return {
    kind,
    isMultiple,
    items: () => items,
    find,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Adds files and starts to upload them. Returns errors about rejected files. */
    add(files: Iterable<File>): string[] {
      const refusals: string[] = [];
      const given = [...files];
      for (const file of isMultiple ? given : given.slice(0, 1)) {
        const refusal = refuse(file);
        if (refusal) refusals.push(refusal);
        else if (!find(keyOf(kind, file))) {
          if (!isMultiple) for (const { key } of items) remove(key);
          take(file);
        }
      }
      return refusals;
    },
    pause: (key: string) => uploads.get(key)?.pause(),
    resume: (key: string) => uploads.get(key)?.start(),
    remove,
    /** Call this after the file's record has been saved. */
    settle,
    /**
     * Returns the file's URL once it is uploaded, or the path of a private one, and resumes a paused upload. Throws a
     * ShownError, with its message from `failed`.
     */
    urlOf,
    /** Saves the record of a file by its URL or path, and removes the file. Throws a ShownError. */
    async save(
      chosen: UploadItem,
      save: (url: string, item: UploadItem) => Promise<Response>,
      failed?: (reason: string) => string,
    ): Promise<Response> {
      const url = await urlOf(chosen.key, failed);
      const response = await save(url, find(chosen.key) ?? chosen);
      if (response.ok) settle(chosen.key);
      return response;
    },
  };
}

/**
 * Uploads a still of a film of this kind. Returns its URL or path; undefined if it fails, because a poster
 * is optional.
 */
const uploadPoster = (
  file: Blob,
  kind: UploadKind,
  session: UploadSession,
): Promise<string | undefined> =>
  new Promise((resolve) => {
    createResumableUpload({
      file,
      filename: 'poster.jpg',
      kind: kind === 'video' ? 'poster' : 'lesson-poster',
      session,
      onChange({ state, url }) {
        if (state === 'done' || state === 'failed') resolve(url);
      },
    }).start();
  });

/** Returns whether the server converts films. Never rejects. */
async function readIsConverting({ adminFetch }: UploadSession): Promise<boolean> {
  const answer = await adminFetch('/api/films').catch(() => undefined);
  const films: { converter?: unknown } = answer?.ok ? await answer.json().catch(() => ({})) : {};
  return films.converter === 'on';
}
