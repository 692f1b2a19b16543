import { and, eq } from 'drizzle-orm';
import { toAccessEnd } from '#features/customers/rules/access.ts';
import type {
  AccessGift,
  AccessParam,
  AccessTaking,
  EndChange,
  SessionGift,
} from '#features/customers/rules/access-request.ts';
import { isGiven } from '#features/customers/rules/access-state.ts';
import { mentorInstant } from '#features/settings/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import { entitlements } from '#platform/db/schema/library-schema.ts';
import { AppError, editedElsewhere, invalidBody, recordNotFound } from '#platform/errors/errors.ts';
import { toWire } from '#rules/wire.ts';
import { addDays } from '#rules/zoned-time.ts';
import { queueAccessMail } from './access-mail.ts';
import type { CustomerDeps } from './customer-deps.ts';
import { grantSessions } from './grant-sessions.ts';
import {
  type Customer,
  findCustomer,
  findLeadContact,
  findOrAddCustomer,
  lockCustomers,
  raiseLinkVersion,
} from './queries/customers.ts';
import {
  changeEntitlement,
  findCourseToGive,
  insertEntitlement,
  listEntitlementsFrom,
  lockEntitlement,
} from './queries/entitlements.ts';
import { listPackagesFrom } from './queries/packages.ts';
import { type GivenAccess, getCustomer, readAccess, readAccessOf } from './read-customers.ts';

/**
 * Gives a customer, a lead or a person access to a course, once for each id, with an email. Throws 404,
 * `course-gone` and `already-given` (409).
 */
export async function giveAccess(
  deps: CustomerDeps,
  { id, courseId, hasOwnEnd, endsOn, to }: AccessGift,
) {
  const customerId = await deps.db.transaction(async (transaction) => {
    const [before] = await listEntitlementsFrom(transaction, { source: 'mentor', sourceId: id });
    if (before) return before.customerId;
    const customer = await toCustomer(transaction, to);
    const course = await findCourseToGive(transaction, courseId);
    if (!course) throw new AppError(409, 'course-gone', 'This course no longer exists.');
    const known = await readAccess(
      deps,
      transaction,
      and(eq(entitlements.customerId, customer.id), eq(entitlements.courseId, courseId)),
    );
    const alike = known.find(({ state }) => isGiven(state));
    if (alike && alike.sourceId !== id)
      throw new AppError(
        409,
        'already-given',
        'They already have access to this course. Change its end instead.',
      );
    const startsAt = deps.now();
    const endsAt = hasOwnEnd
      ? await toEnd(deps, endsOn, startsAt)
      : toAccessEnd(startsAt, course.accessDays);
    const access = await insertEntitlement(transaction, {
      customerId: customer.id,
      courseId,
      source: 'mentor',
      sourceId: id,
      createdAt: startsAt,
      startsAt,
      endsAt,
    });
    const { title } = course;
    if (access)
      await queueAccessMail(deps, transaction, { customer, access, title, news: 'given' });
    return customer.id;
  });
  return getCustomer(deps, { id: customerId });
}

/**
 * Gives a customer, a lead or a person sessions of a type, once for each id, with an email. Throws 404, `type-gone`
 * (409).
 */
export async function giveSessions(
  deps: CustomerDeps,
  { id, sessionTypeId, granted, validMonths, reason, to }: SessionGift,
) {
  const customerId = await deps.db.transaction(async (transaction) => {
    const origin = { source: 'mentor', sourceId: id } as const;
    const customer = await toCustomer(transaction, to);
    // A repeat waits here for the first request, and finds what it gave.
    await lockCustomers(transaction);
    const [before] = await listPackagesFrom(transaction, origin);
    if (before) return before.customerId;
    const { mentorshipOptions } = (await deps.readSettings()).offers;
    const type = mentorshipOptions.find((one) => one.id === sessionTypeId);
    if (!type) throw new AppError(409, 'type-gone', 'This session type no longer exists.');
    const { title } = type;
    const access = await grantSessions(deps, transaction, {
      ...{ ...origin, customerId: customer.id, startsAt: deps.now(), granted, validMonths },
      ...{ sessionTypeId, sessionType: title, sessionMinutes: type.minutes, endsReason: reason },
    });
    await queueAccessMail(deps, transaction, { customer, access, title, news: 'given' });
    return customer.id;
  });
  return getCustomer(deps, { id: customerId });
}

async function toCustomer(transaction: Transaction, to: AccessGift['to']): Promise<Customer> {
  if ('customer_id' in to) {
    const customer = await findCustomer(transaction, to.customer_id);
    if (!customer) throw recordNotFound();
    return customer;
  }
  const contact = 'lead_id' in to ? await findLeadContact(transaction, to.lead_id) : to;
  if (!contact) throw recordNotFound();
  return findOrAddCustomer(transaction, contact);
}

/** Returns the end of a last day of the mentor's calendar. Throws 422 if access starts later. */
async function toEnd({ readSettings }: CustomerDeps, lastDay: string | null, startsAt: Date) {
  if (lastDay === null) return null;
  const end = mentorInstant(addDays(lastDay, 1), '00:00', (await readSettings()).booking);
  if (end <= startsAt)
    throw invalidBody([{ field: 'ends_on', message: 'Choose a day on which it is open.' }]);
  return end;
}

/** Returns an access with its customer. Throws 404. */
async function getAccess(deps: CustomerDeps, transaction: Transaction, param: AccessParam) {
  await lockEntitlement(transaction, param.access);
  const access = await readAccessOf(deps, transaction, param);
  const customer = await findCustomer(transaction, param.id);
  if (!access || !customer) throw recordNotFound();
  return { access, customer };
}

const requireVersion = (access: GivenAccess, version: number) => {
  if (access.version !== version) throw editedElsewhere(toWire(access));
};

/**
 * Extends or shortens an access, or changes how many sessions it has. More is mailed. A repeat changes nothing.
 * Throws 404, 422, `access-taken` and `edited-elsewhere` (409).
 */
export async function changeEnd(
  deps: CustomerDeps,
  { id, access: accessId, version, endsOn, granted: asked, reason }: AccessParam & EndChange,
) {
  await deps.db.transaction(async (transaction) => {
    const { access, customer } = await getAccess(deps, transaction, { id, access: accessId });
    const { sessions } = access;
    // A course has no sessions.
    const granted = sessions && (asked ?? sessions.granted);
    if (access.endsOn === endsOn && access.endsReason === reason && access.granted === granted)
      return;
    requireVersion(access, version);
    if (access.state === 'taken')
      throw new AppError(409, 'access-taken', 'This access was taken away. Give access instead.');
    // The locked row keeps sessions from being booked meanwhile.
    if (sessions && granted !== null && granted < sessions.used)
      throw invalidBody([{ field: 'granted', message: tooFew(sessions.used) }]);
    const endsAt = await toEnd(deps, endsOn, access.startsAt);
    const change = { endsAt, granted, endsReason: reason };
    const changed = await changeEntitlement(transaction, accessId, change);
    const isLonger = access.endsAt !== null && (endsAt === null || endsAt > access.endsAt);
    const isMore = isLonger || (granted ?? 0) > (sessions?.granted ?? 0);
    if (!isMore || (endsAt !== null && endsAt <= deps.now())) return;
    const { title } = access;
    await queueAccessMail(deps, transaction, {
      customer,
      access: changed,
      title,
      news: 'extended',
    });
  });
  return getCustomer(deps, { id });
}

const tooFew = (used: number) =>
  `${used} ${used === 1 ? 'session is' : 'sessions are'} booked or used already. Cancel one first, or enter at least ${used}.`;

/** Takes an access away, with an email if the mentor asks for one. A repeat changes nothing. Throws 404, `edited-elsewhere` (409). */
export async function takeAccess(
  deps: CustomerDeps,
  { id, access: accessId, version, reason, sendsMail }: AccessParam & AccessTaking,
) {
  await deps.db.transaction(async (transaction) => {
    const { access, customer } = await getAccess(deps, transaction, { id, access: accessId });
    if (access.state === 'taken') return;
    requireVersion(access, version);
    const change = { revokedAt: deps.now(), revokedReason: reason };
    const taken = await changeEntitlement(transaction, accessId, change);
    const { title } = access;
    if (sendsMail)
      await queueAccessMail(deps, transaction, { customer, access: taken, title, news: 'ended' });
  });
  return getCustomer(deps, { id });
}

/** Replaces the private link of a customer: earlier ones lead nowhere. Throws 404, `edited-elsewhere` (409). */
export async function renewLink(
  deps: CustomerDeps,
  { id, version }: { id: string; version: number },
) {
  const isRenewed = await raiseLinkVersion(deps.db, id, version);
  const customer = await getCustomer(deps, { id });
  if (!isRenewed) throw editedElsewhere(toWire(customer));
  return customer;
}
