import { type ProblemDetails, readProblem } from './problem.ts';

export type SubmitResult =
  /** The site has stored the record. */
  | { kind: 'stored'; answer: unknown }
  /** The site could not store the record yet, but the fallback has accepted it. */
  | { kind: 'delivered' }
  /** The record was rejected, by the site or by a proxy. */
  | { kind: 'refused'; problem: ProblemDetails }
  /** Both the site and the fallback failed. */
  | { kind: 'failed' };

/** The errors of a failed fallback whose response has no message. */
export interface FallbackErrors {
  /** The site has responded. */
  unexplained: string;
  /** There was no response, or not from the site. */
  unanswered: string;
}

interface RecordToSubmit {
  path: string;
  record: { id: string };
  /** The same content for the mentor's mailbox, with the record's id. */
  notification: { id: string };
  errors: FallbackErrors;
}

const answerTimeoutMs = 10_000;

const notificationPath = '/contact.php';

/** The site never redirects these requests: a redirect is from a proxy. */
const post = (path: string, body: object, init: RequestInit): Promise<Response> =>
  fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    ...init,
  });

/** Reads a response as JSON. Anything else is an empty object. */
const readJson = (response: Response): Promise<Record<string, unknown>> =>
  response.json().then(Object, () => ({}));

const isRefusal = ({ status }: Response) => status >= 400 && status < 500;

/** Only a response with the record's id means that the site has stored it. */
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
 * Inserts a record, and sends the mentor's notification in the background. If the insert fails, it
 * awaits the notification as a fallback. Both have the same id, so that nothing is stored twice.
 * Never rejects.
 */
export async function submitRecord(submitted: RecordToSubmit): Promise<SubmitResult> {
  const inserted = await insert(submitted).catch(() => ({ kind: 'failed' }) as const);
  if (inserted.kind === 'stored') {
    // The result does not matter, because the email was queued with the record.
    post(notificationPath, submitted.notification, { keepalive: true }).catch(() => {});
  }
  if (inserted.kind !== 'failed') return inserted;
  return deliver(submitted).catch((error) => {
    console.warn('The fallback failed too:', error);
    return { kind: 'failed' };
  });
}
