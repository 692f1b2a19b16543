import { captchaField } from '#rules/captcha.ts';

/** The server's explanation of a refused request (RFC 9457). */
export interface ProblemDetails {
  title: string;
  detail?: string;
  code?: string;
  errors?: { field: string; message: string }[];
  /** For a taken slot: the free ones. */
  slots?: string[];
  /** For a record that someone else has changed: the current version. */
  current?: object;
}

/** The problem a form shows when the server did not answer. */
export const noAnswer: ProblemDetails = {
  title: 'Can’t reach the site. Check your connection and try again.',
};

/** An error whose message is shown to the user. */
export class ShownError extends Error {
  override name = 'ShownError';
}

/**
 * Whether a request succeeded. An HTML response is from a captive portal or a proxy, because the
 * API sends HTML only as a file.
 */
export const isOwnSuccess = ({ ok, headers }: Response): boolean =>
  ok &&
  (headers.has('Content-Disposition') || !headers.get('Content-Type')?.startsWith('text/html'));

const isProblem = (value: unknown): value is ProblemDetails =>
  ['title', 'detail'].some((member) => typeof Object(value)[member] === 'string');

/** The messages for requests rejected by a proxy or a firewall. */
const foreignRefusals: Record<number, string> = {
  413: 'This is too long to send. Shorten it and try again.',
  429: 'Too many requests from your network. Wait a minute and try again.',
};

function describeForeign({ status, statusText }: Response): string {
  if (status < 400 || status >= 500) return 'Something went wrong. Try again.';
  const name = `${status} ${statusText}`.trim();
  return (
    foreignRefusals[status] ??
    `Your network or our host blocked this request (${name}). Try another connection.`
  );
}

/**
 * Reads the problem of an error response. A response that is not from the site is described by its
 * status.
 */
export async function readProblem(response: Response): Promise<ProblemDetails> {
  const problem: unknown = await response.json().catch(() => null);
  return isProblem(problem) ? problem : { title: describeForeign(response) };
}

/** Assigns the server's messages to their fields. Other messages are shown above the form. */
export function toErrors({ title, detail, errors = [] }: ProblemDetails) {
  if (errors.length === 0) return { formErrors: [detail ?? title] };
  const formErrors: string[] = [];
  const fieldErrors: Record<string, string[]> = {};
  for (const { field, message } of errors) {
    const name = toFieldName(field);
    if (field === captchaField) formErrors.push(message);
    else fieldErrors[name] = [...(fieldErrors[name] ?? []), message];
  }
  return { fieldErrors, ...(formErrors.length > 0 && { formErrors }) };
}

/** Conform names list items `plans[0]`, the server `plans.0`. */
const toFieldName = (path: string) => path.replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]');
