import { v4 as createId } from 'uuid';
import { familyOf, refuseSize, type UploadKind } from '#domain/upload.ts';
import { previewPicture } from './picture-preview.ts';
import {
  createResumableUpload,
  type UploadSession,
  type UploadSnapshot,
} from './resumable-upload.ts';
import { fingerprintOf } from './unfinished-uploads.ts';
import { readVideoFacts, type VideoFacts } from './video-facts.ts';

/** One chosen file and how far it is. */
export interface UploadItem extends UploadSnapshot {
  /** The same file has the same key, after a reload too. */
  key: string;
  /** The id of the record that it will be saved in. */
  recordId: string;
  file: File;
  /**
   * A picture, or the still of a video: an address that only this page knows. Nothing while it
   * is being looked for, and when the browser cannot show the file.
   */
  previewUrl: string | undefined;
  durationSeconds: number | undefined;
}

/** The files of one form: chosen, sent as soon as they are chosen, saved later. */
export interface UploadQueue {
  kind: UploadKind;
  isMultiple: boolean;
  items: () => readonly UploadItem[];
  /** Answers how to stop listening. */
  subscribe: (listener: () => void) => () => void;
  /** Takes files and begins to send them. Answers what is wrong with those it did not take. */
  add: (files: Iterable<File>) => string[];
  pause: (key: string) => void;
  resume: (key: string) => void;
  /** Gives a file up. */
  remove: (key: string) => void;
  /** What the file is for has been saved. */
  settle: (key: string) => void;
  /** The file's public address, once it has one: goes on with one that was paused. Rejects when it has failed. */
  urlOf: (key: string) => Promise<string>;
}

interface Entry {
  upload: ReturnType<typeof createResumableUpload>;
  facts: Promise<VideoFacts> | undefined;
}

/** What is sent at once; the rest of a queue waits. */
const atOnce = 2;

/** Whether its bytes are being sent, or will be as soon as they can. */
export const isOnItsWay = (item: UploadItem): boolean =>
  item.state === 'waiting' || isRunning(item);

const isRunning = ({ state }: UploadItem) =>
  ['uploading', 'reconnecting', 'signed-out', 'finishing'].includes(state);

/** A queue without files. `wrongKind` is said of a file that is none of those asked for. */
export function createUploadQueue({
  kind,
  isMultiple = false,
  wrongKind,
  session,
}: {
  kind: UploadKind;
  isMultiple?: boolean;
  wrongKind: string;
  session: UploadSession;
}): UploadQueue {
  let items: readonly UploadItem[] = [];
  const entries = new Map<string, Entry>();
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
    if (next) entries.get(next.key)?.upload.start();
  }

  function take(file: File): void {
    const key = fingerprintOf(kind, file);
    const isPicture = familyOf(kind).noun === 'a picture';
    const facts = kind === 'video' ? readVideoFacts(file) : undefined;
    const upload = createResumableUpload({
      ...{ file, filename: file.name, kind, session },
      onChange: (changes) => {
        if (changes.state === 'done' && facts) void finishVideo(key, changes, facts);
        else change(key, changes);
      },
    });
    entries.set(key, { upload, facts });
    const item: UploadItem = {
      ...{ key, recordId: createId(), file },
      ...{ state: 'waiting', sent: 0, speed: undefined, isResumed: false },
      ...{ url: undefined, reason: undefined, durationSeconds: undefined },
      previewUrl: undefined,
    };
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

  /** A video is done when its still lies beside it, or when there is none. */
  async function finishVideo(
    key: string,
    done: Partial<UploadSnapshot>,
    facts: Promise<VideoFacts>,
  ): Promise<void> {
    const { poster } = await facts;
    if (poster && done.url !== undefined) await sendPoster(poster, done.url, session);
    change(key, done);
  }

  function drop(key: string): Entry | undefined {
    const entry = entries.get(key);
    const previewUrl = find(key)?.previewUrl;
    if (previewUrl) URL.revokeObjectURL(previewUrl);
    entries.delete(key);
    set(items.filter((item) => item.key !== key));
    startNext();
    return entry;
  }

  function refuse(file: File): string | undefined {
    if (!isAccepted(kind, file)) return isMultiple ? `${file.name}: ${wrongKind}` : wrongKind;
    const refusal = refuseSize(kind, file.size);
    return refusal && (isMultiple ? `${file.name}: ${refusal}` : refusal);
  }

  const remove = (key: string) => drop(key)?.upload.cancel();

  return {
    kind,
    isMultiple,
    items: () => items,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(files) {
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
    pause: (key) => entries.get(key)?.upload.pause(),
    resume: (key) => entries.get(key)?.upload.start(),
    remove,
    settle: (key) => drop(key)?.upload.forget(),
    urlOf(key) {
      if (find(key)?.state === 'paused') entries.get(key)?.upload.start();
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
const sendPoster = (poster: Blob, beside: string, session: UploadSession): Promise<void> =>
  new Promise((resolve) => {
    createResumableUpload({
      ...{ file: poster, filename: 'poster.jpg', kind: 'poster', beside, session },
      onChange: ({ state }) => {
        if (state === 'done' || state === 'failed') resolve();
      },
    }).start();
  });
