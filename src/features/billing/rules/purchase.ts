import type { OrderItem, PackageTerms } from '#features/orders/rules/index.ts';
import { findPlanOf } from '#rules/plan-courses.ts';
import {
  isReduced,
  type PartTerms,
  type PlanAmounts,
  toCurrentCents,
  usualDepositPercent,
} from '#rules/price.ts';
import { isSaleOn, type SaleSetting, saleLength } from '#rules/sale.ts';
import { findSessionType, type NamedType } from '#rules/session-shape.ts';

/** The fields of a plan that a purchase needs. Null cents: it can’t be paid for here. */
export interface PricedPlan extends PlanAmounts, Partial<PartTerms> {
  title: string;
  originalPrice: string;
  isDigital: boolean;
  leadsTo: 'course-inquiry' | 'blueprint-inquiry' | 'booking';
}

/** The fields of a session type that a purchase needs. */
export interface PricedSession extends Partial<PartTerms> {
  id: string;
  title: string;
  price: string;
  priceCents: number | null;
  payment: 'free' | 'later' | 'confirm';
  minutes: number;
  sessions: number | null;
  validMonths: number | null;
  /** The id of the type of its other sessions; empty for the same type. */
  sessionsOf: string;
}

/** What is bought, and for how much. */
export interface Purchase {
  item: Omit<OrderItem, 'deliveryText'>;
  amountCents: number;
  terms: PartTerms;
}

/** Paid in one payment. */
export const inOnePayment: PartTerms = { parts: 'none', depositPercent: usualDepositPercent };

const toTerms = (offer: Partial<PartTerms>): PartTerms => ({
  parts: offer.parts ?? inOnePayment.parts,
  depositPercent: offer.depositPercent ?? inOnePayment.depositPercent,
});

/** How long a visitor's sale price still applies after its countdown, in milliseconds. */
const saleGraceMs = 15 * 60_000;

interface SaleTime {
  sale: SaleSetting;
  now: Date;
  /** The end of the countdown that the visitor says they saw, in epoch milliseconds. */
  saleEndTime: number | null;
}

/**
 * Returns whether the sale price applies. A sale for each visitor restarts for everybody, so its price is
 * open to everybody who asks. The end that a browser sends only has to be one that the page could have
 * shown: within the sale's length from now, or at most 15 minutes ago.
 */
export function hasSalePrice({ sale, now, saleEndTime }: SaleTime): boolean {
  if (sale.kind !== 'per-visitor') return isSaleOn(sale, +now);
  if (saleEndTime === null || !Number.isSafeInteger(saleEndTime)) return false;
  return saleEndTime > +now - saleGraceMs && saleEndTime <= +now + saleLength(sale.hours);
}

/** Returns what an inquiry about the course of a plan buys at the current price, or undefined if it can't be paid for. */
export function toPlanPurchase(
  courseId: string,
  plans: readonly PricedPlan[],
  time: SaleTime,
): Purchase | undefined {
  const plan = findPlanOf(courseId, plans);
  if (!plan?.priceCents) return undefined;
  const { title, isDigital, salePrice, originalPrice } = plan;
  const isSaleOn = hasSalePrice(time);
  const priceText = (isReduced(plan, isSaleOn) && salePrice) || originalPrice;
  const amountCents = toCurrentCents(plan, isSaleOn);
  return amountCents
    ? { item: { kind: 'plan', title, priceText, isDigital }, amountCents, terms: toTerms(plan) }
    : undefined;
}

/** The fields of a course that a purchase needs. */
export interface PricedCourse {
  title: string;
  price: string;
  amountCents: number | null;
}

/** Returns what an inquiry about a course buys, or undefined if it can't be paid for. */
export const toCoursePurchase = ({
  title,
  price,
  amountCents,
}: PricedCourse): Purchase | undefined =>
  amountCents === null
    ? undefined
    : {
        item: { kind: 'plan', title, priceText: price, isDigital: true },
        amountCents,
        terms: inOnePayment,
      };

/** A type of session that a course can include. */
type IncludedType = Pick<PricedSession, 'id' | 'title' | 'minutes' | 'sessions' | 'payment'>;

/**
 * Returns a purchase of a course with the sessions that it includes: of the first type that is a single session and
 * is not free. They can be booked as long as the course is open.
 */
export function withSessions(
  purchase: Purchase,
  sessions: number | null | undefined,
  types: readonly IncludedType[],
): Purchase {
  const type = types.find((one) => (one.sessions ?? 1) === 1 && one.payment !== 'free');
  if (!sessions || !type) return purchase;
  const terms = { sessions, validMonths: null, ...toPackageType(type) };
  return { ...purchase, item: { ...purchase.item, package: terms } };
}

const toPackageType = ({
  id,
  title,
  minutes,
}: Pick<PricedSession, 'id' | 'title' | 'minutes'>): Pick<
  PackageTerms,
  'sessionTypeId' | 'sessionType' | 'sessionMinutes'
> => ({ sessionTypeId: id, sessionType: title, sessionMinutes: minutes });

/** Returns what a booking buys, or undefined if it is free or can't be paid for. */
export function toSessionPurchase(
  booked: NamedType,
  types: readonly PricedSession[],
): Purchase | undefined {
  const session = findSessionType(booked, types);
  if (!session?.priceCents || session.payment === 'free') return undefined;
  const { title, price, priceCents, sessions, validMonths, sessionsOf } = session;
  const others = types.find(({ id }) => id === sessionsOf) ?? session;
  const included = sessions !== null &&
    sessions > 1 && { package: { sessions, validMonths, ...toPackageType(others) } };
  return {
    item: { kind: 'session', title, priceText: price, isDigital: false, ...included },
    amountCents: priceCents,
    terms: toTerms(session),
  };
}
