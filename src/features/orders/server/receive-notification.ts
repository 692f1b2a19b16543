import { createHash } from 'node:crypto';
import type { Caller } from '#platform/limits/limiter.ts';
import type { NotificationState, ProviderName } from '../rules/order.ts';
import { findProvider, type OrderDeps } from './order-deps.ts';
import {
  type NotificationReading,
  ProviderUnavailable,
  type RawNotification,
} from './providers/provider.ts';
import {
  findNotification,
  insertNotification,
  listPending,
  lockPending,
  recordAttempt,
  settle,
} from './queries/notifications.ts';
import { settlePayment } from './settle-payment.ts';

/** The maximum length of a stored notification with a wrong signature, in UTF-16 units. */
const maxForgeryLength = 2_000;

/** Cuts a text and removes the characters that PostgreSQL cannot store. */
const toStorable = (text: string, longest: number) => text.replaceAll('\0', '').slice(0, longest);

/** Classifies a notification without asking the provider. A plausible one stays pending for its job. */
function judge({ isAuthentic, isAboutPayment }: NotificationReading): {
  state: NotificationState;
  code: string | null;
  reason: string | null;
} {
  if (!isAuthentic) {
    const reason = 'The signature of the notification is wrong, so it may be forged.';
    return { state: 'refused', code: 'bad-signature', reason };
  }
  if (isAboutPayment) return { state: 'pending', code: null, reason: null };
  return { state: 'ignored', code: 'not-a-payment', reason: 'It is not about a payment.' };
}

/**
 * Stores a provider's notification and the job that verifies it, in one transaction. A repeat does
 * nothing. Returns false if the site does not have this provider. Throws 429.
 */
export async function receiveNotification(
  deps: OrderDeps,
  name: ProviderName,
  raw: RawNotification,
  caller: Caller,
): Promise<boolean> {
  const provider = findProvider(deps, name);
  if (!provider) return false;
  await deps.limiter.count('receive-notification', caller);
  const reading = provider.readNotification(raw);
  const judged = judge(reading);
  const headers = Object.fromEntries(
    Object.entries(raw.headers).filter((header): header is [string, string] => !!header[1]),
  );
  const digest = createHash('sha256')
    .update(JSON.stringify([raw.body, headers]))
    .digest('base64url');
  await deps.db.transaction(async (transaction) => {
    const notification = await insertNotification(transaction, {
      provider: name,
      headers,
      digest,
      receivedAt: deps.now(),
      ...judged,
      // Anyone can send a forged notification, so it takes little space.
      body: reading.isAuthentic ? raw.body : toStorable(raw.body, maxForgeryLength),
      orderReference: toStorable(reading.orderReference ?? '', 60) || null,
      providerPaymentId: toStorable(reading.providerPaymentId ?? '', 200) || null,
      settledAt: judged.state === 'pending' ? null : deps.now(),
    });
    if (notification && judged.state === 'pending') {
      await deps.verifyPayment(transaction, notification.id);
    }
  });
  return true;
}

/**
 * Verifies a notification and settles its payment in one transaction. Throws `ProviderUnavailable` while
 * the provider cannot confirm or deny it; the job tries again later.
 */
export async function verifyNotification(deps: OrderDeps, { id }: { id: string }): Promise<void> {
  const notification = await findNotification(deps.db, id);
  const provider = notification && findProvider(deps, notification.provider);
  if (!provider || notification.state !== 'pending') return;
  const verdict = await provider.verify(notification).catch(async (error: unknown) => {
    if (error instanceof ProviderUnavailable) await recordAttempt(deps.db, id, error.message);
    throw error;
  });
  await deps.db.transaction(async (transaction) => {
    if (!(await lockPending(transaction, id))) return;
    const settled = { code: null, reason: null, settledAt: deps.now() };
    if (verdict.outcome === 'refused') {
      const { code, reason } = verdict;
      await settle(transaction, id, { ...settled, state: 'refused', code, reason });
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

/** Queues pending notifications again: their jobs end after some hours, and backups contain no jobs. */
export const requeuePending = (deps: Pick<OrderDeps, 'db' | 'verifyPayment'>): Promise<void> =>
  deps.db.transaction(async (transaction) => {
    for (const id of await listPending(transaction)) await deps.verifyPayment(transaction, id);
  });
