import type { Upload, UploadOptions } from 'tus-js-client';
import type { UploadKind } from '#features/uploads/rules/upload.ts';
import {
  createTransferRate,
  isSignedOut,
  isTransient,
  readDetail,
  retryDelays,
  sending,
  toUploadError,
  UploadError,
  uploadEndpoint,
} from './sending.ts';

/** What an upload needs of the signed-in session. */
export interface UploadSession {
  /** Like `fetch`, but asks to sign in again if the session has ended. */
  adminFetch: typeof fetch;
  /** Asks to sign in again. Returns whether the user did. */
  askToSignIn: () => Promise<boolean>;
}

export interface UploadSnapshot {
  /**
   * `reconnecting` continues automatically, `signed-out` after signing in, and `failed` not at all.
   */
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
  /** Whether it continues an earlier attempt. */
  isResumed?: boolean;
  /** The public URL of the stored file, or the path of a private one. */
  url?: string;
  reason?: string | undefined;
}

/** Returns the storage in which the upload library remembers uploads across reloads. */
export const openStorage = async () => (await import('tus-js-client')).defaultOptions.urlStorage;

interface ResumableUploadOptions {
  file: Blob;
  filename: string;
  kind: UploadKind;
  /** Identifies the file if it is chosen again. Without it, the upload is not remembered. */
  fingerprint?: Promise<string>;
  /** The upload URLs that other files of the queue use: two identical files are two uploads. */
  claimed?: Set<string>;
  session: UploadSession;
  onChange: (changes: Partial<UploadSnapshot>) => void;
}

/** Sends one file in parts. Continues where it stopped after a lost connection or a reload. */
export function createResumableUpload(options: ResumableUploadOptions) {
  const { file, filename, kind, fingerprint, session, claimed = new Set(), onChange } = options;
  const rate = createTransferRate();
  let state: UploadSnapshot['state'] = 'waiting';
  let tus: Upload | undefined;
  let stopping = new AbortController();

  function change(changes: Partial<UploadSnapshot>): void {
    const isOther = changes.state !== undefined && changes.state !== state;
    if (isOther) rate.reset();
    state = changes.state ?? state;
    onChange(isOther ? { bytesPerSecond: undefined, ...changes } : changes);
  }

  async function forgetTries(): Promise<void> {
    if (fingerprint === undefined) return;
    const storage = await openStorage();
    for (const { urlStorageKey } of await storage.findUploadsByFingerprint(await fingerprint))
      await storage.removeUpload(urlStorageKey);
  }

  /** If the session has ended, the upload waits until the user signs in again. */
  async function fail(thrown: unknown): Promise<void> {
    const error = toUploadError(thrown);
    const { signal } = stopping;
    if (isSignedOut(error) && state !== 'finishing') {
      change({ state: 'signed-out' });
      const isBack = await session.askToSignIn();
      if (signal.aborted) return;
      if (isBack) return start();
    }
    // After any other rejection, choosing the same file again would not help.
    if (!isTransient(error) && !isSignedOut(error)) forgetTries().catch(() => {});
    change({ state: 'failed', reason: error.message });
  }

  const tusOptions: UploadOptions = {
    ...sending,
    endpoint: uploadEndpoint,
    metadata: { kind, filename },
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
      if (!isTransient(toUploadError(error))) return false;
      change({ state: 'reconnecting' });
      return true;
    },
    onError: (error) => void fail(error),
    onSuccess: () => void finish(),
  };

  async function open(): Promise<Upload> {
    const { Upload } = await import('tus-js-client');
    const upload = new Upload(file, tusOptions);
    const known = fingerprint === undefined ? [] : await upload.findPreviousUploads();
    const previous = known.findLast(({ uploadUrl }) => uploadUrl && !claimed.has(uploadUrl));
    if (previous?.uploadUrl) {
      claimed.add(previous.uploadUrl);
      upload.resumeFromPreviousUpload(previous);
      change({ isResumed: true });
    }
    return upload;
  }

  async function finish(): Promise<void> {
    change({ state: 'finishing', sent: file.size });
    const { signal } = stopping;
    try {
      const url = await finishUpload(session.adminFetch, tus?.url ?? '', signal);
      if (!signal.aborted) change({ state: 'done', url });
    } catch (error) {
      if (!signal.aborted) void fail(error);
    }
  }

  function stop(): void {
    stopping.abort();
    window.removeEventListener('online', reconnect);
  }

  /** The connection is back, so there is no need to wait for the next retry. */
  function reconnect(): void {
    if (state !== 'reconnecting') return;
    void tus?.abort();
    tus?.start();
  }

  function start(): void {
    stop();
    stopping = new AbortController();
    const { signal } = stopping;
    window.addEventListener('online', reconnect);
    change({ state: 'uploading', reason: undefined });
    const opening = tus ? Promise.resolve(tus) : open();
    opening.then((upload) => {
      tus = upload;
      if (!signal.aborted) upload.start();
    }, fail);
  }

  return {
    start,
    pause() {
      stop();
      void tus?.abort();
      change({ state: 'paused' });
    },
    /** Stops permanently and deletes the upload on the server. */
    cancel() {
      stop();
      // If the deletion fails, the periodic sweep deletes the upload.
      tus?.abort(true).catch(() => {});
      forgetTries().catch(() => {});
    },
    /**
     * Call this after the file's record has been saved. Choosing the file again then starts a new
     * upload.
     */
    forget() {
      stop();
      forgetTries().catch(() => {});
    },
  };
}

/** A complete file is stored within minutes, or the upload fails. */
const finishDelays = retryDelays.slice(0, 14);

/**
 * Asks the server to store a complete file, and retries until it answers. Repeating the request
 * changes nothing. Returns the public URL, or the path of a private file. Throws UploadError.
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
    if (!isTransient(error)) break;
    await new Promise((resolve) => setTimeout(resolve, delay));
    signal.throwIfAborted();
  }
  throw error;
}

async function readUrl(response: Response): Promise<string> {
  const answer: { url?: unknown; path?: unknown } = await response.json().catch(() => ({}));
  const url = answer.url ?? answer.path;
  if (typeof url === 'string' && url) return url;
  throw new UploadError(0, 'Could not get public URL for the uploaded file.');
}
