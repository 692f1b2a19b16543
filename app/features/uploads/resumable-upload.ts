import type { Upload, UploadOptions } from 'tus-js-client';
import type { UploadKind } from '#domain/upload.ts';
import { finishUpload } from './finish-upload.ts';
import { sending, uploadEndpoint } from './sending.ts';
import { createSpeedometer } from './speedometer.ts';
import { fingerprintOf, keepUntilSaved } from './unfinished-uploads.ts';
import {
  describeFailure,
  isFinal,
  isPassing,
  isSignedOut,
  statusOfFailure,
  UploadRefused,
} from './upload-failure.ts';

/** Where an upload stands. `reconnecting` goes on by itself, `signed-out` after signing in; `failed` does not. */
export type UploadState =
  | 'waiting'
  | 'uploading'
  | 'reconnecting'
  | 'signed-out'
  | 'paused'
  | 'finishing'
  | 'done'
  | 'failed';

/** What can be seen of an upload. */
export interface UploadSnapshot {
  state: UploadState;
  /** Bytes that have been sent. */
  sent: number;
  /** Bytes a second; nothing while it cannot be told. */
  speed: number | undefined;
  /** Whether it goes on where an earlier try stopped. */
  isResumed: boolean;
  /** The public address, once it is done. */
  url: string | undefined;
  /** Why it failed. */
  reason: string | undefined;
}

/** One file on its way to the site. */
export interface ResumableUpload {
  start(): void;
  pause(): void;
  /** Stops for good; the site forgets what has come. */
  cancel(): void;
  /** To be called when what the file is for has been saved: choosing it again is a new upload. */
  forget(): void;
}

/** The session that uploads need. */
export interface UploadSession {
  adminFetch: typeof fetch;
  /** Asks in place for a session that has ended. Answers whether there is one again. */
  askToSignIn: () => Promise<boolean>;
}

interface ResumableUploadOptions {
  file: File | Blob;
  filename: string;
  kind: UploadKind;
  /** The address of the video that a poster belongs to. */
  beside?: string;
  session: UploadSession;
  onChange: (changes: Partial<UploadSnapshot>) => void;
}

/**
 * Sends a file in parts and goes on by itself when the line or the site was away. The browser
 * remembers it across reloads: the same file, chosen again, goes on where it stopped.
 */
export function createResumableUpload(options: ResumableUploadOptions): ResumableUpload {
  const { file, filename, kind, beside, session, onChange } = options;
  const meter = createSpeedometer();
  const fingerprint = file instanceof File ? fingerprintOf(kind, file) : undefined;
  let state: UploadState = 'waiting';
  let tus: Upload | undefined;
  let stopping = new AbortController();

  function change(changes: Partial<UploadSnapshot>): void {
    if (changes.state !== undefined && changes.state !== state) {
      state = changes.state;
      meter.reset();
      onChange({ speed: undefined, ...changes });
    } else onChange(changes);
  }

  const fail = (reason: string) => change({ state: 'failed', reason });

  /** Choosing the same file again would be of no use, so nobody is told to. */
  function refuse(reason: string): void {
    if (fingerprint !== undefined) keepUntilSaved.forget(fingerprint);
    fail(reason);
  }

  const tusOptions: UploadOptions = {
    ...sending,
    endpoint: uploadEndpoint,
    metadata: { kind, filename, ...(beside !== undefined && { beside }) },
    storeFingerprintForResuming: fingerprint !== undefined,
    fingerprint: async () => fingerprint ?? '',
    onProgress(sent) {
      if (state !== 'uploading') change({ state: 'uploading' });
      change({ sent, speed: meter.read(sent, performance.now()) });
    },
    onShouldRetry(error) {
      if (!isPassing(statusOfFailure(error))) return false;
      change({ state: 'reconnecting' });
      return true;
    },
    onError(error) {
      if (isSignedOut(error)) void signIn(error);
      else if (isFinal(error)) refuse(describeFailure(error));
      else fail(describeFailure(error));
    },
    onSuccess: () => void finish(),
  };

  async function open(): Promise<Upload> {
    const { Upload } = await import('tus-js-client');
    const upload = new Upload(file, tusOptions);
    if (fingerprint === undefined) return upload;
    const [previous] = (await upload.findPreviousUploads()).slice(-1);
    if (previous) {
      upload.resumeFromPreviousUpload(previous);
      change({ isResumed: true });
    }
    return upload;
  }

  /** The session has ended: what has arrived waits for its owner to be back. */
  async function signIn(refusal: Error): Promise<void> {
    change({ state: 'signed-out' });
    const { signal } = stopping;
    const isBack = await session.askToSignIn();
    if (signal.aborted) return;
    if (isBack) start();
    else fail(describeFailure(refusal));
  }

  async function finish(): Promise<void> {
    change({ state: 'finishing', sent: file.size });
    const { signal } = stopping;
    try {
      const url = await finishUpload(session.adminFetch, tus?.url ?? '', signal);
      if (!signal.aborted) change({ state: 'done', url });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof UploadRefused) refuse(error.message);
      else fail(error instanceof Error ? error.message : String(error));
    }
  }

  function stop(): void {
    stopping.abort();
    window.removeEventListener('online', goOn);
  }

  /** The line is back: no need to wait for the next repeat. */
  function goOn(): void {
    if (state !== 'reconnecting') return;
    void tus?.abort();
    tus?.start();
  }

  function start(): void {
    stop();
    stopping = new AbortController();
    const { signal } = stopping;
    window.addEventListener('online', goOn);
    change({ state: 'uploading', reason: undefined });
    const opening = tus ? Promise.resolve(tus) : open();
    opening.then(
      (upload) => {
        tus = upload;
        if (!signal.aborted) upload.start();
      },
      () => fail('The site cannot be reached just now.'),
    );
  }

  return {
    start,
    pause() {
      stop();
      void tus?.abort();
      change({ state: 'paused' });
    },
    cancel() {
      stop();
      // Whatever is not given up now is swept later.
      tus?.abort(true).catch(() => {});
      if (fingerprint !== undefined) keepUntilSaved.forget(fingerprint);
    },
    forget() {
      stop();
      if (fingerprint !== undefined) keepUntilSaved.forget(fingerprint);
    },
  };
}
