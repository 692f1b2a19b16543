import type { DetailedError, HttpRequest, HttpResponse, UploadOptions } from 'tus-js-client';
import type { UploadKind } from '#features/uploads/rules/upload.ts';

export const uploadEndpoint = '/api/uploads';

/** The bytes per request, few enough that a poor connection loses little. */
const partBytes = 8 * 1024 ** 2;

/**
 * The delay before each retry, in milliseconds: from half a second, doubling up to 30 s, for half
 * an hour.
 */
export const retryDelays = Array.from({ length: 64 }, (_, tries) =>
  Math.min(500 * 2 ** tries, 30_000),
);

/** Why an upload failed, with a message for the user: the server's own, if it sent one. */
export class UploadError extends Error {
  /** The status of the response; 0 without a response. */
  readonly status: number;
  constructor(status: number, reason = 'Can’t reach the site.') {
    super(reason);
    this.status = status;
  }
}

/** Returns the message of a problem document (RFC 9457), if the body is one. */
export function readDetail(body: string | undefined): string | undefined {
  try {
    const problem: unknown = JSON.parse(body ?? '');
    return problem instanceof Object && 'detail' in problem ? String(problem.detail) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * By default, the library treats every error response to HEAD as a lost upload and starts over.
 * Only 404 and 410 mean that: a restart of the site or an expired session loses nothing.
 */
function refuseUnexpected(request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus();
  if (request.getMethod() !== 'HEAD' || status < 400 || status === 404 || status === 410) return;
  throw new UploadError(status, readDetail(response.getBody()));
}

/** The options that the upload library uses for every file, in tests too. */
export const sending = {
  chunkSize: partBytes,
  retryDelays,
  onAfterResponse: refuseUnexpected,
} satisfies Partial<UploadOptions>;

/** Converts whatever the library throws. */
export function toUploadError(error: unknown): UploadError {
  if (error instanceof UploadError) return error;
  if (!(error instanceof Error && 'originalResponse' in error)) return new UploadError(0);
  const { causingError, originalResponse: response } = error as DetailedError;
  if (causingError instanceof UploadError) return causingError;
  return new UploadError(response?.getStatus() ?? 0, readDetail(response?.getBody()));
}

/** Whether signing in again helps. */
export const isSignedOut = ({ status }: UploadError): boolean => status === 401 || status === 403;

/** Whether a retry may succeed: no response, a restart of the site, or a busy upload. */
export const isTransient = ({ status }: UploadError): boolean =>
  status === 0 || [408, 409, 423, 425, 429].includes(status) || (status >= 500 && status !== 507);

/**
 * The size of each sample of a file, in bytes. Few samples are quick to read and still identify a
 * video.
 */
const sampleBytes = 64 * 1024;
const samples = 16;

/**
 * Returns a fingerprint of a file's size and content, to recognise it when it is chosen again.
 * Phones give the same video another name and date each time. Rejects if the file cannot be read,
 * or without HTTPS.
 */
export async function fingerprintOf(kind: UploadKind, file: Blob): Promise<string> {
  const step = Math.max(file.size - sampleBytes, 0) / (samples - 1);
  const parts = Array.from({ length: samples }, (_, index) => {
    const start = Math.round(step * index);
    return file.slice(start, start + sampleBytes);
  });
  const content = await new Blob(parts).arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  const text = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${kind}-${file.size}-${text}`;
}

/** The speed is averaged over the last `windowMs`, and unknown before `shortestMs`. */
const windowMs = 8_000;
const shortestMs = 400;

/** Measures the upload speed, smoothed so that it is readable. */
export function createTransferRate() {
  let seen: { sent: number; at: number }[] = [];
  return {
    reset() {
      seen = [];
    },
    /**
     * `sent` is the total number of bytes at the instant `at` (milliseconds). Returns bytes per
     * second, once known.
     */
    read(sent: number, at: number): number | undefined {
      if (sent < (seen.at(-1)?.sent ?? 0)) seen = [];
      seen.push({ sent, at });
      while (seen.length > 2 && at - (seen[0]?.at ?? at) > windowMs) seen.shift();
      const first = seen[0];
      if (!first || at - first.at < shortestMs) return undefined;
      return ((sent - first.sent) / (at - first.at)) * 1000;
    },
  };
}
