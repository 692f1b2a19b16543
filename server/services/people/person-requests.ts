import { createHash, randomUUID } from 'node:crypto';
import { toMailbox } from '#domain/person.ts';
import type {
  BookingRequestForm,
  PersonRequest,
  PersonRequestForm,
} from '#domain/person-request.ts';
import { dueAt, type RequestKind } from '#domain/request-kinds.ts';
import { findBooking } from '#server/db/queries/bookings.ts';
import { queueDelivery } from '#server/db/queries/mail-deliveries.ts';
import {
  confirmRequest,
  findRequest,
  insertRequest,
  listOpenRequests,
  markRequest,
} from '#server/db/queries/person-requests.ts';
import type { Caller } from '#server/limits/limiter.ts';
import { bookingNotFound } from '#server/services/bookings/check-booking.ts';
import { recordNotFound } from '#server/services/records/record-services.ts';
import { requestMailSubject, requestNoticeSubject } from './compose-request-mail.ts';
import type { PeopleDeps } from './people-deps.ts';
import { readRequestToken } from './request-links.ts';

/** What the deliveries of these mails begin with. */
const requestMailKey = (id: string) => `person-request:${id}:confirm`;

/**
 * Takes what somebody asks about their own data, and mails them a link: it counts as a request once
 * that was confirmed. Whether anything is known of the address makes no difference. Throws 429.
 */
export async function askAboutOneself(
  deps: PeopleDeps,
  { kind, email, message }: PersonRequestForm,
  visitor: Caller,
): Promise<void> {
  await deps.limiter.count('ask-about-oneself', visitor);
  const mailbox = createHash('sha256').update(toMailbox(email)).digest('base64url');
  // Whoever meets this limit is told the same as everybody: that there is a mail.
  if ((await deps.limiter.take('request-mail', mailbox)) > 0) return;
  const id = randomUUID();
  const mail = requestMailKey(id);
  const payload = { kind: 'person-request-mail', requestId: id, mail } as const;
  const subject = requestMailSubject((await deps.readFacts()).site);
  await deps.db.transaction(async (transaction) => {
    await insertRequest(transaction, { id, kind, email, message });
    await queueDelivery(transaction, { key: mail, recipient: email, subject });
    await deps.sendMail(transaction, payload);
  });
}

/**
 * Takes a request from the private page of a booking, and mails a link to the booking's address. The
 * answer to a booking holds its private link too, so having it proves no mailbox. Throws 404, 429.
 */
export async function askFromBooking(
  deps: PeopleDeps,
  { kind, message, booking: token }: BookingRequestForm,
  visitor: Caller,
): Promise<void> {
  const bookingId = await deps.manageLinks.readToken(token);
  const booking = bookingId === undefined ? undefined : await findBooking(deps.db, bookingId);
  if (!booking) throw bookingNotFound();
  await askAboutOneself(deps, { kind, email: booking.email, message }, visitor);
}

/** A request as the page of its link shows it. */
export interface LinkedRequest {
  kind: RequestKind;
  /** By when it is answered; null until it was confirmed. */
  dueAt: string | null;
}

const toLinked = (found: { kind: RequestKind; confirmedAt: Date | null }): LinkedRequest => ({
  kind: found.kind,
  dueAt: found.confirmedAt && dueAt(found.confirmedAt).toISOString(),
});

/** Looks at the request that a link is of, and changes nothing; returns nothing for a link that is not ours or too old. */
export async function findLinkedRequest(
  { db, secret }: PeopleDeps,
  token: string,
): Promise<LinkedRequest | undefined> {
  const id = readRequestToken(secret, token);
  const found = id === undefined ? undefined : await findRequest(db, id);
  return found && toLinked(found);
}

/**
 * Confirms the request of a link, and emails the mentor. A second time, or with a link that is not ours
 * or too old, it changes nothing.
 */
export async function confirmLinkedRequest(
  { db, secret, readFacts, sendMail }: PeopleDeps,
  token: string,
): Promise<void> {
  const requestId = readRequestToken(secret, token);
  if (requestId === undefined) return;
  const { recipient } = await readFacts();
  await db.transaction(async (transaction) => {
    if (!(await confirmRequest(transaction, requestId))) return;
    const mail = `person-request:${requestId}:notice`;
    await queueDelivery(transaction, { key: mail, recipient, subject: requestNoticeSubject });
    await sendMail(transaction, { kind: 'person-request-notice', requestId, mail });
  });
}

/** Lists the requests that wait for an answer, the one that is due first at the top. */
export async function listRequests({ db }: PeopleDeps): Promise<PersonRequest[]> {
  const rows = await listOpenRequests(db);
  return rows.flatMap(({ id, kind, email, message, confirmedAt }) =>
    confirmedAt
      ? {
          ...{ id, kind, email, message },
          confirmed_at: confirmedAt.toISOString(),
          due_at: dueAt(confirmedAt).toISOString(),
        }
      : [],
  );
}

/** Marks a request as answered. Throws 404. */
export async function answerRequest(
  { db }: PeopleDeps,
  { id, answeredBy }: { id: string; answeredBy: string },
): Promise<void> {
  if (!(await markRequest(db, id, answeredBy))) throw recordNotFound();
}

/** Takes that back. Throws 404. */
export async function reopenRequest({ db }: PeopleDeps, { id }: { id: string }): Promise<void> {
  if (!(await markRequest(db, id, null))) throw recordNotFound();
}
