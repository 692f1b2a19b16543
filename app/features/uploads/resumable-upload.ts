import type { Upload, UploadOptions } from 'tus-js-client';
import type { UploadKind } from '#domain/upload.ts';
import type { AdminSession } from '../auth/session-guard.tsx';
import {
  isPassing,
  isSignedOut,
  readDetail,
  retryDelays,
  sending,
  toUploadError,
  UploadError,
  uploadEndpoint,
} from './sending.ts';
import { createTransferRate } from './transfer-rate.ts';

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
  sent: number;
  bytesPerSecond?: number | undefined;
  /** Whether it goes on where an earlier try stopped. */
  isResumed?: boolean;
  url?: string;
  reason?: string | undefined;
}

/** Returns where the upload library remembers uploads across reloads; where storage is blocked, nothing is kept. */
export const openStorage = async () => (await import('tus-js-client')).defaultOptions.urlStorage;

interface ResumableUploadOptions {
  file: Blob;
  filename: string;
  kind: UploadKind;
  /** What the file is known by when it is chosen again, where it can be. */
  fingerprint?: Promise<string>;
  /** The URLs of uploads that other files of the queue use: two equal files are two uploads. */
  claimed?: Set<string>;
  videoUrl?: string;
  session: AdminSession;
  onChange: (changes: Partial<UploadSnapshot>) => void;
}

/** Sends one file in parts, and goes on where it stopped: after a lost line, and after a reload. */
export function createResumableUpload(options: ResumableUploadOptions) {
  const { file, filename, kind, fingerprint, videoUrl, session, onChange } = options;
  const { claimed = new Set() } = options;
  const rate = createTransferRate();
  let state: UploadSnapshot['state'] = 'waiting';
  let tus: Upload | undefined;
  let stopping = new AbortController();

  function change(changes: Partial<UploadSnapshot>): void {
    if (changes.state !== undefined && changes.state !== state) {
      state = changes.state;
      rate.reset();
      onChange({ bytesPerSecond: undefined, ...changes });
    } else onChange(changes);
  }

  async function forgetTries(): Promise<void> {
    if (fingerprint === undefined) return;
    const storage = await openStorage();
    for (const { urlStorageKey } of await storage.findUploadsByFingerprint(await fingerprint))
      await storage.removeUpload(urlStorageKey);
  }

  function fail(error: UploadError): void {
    // Where choosing the same file again would be of no use, nobody is asked to.
    if (!isPassing(error) && !isSignedOut(error)) forgetTries().catch(() => {});
    change({ state: 'failed', reason: error.message });
  }

  const tusOptions: UploadOptions = {
    ...sending,
    endpoint: uploadEndpoint,
    metadata: { kind, filename, ...(videoUrl !== undefined && { videoUrl }) },
    storeFingerprintForResuming: fingerprint !== undefined,
    fingerprint: async () => (await fingerprint) ?? '',
    onUploadUrlAvailable() {
      if (tus?.url) claimed.add(tus.url);
    },
    onProgress(sent) {
      if (state !== 'uploading') change({ state: 'uploading' });
      change({ sent, bytesPerSecond: rate.read(sent, performance.now()) });
    },
    onShouldRetry(error) {
      if (!isPassing(toUploadError(error))) return false;
      change({ state: 'reconnecting' });
      return true;
    },
    onError(thrown) {
      const error = toUploadError(thrown);
      if (isSignedOut(error)) void signIn(error);
      else fail(error);
    },
    onSuccess: () => void finish(),
  };

  async function open(): Promise<Upload> {
    const { Upload } = await import('tus-js-client');
    const upload = new Upload(file, tusOptions);
    if (fingerprint === undefined) return upload;
    const known = await upload.findPreviousUploads();
    const previous = known.findLast(({ uploadUrl }) => uploadUrl && !claimed.has(uploadUrl));
    if (previous?.uploadUrl) {
      claimed.add(previous.uploadUrl);
      upload.resumeFromPreviousUpload(previous);
      change({ isResumed: true });
    }
    return upload;
  }

  /** The session has ended: what has arrived waits for its owner to be back. */
  async function signIn(refusal: UploadError): Promise<void> {
    change({ state: 'signed-out' });
    const { signal } = stopping;
    const isBack = await session.askToSignIn();
    if (signal.aborted) return;
    if (isBack) start();
    else fail(refusal);
  }

  async function finish(): Promise<void> {
    change({ state: 'finishing', sent: file.size });
    const { signal } = stopping;
    try {
      const url = await finishUpload(session.adminFetch, tus?.url ?? '', signal);
      if (!signal.aborted) change({ state: 'done', url });
    } catch (error) {
      if (!signal.aborted) fail(toUploadError(error));
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
      () => fail(new UploadError(0)),
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
      forgetTries().catch(() => {});
    },
    /** To be called when what the file is for has been saved: choosing it again is a new upload. */
    forget() {
      stop();
      forgetTries().catch(() => {});
    },
  };
}

/** A file that has arrived is kept within minutes, or the upload fails. */
const finishDelays = retryDelays.slice(0, 14);

/**
 * Asks the site until it answers to keep a file that has arrived: asking twice does nothing twice.
 * Returns its public URL; rejects with words for people.
 */
async function finishUpload(
  adminFetch: typeof fetch,
  uploadUrl: string,
  signal: AbortSignal,
): Promise<string> {
  let error = new UploadError(0);
  for (const delay of finishDelays) {
    const response = await adminFetch(`${uploadUrl}/finish`, { method: 'POST', signal }).catch(
      () => undefined,
    );
    if (response?.ok) return readUrl(response);
    error = new UploadError(response?.status ?? 0, readDetail(await response?.text()));
    if (!isPassing(error)) break;
    await new Promise((resolve) => setTimeout(resolve, delay));
    signal.throwIfAborted();
  }
  throw error;
}

async function readUrl(response: Response): Promise<string> {
  const { url }: { url?: unknown } = await response.json().catch(() => ({}));
  if (typeof url === 'string' && url) return url;
  throw new UploadError(0, 'Could not get public URL for the uploaded file.');
}
