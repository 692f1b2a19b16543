import { v4 as createId } from 'uuid';
import {
  describeMismatch,
  familyOf,
  isWorthSending,
  refuseSize,
  type UploadKind,
} from '#domain/upload.ts';
import type { AdminSession } from '../auth/session-guard.tsx';
import {
  describeUnplayable,
  previewPicture,
  readVideoFacts,
  type VideoFacts,
} from './file-preview.ts';
import { fingerprintOf } from './fingerprint.ts';
import { createResumableUpload, type UploadSnapshot } from './resumable-upload.ts';

/** One chosen file and how far it is. */
export interface UploadItem extends UploadSnapshot {
  /** Tells the files that were chosen from each other. */
  key: string;
  recordId: string;
  file: File;
  /** A picture, or the still of a video, as far as the browser can show it. */
  previewUrl?: string | undefined;
  durationSeconds?: number | undefined;
  /** What will be wrong with it once it is shown. */
  warning?: string | undefined;
}

/** What is sent at once; the rest of a queue waits. */
const atOnce = 2;

/** Whether its bytes are being sent, or will be as soon as they can. */
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
  session: AdminSession;
}

/** The files of one form: chosen, sent as soon as they are chosen, saved later. */
export type UploadQueue = ReturnType<typeof createUploadQueue>;

/** Makes a queue without files. */
export function createUploadQueue({ kind, isMultiple = false, wrongKind, session }: QueueOptions) {
  let items: readonly UploadItem[] = [];
  const uploads = new Map<string, ReturnType<typeof createResumableUpload>>();
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
    if (items.filter(isRunning).length >= atOnce) return;
    const next = items.find(({ state }) => state === 'waiting');
    if (next) uploads.get(next.key)?.start();
  }

  function take(file: File): void {
    const key = keyOf(kind, file);
    const isPicture = familyOf(kind).noun === 'a picture';
    const facts = kind === 'video' ? readVideoFacts(file) : undefined;
    const upload = createResumableUpload({
      ...{ file, filename: file.name, kind, session, claimed },
      fingerprint: fingerprintOf(kind, file).catch(() => key),
      onChange(changes) {
        change(key, changes);
        if (changes.state === 'done' && facts) void addPoster(changes, facts);
      },
    });
    uploads.set(key, upload);
    const item: UploadItem = { key, recordId: createId(), file, state: 'waiting', sent: 0 };
    set([...items, item]);
    if (isPicture) void previewPicture(file).then((previewUrl) => show(item, previewUrl));
    if (facts) void describeUnplayable(file).then((warning) => change(key, { warning }));
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

  /** The poster is uploaded after its video is done. */
  async function addPoster(
    { url }: Partial<UploadSnapshot>,
    facts: Promise<VideoFacts>,
  ): Promise<void> {
    const { poster } = await facts;
    if (poster && url !== undefined) sendPoster(poster, url, session);
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
    const refusal = refuseType(file.type.toLowerCase()) ?? refuseSize(kind, file.size);
    return refusal && (isMultiple ? `${file.name}: ${refusal}` : refusal);
  }

  function refuseType(declared: string): string | undefined {
    if (isWorthSending(kind, declared)) return undefined;
    return declared.startsWith('image/hei') ? describeMismatch(kind, declared) : wrongKind;
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

/** A video without a still is a video all the same: nothing is said of one that does not arrive. */
function sendPoster(poster: Blob, videoUrl: string, session: AdminSession): void {
  const about = { filename: 'poster.jpg', kind: 'poster', videoUrl } as const;
  createResumableUpload({ file: poster, ...about, session, onChange: () => {} }).start();
}
