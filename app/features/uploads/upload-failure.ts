import type { DetailedError } from 'tus-js-client';

/** An answer to "how far is it?" that says neither that nor that there is no such upload. */
export class UnexpectedAnswer extends Error {
  readonly status: number;
  readonly body: string;
  constructor(status: number, body: string) {
    super(`The site answered ${status}`);
    this.status = status;
    this.body = body;
  }
}

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
  return readDetail(body) ?? 'The site cannot be reached just now.';
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
