import { createHash } from 'node:crypto';
import {
  findLockedObstacle,
  findOrder,
  type Order,
  queueOrderMail,
} from '#features/orders/server/index.ts';
import type { NotificationState } from '#features/payments/rules/payment-states.ts';
import type { Transaction } from '#platform/db/executor.ts';
import type { Caller } from '#platform/limits/limiter.ts';
import type { ProviderName } from '#rules/payment-methods.ts';
import { applyNews } from './apply-news.ts';
import { endExtension, extendOrder } from './extend-order.ts';
import { findProvider, type PaymentDeps } from './payment-deps.ts';
import {
  type NotificationReading,
  ProviderUnavailable,
  type RawNotification,
} from './providers/provider.ts';
import { countForgery } from './queries/forged-notifications.ts';
import {
  findNotification,
  insertNotification,
  listPending,
  lockPending,
  type Notification,
  recordAttempt,
  settle,
} from './queries/notifications.ts';
import { refuse, settlePayment } from './settle-payment.ts';

/** Cuts a text and removes the characters that PostgreSQL cannot store. */
const toStorable = (text: string, longest: number) => text.replaceAll('\0', '').slice(0, longest);

/**
 * Classifies a rightly signed notification. One about a payment stays pending for its job, unless no order
 * can take it.
 */
function judge(
  { isAboutPayment, claim, news }: NotificationReading,
  order: Order | undefined,
): { state: NotificationState; code: string | null; reason: string | null } {
  if (claim && !order) {
    const { code, reason } = refuse('unknown-order', claim);
    return { state: 'refused', code, reason };
  }
  if (isAboutPayment) return { state: 'pending', code: null, reason: null };
  if (news) return { state: 'accepted', code: null, reason: null };
  return { state: 'ignored', code: 'not-a-payment', reason: 'It is not about a payment.' };
}

/**
 * Stores a provider's notification and the job that verifies it, in one transaction. News of refunds and
 * disputes are applied immediately, because a signature proves them. A repeat does nothing. Returns false
 * if the site does not have this provider. Throws 429.
 */
export async function receiveNotification(
  deps: PaymentDeps,
  name: ProviderName,
  raw: RawNotification,
  caller: Caller,
): Promise<boolean> {
  const provider = findProvider(deps, name);
  if (!provider) return false;
  await deps.limiter.count('receive-notification', caller);
  const reading = provider.readNotification(raw);
  if (reading.isAuthentic) {
    await deps.db.transaction((transaction) => store(deps, transaction, { name, raw, reading }));
  } else await countForgery(deps.db, { provider: name, at: deps.now() });
  return true;
}

async function store(
  deps: PaymentDeps,
  transaction: Transaction,
  {
    name,
    raw,
    reading,
  }: { name: ProviderName; raw: RawNotification; reading: NotificationReading },
): Promise<void> {
  const { claim, news, providerPaymentId } = reading;
  const headers = Object.fromEntries(
    Object.entries(raw.headers).filter((header): header is [string, string] => !!header[1]),
  );
  const digest = createHash('sha256')
    .update(JSON.stringify([raw.body, headers]))
    .digest('base64url');
  const order =
    claim && (await findOrder(transaction, { reference: claim.orderReference }, { lock: true }));
  const judged = judge(reading, order);
  const isPending = judged.state === 'pending';
  const endBefore = claim && order && (await extendOrder(deps, transaction, { order, claim }));
  const notification = await insertNotification(transaction, {
    provider: name,
    digest,
    receivedAt: deps.now(),
    ...judged,
    // It names people, so only what is still to be verified is stored.
    headers: isPending ? headers : {},
    body: isPending ? raw.body : '',
    endBefore: endBefore ?? null,
    orderReference: toStorable(reading.orderReference ?? '', 60) || null,
    providerPaymentId: toStorable(providerPaymentId ?? '', 200) || null,
    settledAt: isPending ? null : deps.now(),
  });
  if (!notification) return;
  const { id } = notification;
  if (isPending) await deps.verifyPayment(transaction, { id, provider: name });
  if (!news || !providerPaymentId) return;
  const about = { notificationId: id, provider: name, providerPaymentId, news };
  const reason = await applyNews(deps, transaction, about);
  if (reason === undefined) return;
  const refused = { state: 'refused', code: 'not-applied', reason, settledAt: deps.now() } as const;
  await settle(transaction, id, refused);
}

/**
 * Verifies a notification and settles its payment in one transaction. Throws `ProviderUnavailable` while
 * the provider cannot confirm or deny it; the job tries again later.
 */
export async function verifyNotification(deps: PaymentDeps, { id }: { id: string }): Promise<void> {
  const notification = await findNotification(deps.db, id);
  const provider = notification && findProvider(deps, notification.provider);
  if (!provider || notification.state !== 'pending') return;
  const verdict = await provider.verify(notification).catch(async (error: unknown) => {
    if (error instanceof ProviderUnavailable) await noteSilence(deps, notification, error);
    throw error;
  });
  await deps.db.transaction(async (transaction) => {
    if (!(await lockPending(transaction, id))) return;
    const settled = { code: null, reason: null, settledAt: deps.now() };
    if (verdict.outcome === 'refused') {
      const { code, reason } = verdict;
      await settle(transaction, id, { ...settled, state: 'refused', code, reason });
      const { endBefore, orderReference } = notification;
      if (endBefore && orderReference) await endExtension(transaction, orderReference);
      return;
    }
    const { name, isTest } = provider;
    const settlement = await settlePayment(deps, transaction, {
      ...verdict.payment,
      provider: name,
      isTest,
      isVerified: true,
    });
    if (settlement.outcome !== 'refused') {
      await settle(transaction, id, { ...settled, state: 'accepted' });
      return;
    }
    const { code, reason } = settlement;
    await settle(transaction, id, { ...settled, state: 'refused', code, reason });
  });
}

/** Records that a provider gave no answer about a payment. The mentor gets one email if the order waits for it. */
async function noteSilence(
  deps: PaymentDeps,
  { id, orderReference }: Notification,
  { message }: ProviderUnavailable,
): Promise<void> {
  await deps.db.transaction(async (transaction) => {
    const order =
      orderReference &&
      (await findOrder(transaction, { reference: orderReference }, { lock: true }));
    await recordAttempt(transaction, id, message);
    if (!order || (await findLockedObstacle(transaction, order, deps.now()))) return;
    const mail = { occasion: 'unconfirmed', audience: 'mentor', about: id } as const;
    await queueOrderMail(deps, transaction, order, mail);
  });
}

/** Queues pending notifications again: their jobs end after some hours, and backups contain no jobs. */
export const requeuePending = (deps: Pick<PaymentDeps, 'db' | 'verifyPayment'>): Promise<void> =>
  deps.db.transaction(async (transaction) => {
    for (const pending of await listPending(transaction))
      await deps.verifyPayment(transaction, pending);
  });
