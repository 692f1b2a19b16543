import type { Upload, UploadOptions } from 'tus-js-client';
import type { UploadKind } from '#domain/upload.ts';
import type { AdminSession } from '../auth/session-guard.tsx';
import {
  describeFailure,
  isFinal,
  isPassing,
  isSignedOut,
  readDetail,
  sending,
  statusOfFailure,
  UploadRefused,
  unreachable,
  uploadEndpoint,
} from './sending.ts';
import { createTransferRate } from './transfer-rate.ts';
import { forgetUploads } from './unfinished-uploads.tsx';

/** What can be seen of an upload. */
export interface UploadSnapshot {
  /** `reconnecting` goes on by itself, `signed-out` after signing in; `failed` does not. */
  state:
    | 'waiting'
    | 'uploading'
    | 'reconnecting'
    | 'signed-out'
    | 'paused'
    | 'finishing'
    | 'done'
    | 'failed';
  /** Bytes that have been sent. */
  sent: number;
  /** Bytes a second; nothing while it cannot be told. */
  speed: number | undefined;
  /** Whether it goes on where an earlier try stopped. */
  isResumed: boolean;
  /** The public URL, once it is done. */
  url: string | undefined;
  /** Why it failed. */
  reason: string | undefined;
}

interface ResumableUploadOptions {
  file: Blob;
  filename: string;
  kind: UploadKind;
  /** What the file is known by when it is chosen again, where it can be. */
  fingerprint?: string;
  /** The URL of the video that a poster belongs to. */
  videoUrl?: string;
  session: AdminSession;
  onChange: (changes: Partial<UploadSnapshot>) => void;
}

/**
 * Sends one file in parts and goes on by itself when the line or the site was away. The browser
 * remembers it across reloads: the same file, chosen again, goes on where it stopped.
 */
export function createResumableUpload(options: ResumableUploadOptions) {
  const { file, filename, kind, fingerprint, videoUrl, session, onChange } = options;
  const rate = createTransferRate();
  let state: UploadSnapshot['state'] = 'waiting';
  let tus: Upload | undefined;
  let stopping = new AbortController();

  function change(changes: Partial<UploadSnapshot>): void {
    if (changes.state !== undefined && changes.state !== state) {
      state = changes.state;
      rate.reset();
      onChange({ speed: undefined, ...changes });
    } else onChange(changes);
  }

  const fail = (reason: string) => change({ state: 'failed', reason });

  function forgetTries(): void {
    // What cannot be forgotten now has no upload to go on with later.
    if (fingerprint !== undefined) forgetUploads(fingerprint).catch(() => {});
  }

  /** Choosing the same file again would be of no use, so nobody is told to. */
  function refuse(reason: string): void {
    forgetTries();
    fail(reason);
  }

  const tusOptions: UploadOptions = {
    ...sending,
    endpoint: uploadEndpoint,
    metadata: { kind, filename, ...(videoUrl !== undefined && { videoUrl }) },
    storeFingerprintForResuming: fingerprint !== undefined,
    fingerprint: async () => fingerprint ?? '',
    onProgress(sent) {
      if (state !== 'uploading') change({ state: 'uploading' });
      change({ sent, speed: rate.read(sent, performance.now()) });
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
      () => fail(unreachable),
    );
  }

  return {
    start,
    pause() {
      stop();
      void tus?.abort();
      change({ state: 'paused' });
    },
    /** Stops for good; the site forgets what has come. */
    cancel() {
      stop();
      // Whatever is not given up now is swept later.
      tus?.abort(true).catch(() => {});
      forgetTries();
    },
    /** To be called when what the file is for has been saved: choosing it again is a new upload. */
    forget() {
      stop();
      forgetTries();
    },
  };
}

/** Before each repeat, in milliseconds; the last one counts for all that follow. */
const pauses = [500, 1_000, 2_000, 5_000, 10_000];

/** So often it is tried before somebody is told. */
const tries = 30;

/**
 * Asks the site to keep a file that has arrived, and returns its public URL: again and again
 * until it answers, since asking twice does nothing twice. Rejects with words for people.
 */
async function finishUpload(
  adminFetch: typeof fetch,
  uploadUrl: string,
  signal: AbortSignal,
): Promise<string> {
  for (let attempt = 0; ; attempt += 1) {
    const response = await adminFetch(`${uploadUrl}/finish`, { method: 'POST', signal }).catch(
      () => undefined,
    );
    if (response?.ok) return readUrl(response);
    signal.throwIfAborted();
    const canPass = isPassing(response?.status ?? 0);
    if (!canPass || attempt >= tries) {
      const reason = readDetail(await response?.text().catch(() => undefined)) ?? unreachable;
      throw canPass ? new Error(reason) : new UploadRefused(reason);
    }
    await pause(pauses[Math.min(attempt, pauses.length - 1)] ?? 0, signal);
  }
}

async function readUrl(response: Response): Promise<string> {
  const { url }: { url?: unknown } = await response.json().catch(() => ({}));
  if (typeof url === 'string' && url) return url;
  throw new Error('Could not get public URL for the uploaded file.');
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
