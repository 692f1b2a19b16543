import type { HttpRequest, HttpResponse, UploadOptions } from 'tus-js-client';
import { UnexpectedAnswer } from './upload-failure.ts';

/** Where uploads begin. */
export const uploadEndpoint = '/api/uploads';

/** What goes with one request, in bytes: little enough that a poor line loses little. */
const partBytes = 8 * 1024 ** 2;

/** Before each repeat, in milliseconds: half a second, doubled, up to 30 s, for half an hour. */
const retryDelays = Array.from({ length: 64 }, (_, tries) => Math.min(500 * 2 ** tries, 30_000));

/**
 * The library takes every answer but a good one to "how far is it?" for a loss, and begins from
 * nothing. A site that restarts, or a session that has ended, is none: only 404 and 410 are.
 */
function refuseUnexpected(request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus();
  if (request.getMethod() !== 'HEAD' || status < 400 || status === 404 || status === 410) return;
  throw new UnexpectedAnswer(status, response.getBody());
}

/** How the upload library sends every file, wherever it runs. */
export const sending = {
  chunkSize: partBytes,
  retryDelays,
  onAfterResponse: refuseUnexpected,
} satisfies Partial<UploadOptions>;
