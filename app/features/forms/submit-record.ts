import { type ProblemDetails, readProblem } from './problem.ts';

export type SubmitResult =
  /** The site has the record. `answer` is what it says of it. */
  | { kind: 'stored'; answer: unknown }
  /** The site could not store the record yet, but the fallback has taken it. */
  | { kind: 'delivered' }
  /** The record was refused, by the site or on the way to it, and why. */
  | { kind: 'refused'; problem: ProblemDetails }
  /** Neither the site nor the fallback has answered as it should. */
  | { kind: 'failed' };

/** The error of a failed fallback when the answer has no message. */
export interface FallbackErrors {
  /** The site has answered. */
  unexplained: string;
  /** Nothing has answered, or something other than the site. */
  unanswered: string;
}

interface RecordToSubmit {
  path: string;
  record: { id: string };
  /** The same words for the mentor's mailbox; it carries the record's id. */
  notification: { id: string };
  errors: FallbackErrors;
}

const answerTimeoutMs = 10_000;

const notificationPath = '/contact.php';

/** The site never redirects these: a redirect comes from somebody in between. */
const post = (path: string, body: object, init: RequestInit): Promise<Response> =>
  fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    ...init,
  });

/** What an answer says, in any shape; nothing when it is not JSON. */
const readJson = (response: Response): Promise<Record<string, unknown>> =>
  response.json().then(Object, () => ({}));

const isRefusal = ({ status }: Response) => status >= 400 && status < 500;

/** Only an answer that names the record means that the site has it. */
async function insert({ path, record }: RecordToSubmit): Promise<SubmitResult> {
  const response = await post(path, record, { signal: AbortSignal.timeout(answerTimeoutMs) });
  if (isRefusal(response)) return { kind: 'refused', problem: await readProblem(response) };
  const answer = response.status === 201 ? await readJson(response) : {};
  return answer.id === record.id ? { kind: 'stored', answer } : { kind: 'failed' };
}

async function deliver({ notification, errors }: RecordToSubmit): Promise<SubmitResult> {
  const response = await post(notificationPath, notification, {
    signal: AbortSignal.timeout(answerTimeoutMs),
  }).catch((cause: unknown) => {
    throw new Error(errors.unanswered, { cause });
  });
  const { ok, message } = await readJson(response.clone());
  if (response.status === 200 && ok === true) return { kind: 'delivered' };
  const isOurs = ok === false;
  const reason = isOurs && typeof message === 'string' ? message : undefined;
  if (isRefusal(response)) {
    return { kind: 'refused', problem: reason ? { title: reason } : await readProblem(response) };
  }
  throw new Error(reason ?? (isOurs ? errors.unexplained : errors.unanswered));
}

/**
 * Inserts a record; the mentor's notice then goes out in the background. Where inserting fails, the
 * notice is awaited instead. Both carry one id: nothing exists twice. Never rejects.
 */
export async function submitRecord(submitted: RecordToSubmit): Promise<SubmitResult> {
  const inserted = await insert(submitted).catch(() => ({ kind: 'failed' }) as const);
  if (inserted.kind === 'stored') {
    // Its outcome does not matter: the mail was queued with the record.
    post(notificationPath, submitted.notification, { keepalive: true }).catch(() => {});
  }
  if (inserted.kind !== 'failed') return inserted;
  return deliver(submitted).catch((error) => {
    console.warn('The fallback failed as well:', error);
    return { kind: 'failed' };
  });
}
