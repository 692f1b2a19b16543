import type { DetailedError, HttpRequest, HttpResponse, UploadOptions } from 'tus-js-client';

/** Where uploads begin. */
export const uploadEndpoint = '/api/uploads';

/** What goes with one request, in bytes: little enough that a poor line loses little. */
const partBytes = 8 * 1024 ** 2;

/** Before each repeat, in milliseconds: half a second, doubled, up to 30 s, for half an hour. */
const retryDelays = Array.from({ length: 64 }, (_, tries) => Math.min(500 * 2 ** tries, 30_000));

/** An answer to "how far is it?" that says neither that nor that there is no such upload. */
class UnexpectedAnswer extends Error {
  readonly status: number;
  readonly body: string;
  constructor(status: number, body: string) {
    super(`The site answered ${status}`);
    this.status = status;
    this.body = body;
  }
}

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

/** What is said when nothing has answered. */
export const unreachable = 'The site cannot be reached just now.';

/** The site will not take the file, however often it is sent. The message is for people. */
export class UploadRefused extends Error {}

/** The status of the answer that an upload broke off with; 0 when nothing answered. */
export const statusOfFailure = ({ causingError, originalResponse }: DetailedError): number =>
  causingError instanceof UnexpectedAnswer
    ? causingError.status
    : (originalResponse?.getStatus() ?? 0);

/** Whether time may mend it: no answer, a site that restarts, an upload that is busy. */
export const isPassing = (status: number): boolean =>
  status === 0 || [408, 409, 423, 425, 429].includes(status) || (status >= 500 && status !== 507);

/** Whether signing in again mends it: no session any more, or none at the level it takes. */
export const isSignedOut = (error: Error | DetailedError): boolean =>
  'originalResponse' in error && [401, 403].includes(statusOfFailure(error));

/** Whether neither time nor another try mends it. */
export const isFinal = (error: Error | DetailedError): boolean =>
  'originalResponse' in error && !isPassing(statusOfFailure(error));

/** Why it broke off, in the site's own words where it has said something. */
export function describeFailure(error: Error | DetailedError): string {
  const detailed = 'originalResponse' in error ? error : undefined;
  const body =
    detailed?.causingError instanceof UnexpectedAnswer
      ? detailed.causingError.body
      : detailed?.originalResponse?.getBody();
  return readDetail(body) ?? unreachable;
}

/** The sentence of a problem document (RFC 9457), if that is what it is. */
export function readDetail(body: string | undefined): string | undefined {
  try {
    const problem: unknown = JSON.parse(body ?? '');
    return problem instanceof Object && 'detail' in problem ? String(problem.detail) : undefined;
  } catch {
    return undefined;
  }
}
