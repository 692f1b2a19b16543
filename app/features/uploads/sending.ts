import type { DetailedError, HttpRequest, HttpResponse, UploadOptions } from 'tus-js-client';

export const uploadEndpoint = '/api/uploads';

/** What goes with one request, in bytes: little enough that a poor line loses little. */
const partBytes = 8 * 1024 ** 2;

/** Before each repeat, in milliseconds: half a second, doubled, up to 30 s, for half an hour. */
export const retryDelays = Array.from({ length: 64 }, (_, tries) =>
  Math.min(500 * 2 ** tries, 30_000),
);

/** Why an upload broke off, in words for people: the site's own, if it said any. */
export class UploadError extends Error {
  /** The status of the answer; 0 when nothing answered. */
  readonly status: number;
  constructor(status: number, reason = 'Can’t reach the site.') {
    super(reason);
    this.status = status;
  }
}

/** Returns the sentence of a problem document (RFC 9457), if that is what it is. */
export function readDetail(body: string | undefined): string | undefined {
  try {
    const problem: unknown = JSON.parse(body ?? '');
    return problem instanceof Object && 'detail' in problem ? String(problem.detail) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The library takes every answer but a good one to "how far is it?" for a loss, and begins from
 * nothing. A site that restarts, or a session that has ended, is none: only 404 and 410 are.
 */
function refuseUnexpected(request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus();
  if (request.getMethod() !== 'HEAD' || status < 400 || status === 404 || status === 410) return;
  throw new UploadError(status, readDetail(response.getBody()));
}

/** How the upload library sends every file, wherever it runs. */
export const sending = {
  chunkSize: partBytes,
  retryDelays,
  onAfterResponse: refuseUnexpected,
} satisfies Partial<UploadOptions>;

/** Returns why an upload broke off, be it known or thrown by the library. */
export function toUploadError(error: unknown): UploadError {
  if (error instanceof UploadError) return error;
  if (!(error instanceof Error && 'originalResponse' in error)) return new UploadError(0);
  const { causingError, originalResponse: response } = error as DetailedError;
  if (causingError instanceof UploadError) return causingError;
  return new UploadError(response?.getStatus() ?? 0, readDetail(response?.getBody()));
}

/** Returns whether signing in again mends it: no session any more, or none at the level it takes. */
export const isSignedOut = ({ status }: UploadError): boolean => status === 401 || status === 403;

/** Returns whether time may mend it: no answer, a site that restarts, an upload that is busy. */
export const isPassing = ({ status }: UploadError): boolean =>
  status === 0 || [408, 409, 423, 425, 429].includes(status) || (status >= 500 && status !== 507);
