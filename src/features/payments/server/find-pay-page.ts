import { findBooking } from '#features/availability/server/index.ts';
import { findSettlement } from '#features/booking/rules/index.ts';
import { isShownOnDocuments, needsBuyerAddress } from '#features/documents/rules/index.ts';
import {
  findDocument,
  findOpenInvoice,
  listDocumentsOf,
  toListedDocument,
} from '#features/documents/server/index.ts';
import {
  describePart,
  describeTestMoney,
  dueNowCents,
  isPaidFor,
  listMoneyChoices,
  toDues,
} from '#features/orders/rules/index.ts';
import {
  findOrder,
  findOrderObstacle,
  listDues,
  type Order,
} from '#features/orders/server/index.ts';
import type { MoneyDecision, PayPage } from '#features/payments/rules/pay-page.ts';
import { isSample, mentorDay } from '#features/settings/server/index.ts';
import type { Executor } from '#platform/db/executor.ts';
import { AppError } from '#platform/errors/errors.ts';
import type { Caller } from '#platform/limits/limiter.ts';
import { describeAbroad, type ExchangeRates } from '#rules/abroad-price.ts';
import { describeSettlement } from '#rules/cancellation.ts';
import { findTimeZone } from '#rules/zoned-time.ts';
import { findDelivery } from './deliver-course.ts';
import { offersTransfer } from './offers-transfer.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { isUnconfirmed } from './queries/notifications.ts';
import { listAllocatedPayments, sumOpenMoney } from './queries/payments.ts';
import { countProofs } from './queries/proofs.ts';
import { readPaymentMethods } from './read-payment-methods.ts';
import { canRebook, readUnallocatedMoney } from './unallocated-money.ts';

export const orderNotFound = () =>
  new AppError(
    404,
    'order-not-found',
    'We couldn’t find this order. Check that you have the whole link.',
  );

/** Returns the order that a private link leads to, or undefined. After an erasure it leads nowhere. */
export async function followPayLink(
  { db, payLinks }: Pick<PaymentDeps, 'db' | 'payLinks'>,
  token: string,
): Promise<Order | undefined> {
  const id = payLinks.readToken(token);
  const order = id === undefined ? undefined : await findOrder(db, { id });
  return order?.name === null ? undefined : order;
}

/** Returns what the page behind a private link shows, or undefined if the link leads nowhere. */
export async function findPayPage(deps: PaymentDeps, token: string): Promise<PayPage | undefined> {
  const order = await followPayLink(deps, token);
  if (!order) return undefined;
  const { db, isLocal, providers } = deps;
  const settings = await deps.readSettings();
  const { seller, bank, terms, fspNumber } = settings.payments;
  const methods = readPaymentMethods(deps, settings);
  const { receivedCents, testCents, ...money } = await sumOpenMoney(db, order.id);
  const obstacle = (await findOrderObstacle(db, order, deps.now())) ?? null;
  const isOpen = methods.length > 0 && money.unallocatedCents === 0 && obstacle === null;
  const whenReal = (fact: string) => (isLocal || !isSample(fact) ? fact : null);
  const documents = await listDocumentsOf(db, order.id);
  const session = await findSession(deps, order);
  const stored = await listDues(db, order.id);
  const today = mentorDay(deps.now(), settings.booking);
  return {
    reference: order.reference,
    state: order.state,
    obstacle,
    item: order.item,
    name: order.name ?? '',
    isUnconfirmed: !isPaidFor(order.state) && (await isUnconfirmed(db, order.reference)),
    amountCents: order.amountCents,
    dueNowCents: dueNowCents(order, stored),
    dues: toDues(order, stored).map(({ number, amountCents, openCents, dueOn, state }) => ({
      ...{ number, amountCents, openCents, dueOn, state },
      isLate: state === 'open' && dueOn !== null && dueOn < today,
    })),
    partText: describePart(order) ?? null,
    testText: describeTestMoney({ receivedCents, testCents }),
    allocatedPayments: (await listAllocatedPayments(db, order.id)).length,
    abroad: toAbroad(order, settings.payments.abroad),
    paidCents: order.paidCents,
    refundedCents: order.refundedCents,
    ...money,
    decision: money.unallocatedCents > 0 ? await readDecision(deps, order) : null,
    isPayable: isOpen,
    createdAt: order.createdAt.toISOString(),
    expiresAt: toDueAt(order.expiresAt, session, deps.now())?.toISOString() ?? null,
    paidAt: order.paidAt?.toISOString() ?? null,
    startNowAt: order.startNowAt?.toISOString() ?? null,
    ...(await readDelivery(deps, order)),
    paymentReportedAt: order.paymentReportedAt?.toISOString() ?? null,
    seller: {
      ...seller,
      phone: whenReal(settings.site.phone),
      email: whenReal(settings.site.email),
    },
    terms,
    fspNumber,
    bank: (await offersTransfer(deps, db, order, settings)) ? bank : null,
    providers: providers
      .filter(({ name }) => methods.includes(name))
      .map(({ name, label, isTest }) => ({ name, label, isTest })),
    invoice: isOpen ? await readInvoice(db, order, seller) : null,
    documentName:
      isOpen && !isShownOnDocuments(order.name ?? '') ? { value: order.buyerName } : null,
    documents: documents.map((document) => toListedDocument(deps, document)),
    proofs: await countProofs(db, order.id),
    session,
  };
}

async function readDelivery(
  deps: PaymentDeps,
  order: Order,
): Promise<Pick<PayPage, 'course' | 'sessionsToBook' | 'isLinkMailed'>> {
  const delivery = await findDelivery(deps.db, deps, order);
  return {
    course: delivery?.course ? { opensAt: delivery.course.opensAt?.toISOString() ?? null } : null,
    sessionsToBook: delivery?.sessionsLeft ?? 0,
    isLinkMailed: order.email !== null,
  };
}

/** An order is due before its session, which may have been moved. Without a date if it has begun. */
function toDueAt(expiresAt: Date | null, session: PayPage['session'], now: Date): Date | null {
  const startsAt = session && new Date(session.startsAt);
  if (!expiresAt || !startsAt || startsAt >= expiresAt) return expiresAt;
  return startsAt > now ? startsAt : null;
}

function toAbroad({ amountCents }: Order, rates: ExchangeRates): PayPage['abroad'] {
  const words = describeAbroad(amountCents, rates);
  return words === null ? null : { words, ratesOn: rates.ratesOn };
}

async function readDecision(deps: PaymentDeps, order: Order): Promise<MoneyDecision> {
  const money = await readUnallocatedMoney(deps.db, order, deps.now());
  const { moneyChoice: choice, moneyChoiceAt: at } = order;
  return {
    ...money,
    choices: listMoneyChoices(money),
    canRebook: money.isForLostSession && (await canRebook(deps, order)),
    chosen: choice && at && { choice, at: at.toISOString() },
  };
}

const readInvoice = async (
  db: Executor,
  { id, amountCents, buyerCompany, buyerAddress, buyerVatNumber }: Order,
  seller: { vatNumber: string | null },
) => ({
  company: buyerCompany,
  address: buyerAddress,
  vatNumber: buyerVatNumber,
  needsAddress: needsBuyerAddress(amountCents, seller),
  isTaxInvoice: seller.vatNumber !== null,
  number: (await findOpenInvoice(db, id))?.number ?? null,
});

async function findSession({ db, manageLinks }: PaymentDeps, order: Order) {
  const booking = order.bookingId === null ? undefined : await findBooking(db, order.bookingId);
  const settlement = booking && findSettlement(booking.changes);
  return booking
    ? {
        startsAt: booking.startsAt.toISOString(),
        path: manageLinks.toPath(booking.id),
        heldUntil: booking.heldUntil?.toISOString() ?? null,
        isCancelled: booking.cancelledAt !== null,
        moneyText: settlement
          ? describeSettlement(settlement, order.paidCents - order.refundedCents)
          : null,
        timeZone: findTimeZone(booking.timeZone) ?? null,
      }
    : null;
}

/** Returns a document of the order that a private link leads to, as PDF, or undefined if it has no such document. Throws 429. */
export async function findDocumentFile(
  deps: PaymentDeps,
  { token, number }: { token: string; number: string },
  visitor: Caller,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  await deps.limiter.count('read-paper', visitor);
  const order = await followPayLink(deps, token);
  const document = order && (await findDocument(deps.db, number));
  if (!document || document.orderId !== order.id) return undefined;
  return deps.writeDocument(document.data);
}
