import { v4 as createId } from 'uuid';
import { familyOf, refuseSize, type UploadKind } from '#domain/upload.ts';
import type { AdminSession } from '../auth/session-guard.tsx';
import { previewPicture, readVideoFacts, type VideoFacts } from './file-preview.ts';
import { createResumableUpload, type UploadSnapshot } from './resumable-upload.ts';

/** One chosen file and how far it is. */
export interface UploadItem extends UploadSnapshot {
  /** The same file has the same key, after a reload too. */
  key: string;
  recordId: string;
  file: File;
  /** A picture, or the still of a video, as far as the browser can show it. */
  previewUrl?: string | undefined;
  durationSeconds?: number | undefined;
}

/** What is sent at once; the rest of a queue waits. */
const atOnce = 2;

/** Whether its bytes are being sent, or will be as soon as they can. */
export const isOnItsWay = (item: UploadItem): boolean =>
  item.state === 'waiting' || isRunning(item);

const isRunning = ({ state }: UploadItem) =>
  ['uploading', 'reconnecting', 'signed-out', 'finishing'].includes(state);

const fingerprintOf = (kind: UploadKind, { name, size, lastModified }: File): string =>
  `${kind}-${size}-${lastModified}-${name}`;

interface QueueOptions {
  kind: UploadKind;
  isMultiple?: boolean;
  wrongKind: string;
  session: AdminSession;
}

/** The files of one form: chosen, sent as soon as they are chosen, saved later. */
export type UploadQueue = ReturnType<typeof createUploadQueue>;

/** Makes a queue without files. */
export function createUploadQueue({ kind, isMultiple = false, wrongKind, session }: QueueOptions) {
  let items: readonly UploadItem[] = [];
  const uploads = new Map<string, ReturnType<typeof createResumableUpload>>();
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
    if (items.filter(isRunning).length >= atOnce) return;
    const next = items.find(({ state }) => state === 'waiting');
    if (next) uploads.get(next.key)?.start();
  }

  function take(file: File): void {
    const key = fingerprintOf(kind, file);
    const isPicture = familyOf(kind).noun === 'a picture';
    const facts = kind === 'video' ? readVideoFacts(file) : undefined;
    const upload = createResumableUpload({
      ...{ file, filename: file.name, kind, fingerprint: key, session },
      onChange(changes) {
        if (changes.state === 'done' && facts) void finishVideo(key, changes, facts);
        else change(key, changes);
      },
    });
    uploads.set(key, upload);
    const item: UploadItem = { key, recordId: createId(), file, state: 'waiting', sent: 0 };
    set([...items, item]);
    if (isPicture) void previewPicture(file).then((previewUrl) => show(item, previewUrl));
    void facts?.then(({ durationSeconds, poster }) => {
      change(key, { durationSeconds });
      show(item, poster && URL.createObjectURL(poster));
    });
    startNext();
  }

  /** Shows a preview, unless its file has been given up meanwhile. */
  function show({ key, recordId }: UploadItem, previewUrl: string | undefined): void {
    if (find(key)?.recordId === recordId) change(key, { previewUrl });
    else if (previewUrl !== undefined) URL.revokeObjectURL(previewUrl);
  }

  /** A video is done when its still is there as well, or when there is none. */
  async function finishVideo(
    key: string,
    done: Partial<UploadSnapshot>,
    facts: Promise<VideoFacts>,
  ): Promise<void> {
    const { poster } = await facts;
    if (poster && done.url !== undefined) await sendPoster(poster, done.url, session);
    change(key, done);
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
    if (!isAccepted(kind, file)) return isMultiple ? `${file.name}: ${wrongKind}` : wrongKind;
    const refusal = refuseSize(kind, file.size);
    return refusal && (isMultiple ? `${file.name}: ${refusal}` : refusal);
  }

  const remove = (key: string) => drop(key)?.cancel();

  return {
    kind,
    isMultiple,
    items: () => items,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Takes files and begins to send them. Returns what is wrong with those it did not take. */
    add(files: Iterable<File>): string[] {
      const refusals: string[] = [];
      const given = [...files];
      for (const file of isMultiple ? given : given.slice(0, 1)) {
        const refusal = refuse(file);
        if (refusal) refusals.push(refusal);
        else if (!find(fingerprintOf(kind, file))) {
          if (!isMultiple) for (const { key } of items) remove(key);
          take(file);
        }
      }
      return refusals;
    },
    pause: (key: string) => uploads.get(key)?.pause(),
    resume: (key: string) => uploads.get(key)?.start(),
    remove,
    /** To be called when what the file is for has been saved. */
    settle: (key: string) => drop(key)?.forget(),
    /** Returns the file's public URL, once it has one: goes on with one that was paused. Rejects when it has failed. */
    urlOf(key: string): Promise<string> {
      if (find(key)?.state === 'paused') uploads.get(key)?.start();
      return new Promise((resolve, reject) => {
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
    },
  };
}

/** By its declared type, as far as it has one: what it is in truth, the site finds out. */
function isAccepted(kind: UploadKind, { type }: File): boolean {
  const { types } = familyOf(kind);
  // Apple's name for an MP4.
  return type === '' || types.includes(type === 'video/x-m4v' ? 'video/mp4' : type);
}

/** A video without a still is a video all the same. */
const sendPoster = (poster: Blob, videoUrl: string, session: AdminSession): Promise<void> =>
  new Promise((resolve) => {
    createResumableUpload({
      ...{ file: poster, filename: 'poster.jpg', kind: 'poster', videoUrl, session },
      onChange: ({ state }) => {
        if (state === 'done' || state === 'failed') resolve();
      },
    }).start();
  });
