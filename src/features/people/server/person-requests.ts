import { createHash, randomUUID } from 'node:crypto';
import { findBooking } from '#features/availability/server/index.ts';
import { bookingNotFound } from '#features/booking/server/index.ts';
import { queueDelivery } from '#features/mail/server/index.ts';
import type {
  BookingRequestForm,
  PersonRequestForm,
} from '#features/people/rules/person-request.ts';
import { dueAt, type RequestKind } from '#features/people/rules/request-kinds.ts';
import { recordNotFound } from '#platform/errors/errors.ts';
import type { Caller } from '#platform/limits/limiter.ts';
import { toMailbox } from '#rules/mailbox.ts';
import type { PeopleDeps } from './create-people-services.ts';
import {
  confirmRequest,
  findRequest,
  insertRequest,
  listOpenRequests,
  markRequest,
} from './queries/person-requests.ts';
import { requestLinks, requestMailSubject, requestNoticeSubject } from './request-mails.ts';

/** The key of the deliveries of a request. */
const toMailKey = (id: string, which: 'confirm' | 'notice') => `person-request:${id}:${which}`;

/**
 * Stores a data request and emails a link to confirm it. The response is the same whether or not
 * the address is known. Throws 429.
 */
export async function requestPersonalData(
  deps: PeopleDeps,
  { kind, email, message }: PersonRequestForm,
  visitor: Caller,
): Promise<void> {
  await deps.limiter.count('ask-about-oneself', visitor);
  const mailbox = createHash('sha256').update(toMailbox(email)).digest('base64url');
  // A mailbox that has reached its limit gets no email, without a visible difference.
  if ((await deps.limiter.take('request-mail', mailbox)) > 0) return;
  const id = randomUUID();
  const mail = toMailKey(id, 'confirm');
  const subject = requestMailSubject((await deps.readSettings()).site);
  await deps.db.transaction(async (transaction) => {
    await insertRequest(transaction, { id, kind, email, message });
    await queueDelivery(transaction, { key: mail, recipient: email, subject });
    await deps.sendMail(transaction, { kind: 'person-request-mail', requestId: id, mail });
  });
}

/**
 * Stores a data request from the private page of a booking and emails a link to the booking's
 * address: knowing the private link does not prove ownership of the mailbox. Throws 404, 429.
 */
export async function askFromBooking(
  deps: PeopleDeps,
  { kind, message, booking: token }: BookingRequestForm,
  visitor: Caller,
): Promise<void> {
  const bookingId = deps.manageLinks.readToken(token);
  const booking = bookingId === undefined ? undefined : await findBooking(deps.db, bookingId);
  if (!booking?.email) throw bookingNotFound();
  await requestPersonalData(deps, { kind, email: booking.email, message }, visitor);
}

/** A request as its emailed link shows it. */
export interface LinkedRequest {
  kind: RequestKind;
  /** When the answer is due; null until the request is confirmed. */
  dueAt: string | null;
}

/**
 * Returns the request of an emailed link without changing it; undefined for an invalid or expired
 * link.
 */
export async function findLinkedRequest(
  { db, secret }: PeopleDeps,
  token: string,
): Promise<LinkedRequest | undefined> {
  const id = requestLinks(secret).readToken(token);
  const found = id === undefined ? undefined : await findRequest(db, id);
  return (
    found && {
      kind: found.kind,
      dueAt: found.confirmedAt && dueAt(found.confirmedAt).toISOString(),
    }
  );
}

/**
 * Confirms the request of an emailed link and notifies the mentor. A repeat or an invalid link
 * changes nothing.
 */
export async function confirmLinkedRequest(
  { db, secret, readSettings, sendMail }: PeopleDeps,
  token: string,
): Promise<void> {
  const id = requestLinks(secret).readToken(token);
  if (id === undefined) return;
  const settings = await readSettings();
  await db.transaction(async (transaction) => {
    const request = await confirmRequest(transaction, id);
    if (!request) return;
    const mail = toMailKey(id, 'notice');
    const subject = requestNoticeSubject(request, settings);
    await queueDelivery(transaction, { key: mail, recipient: settings.recipient, subject });
    await sendMail(transaction, { kind: 'person-request-notice', requestId: id, mail });
  });
}

/** Lists the confirmed requests without an answer, by due date. */
export const listRequests = async ({ db }: PeopleDeps) =>
  (await listOpenRequests(db)).flatMap(({ id, kind, email, message, confirmedAt }) =>
    confirmedAt ? { id, kind, email, message, due_at: dueAt(confirmedAt) } : [],
  );

/** Marks a request as answered by an account or, with null, as open. Throws 404. */
export async function markAnswered(
  { db }: PeopleDeps,
  { id, answeredBy }: { id: string; answeredBy: string | null },
): Promise<void> {
  if (!(await markRequest(db, id, answeredBy))) throw recordNotFound();
}
