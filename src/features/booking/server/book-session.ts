import { findFault } from '#features/availability/rules/index.ts';
import { findBooking, isTimeTaken, listFreeOnDay } from '#features/availability/server/index.ts';
import type { BookingContent, BookingSubmission } from '#features/booking/rules/booking.ts';
import { hasDelivery } from '#features/mail/server/index.ts';
import { keepKnownAgreement } from '#features/settings/server/index.ts';
import { countCode, toSentCode } from '#features/vouchers/server/index.ts';
import type { Executor } from '#platform/db/executor.ts';
import { idReused, invalidBody } from '#platform/errors/errors.ts';
import type { Caller } from '#platform/limits/limiter.ts';
import { tooManySessions } from '#platform/limits/limits.ts';
import type { PayLink } from '#rules/pay-link.ts';
import { deriveId, nameToId, noticeKey, submissionKey } from '#rules/submission-keys.ts';
import { fromWire } from '#rules/wire.ts';
import type { BookingDeps } from './booking-deps.ts';
import {
  checkPhone,
  hasAllSessions,
  isOffered,
  notOffered,
  readSessionAvailability,
  requireMailboxAllowance,
  slotTaken,
  toTerms,
} from './check-booking.ts';
import { releaseEndedHolds, scheduleHold } from './hold-session.ts';
import { insertBooking, isBookingIdTaken, lockMailbox } from './queries/bookings.ts';
import { queueBookingMail, scheduleReminders } from './queue-booking-mails.ts';
import { toRequestedSession } from './requested-session.ts';

/** A booking to be stored, from any source. */
export interface BookingToStore {
  kind: 'booking';
  id: string;
  content: BookingContent;
}

/** A session that is booked, with its visitor's private ways to it and to pay for it. */
interface BookedSession {
  id: string;
  startsAt: Date;
  managePath: string;
  payLink: PayLink | undefined;
  /** Until when it is held for its payment; null for a session that is confirmed. */
  heldUntil: Date | null;
  /** Whether the visitor gets a confirmation by email. */
  isMailed: boolean;
}

/**
 * Books a session and returns it with the visitor's private link; repeating it with the same
 * content succeeds. Throws 422 and `slot-taken` (409), both with the free slots of that day if the
 * time is the reason, `id-reused` (409), `too-many-requests` and `too-many-sessions` (429).
 */
export async function bookSession(
  deps: BookingDeps,
  { id, ...content }: BookingSubmission,
  visitor: Caller,
): Promise<BookedSession> {
  const { startsAt, sessionType, timeZone } = content;
  const booking = { kind: 'booking' as const, id, content };
  const findBooked = async () => ({
    id,
    startsAt,
    managePath: deps.manageLinks.toPath(id),
    payLink: await deps.orders.findForBooking(deps.db, id),
    heldUntil: (await findBooking(deps.db, id))?.heldUntil ?? null,
    isMailed: (await deps.readSettings()).sendsMail,
  });
  // A late repeat still succeeds.
  if (await isHandled(deps.db, booking)) return findBooked();
  checkPhone(content);
  const listFree = () => listFreeOnDay(deps, { startsAt, sessionType, timeZone });
  const settings = await deps.readSettings();
  const session = toRequestedSession(id, content, settings.offers);
  const availability = await readSessionAvailability(deps.db, session, settings.offers);
  const fault = findFault(session, { ...toTerms(settings), availability }, deps.now());
  if (fault?.field === 'booking_date') throw notOffered(fault.message, await listFree());
  if (fault) throw invalidBody([fault]);
  const isTaken =
    (await isTimeTaken(deps.db, session, { offers: settings.offers, now: deps.now() })) &&
    !(await isHandled(deps.db, booking)) &&
    !(await isBookingIdTaken(deps.db, id));
  // What is refused for another reason does not count against the limits.
  if (isTaken) throw slotTaken(await listFree());
  const hasAll =
    (await hasAllSessions(deps, deps.db, content.email)) && !(await isHandled(deps.db, booking));
  if (hasAll) throw tooManySessions();
  const once = submissionKey(booking);
  await countCode(deps, visitor, { code: content.voucherCode, once });
  await deps.limiter.count('book-session', visitor, once);
  await requireMailboxAllowance(deps, { email: content.email, once });
  const outcome = await storeBooking(deps, booking);
  if (outcome === 'different') throw idReused(id);
  if (outcome === 'closed') throw notOffered(undefined, await listFree());
  if (outcome === 'too-many') throw tooManySessions();
  if (outcome !== 'taken') return findBooked();
  throw slotTaken(await listFree());
}

/**
 * Books a session for a form without JavaScript, which has no id. The id is derived from the
 * content and the IP address, so that pressing twice creates one booking. The same content from
 * another address gets no link to it.
 */
export const takeBooking = (deps: BookingDeps, content: BookingContent, visitor: Caller) =>
  bookSession(
    deps,
    { id: nameToId(`${deriveId(content, deps.now())} ${visitor.ipAddress}`), ...content },
    visitor,
  );

/**
 * Stores the row, its emails and its reminders in one transaction. Safe to repeat and to call
 * concurrently: for each slot only one call succeeds, and none after the mentor has closed it.
 */
export async function storeBooking(
  deps: BookingDeps,
  asked: BookingToStore,
  receivedAt?: Date,
): Promise<'stored' | 'same' | 'different' | 'taken' | 'closed' | 'too-many'> {
  const { id, content } = asked;
  const settings = await deps.readSettings();
  const session = toRequestedSession(id, content, settings.offers);
  // A session that the mentor was invited to while the database was down is not held.
  const isInvited =
    deps.journal.isMailed(noticeKey(asked)) && !deps.journal.isMailed(heldNoticeKey(asked));
  const entered = toSentCode(content.voucherCode, receivedAt);
  await releaseEndedHolds(deps);
  return deps.db.transaction(async (transaction) => {
    if (deps.limiter.isOn) await lockMailbox(transaction, content.email);
    // Delivery records outlive the row, so a late repeat does not restore a deleted booking.
    if (await isHandled(transaction, asked)) return 'same';
    if (await hasAllSessions(deps, transaction, content.email)) return 'too-many';
    if (!(await isOffered(transaction, session, settings))) return 'closed';
    const known = {
      ...(await keepKnownAgreement(transaction, content)),
      ...fromWire(content.origin ?? {}),
      ...(receivedAt && { createdAt: receivedAt }),
    };
    const { offers } = settings;
    const isTaken = await isTimeTaken(transaction, session, { offers, now: deps.now() });
    const holdEnd =
      isTaken || isInvited
        ? undefined
        : await deps.orders.findHoldEnd(session, entered && { ...entered, transaction });
    const heldUntil = holdEnd ?? null;
    const booking = isTaken
      ? undefined
      : await insertBooking(transaction, { ...session, ...known, heldUntil });
    if (!booking) {
      if (await isHandled(transaction, asked)) return 'same';
      return (await isBookingIdTaken(transaction, id)) ? 'different' : 'taken';
    }

    await deps.orders.placeForBooking(transaction, booking, entered);
    const occasion = heldUntil ? 'held' : 'booked';
    const notice = { booking, occasion, audience: 'mentor' } as const;
    await queueBookingMail(deps, transaction, { ...notice, mail: noticeKey(asked) });
    // A booking that waited in the journal until after its start needs no confirmation.
    if (session.startsAt > deps.now()) {
      const mail = `${submissionKey(asked)}:confirmation`;
      await queueBookingMail(deps, transaction, { ...notice, audience: 'visitor', mail });
    }
    await scheduleReminders(deps, transaction, booking);
    await scheduleHold(deps, transaction, booking);
    return 'stored';
  });
}

/** The key of the email about a booking that no longer fits the calendar. */
export const conflictKey = (asked: BookingToStore) => `${submissionKey(asked)}:conflict`;

/** What the journal notes of a notice that said that the session will be held, and had no invitation. */
export const heldNoticeKey = (asked: BookingToStore) => `${submissionKey(asked)}:held-notice`;

/** Returns whether the database has already handled this submission. */
export const isHandled = (db: Executor, asked: BookingToStore) =>
  hasDelivery(db, [noticeKey(asked), conflictKey(asked)]);
