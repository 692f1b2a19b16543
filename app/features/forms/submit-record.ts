import type { ProblemDetails } from './problem.ts';

export type SubmitResult =
  /** The site has the record. `answer` is what it says of it. */
  | { kind: 'stored'; answer: unknown }
  /** The site could not store the record yet, but the fallback has taken it. */
  | { kind: 'delivered' }
  /** The site, or the fallback, has answered that it does not take the record, and why. */
  | { kind: 'refused'; problem: ProblemDetails }
  /** Neither the site nor the fallback has answered well. */
  | { kind: 'failed' };

interface RecordToSubmit {
  path: string;
  record: { id: string };
  /** The same words for the mentor's mailbox; it carries the record's id. */
  notification: { id: string };
}

const answerTimeoutMs = 10_000;

const notificationPath = '/contact.php';

const post = (path: string, body: object, init: RequestInit): Promise<Response> =>
  fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(body),
    ...init,
  });

async function insert({ path, record }: RecordToSubmit): Promise<SubmitResult> {
  const response = await post(path, record, { signal: AbortSignal.timeout(answerTimeoutMs) });
  if (response.ok) return { kind: 'stored', answer: await response.json().catch(() => null) };
  if (response.status >= 500) return { kind: 'failed' };
  return { kind: 'refused', problem: await response.json() };
}

async function deliver({ notification }: RecordToSubmit): Promise<SubmitResult> {
  const response = await post(notificationPath, notification, {
    signal: AbortSignal.timeout(answerTimeoutMs),
  });
  const answer: { ok?: unknown; message?: unknown } = await response.json();
  if (response.ok && answer.ok === true) return { kind: 'delivered' };
  const message = typeof answer.message === 'string' ? answer.message : 'Server returned an error.';
  if (response.status < 400 || response.status >= 500) throw new Error(message);
  return { kind: 'refused', problem: { title: message } };
}

/**
 * Inserts a record; the mentor's notice then goes out in the background. Where inserting fails, the
 * notice is awaited instead. Both carry one id: nothing exists twice. Never rejects.
 */
export async function submitRecord(submitted: RecordToSubmit): Promise<SubmitResult> {
  const inserted = await insert(submitted).catch(() => ({ kind: 'failed' }) as const);
  if (inserted.kind === 'stored') {
    // Its outcome is nobody's concern: the mail was queued with the record.
    post(notificationPath, submitted.notification, { keepalive: true }).catch(() => {});
  }
  if (inserted.kind !== 'failed') return inserted;
  return deliver(submitted).catch((error) => {
    console.warn('The fallback failed as well:', error);
    return { kind: 'failed' };
  });
}
