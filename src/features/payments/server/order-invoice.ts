import { isInvoice } from '#features/documents/rules/index.ts';
import { cancelInvoice, issueInvoice, listDocumentsOf } from '#features/documents/server/index.ts';
import { type Order, queueOrderMail } from '#features/orders/server/index.ts';
import { mentorDay, type ResolvedSettings } from '#features/settings/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import { listBankRows } from '#rules/bank-rows.ts';
import { offersTransfer } from './offers-transfer.ts';
import type { PaymentDeps } from './payment-deps.ts';

/** Issues an invoice for what is left to pay of a locked order, and emails it. Does nothing if it has one that says the same. */
export async function invoiceOrder(
  deps: PaymentDeps,
  transaction: Transaction,
  order: Order,
): Promise<void> {
  const settings = await deps.readSettings();
  const due = await toDue(deps, transaction, order, settings);
  const now = deps.now();
  const about = await issueInvoice(deps, transaction, { order, settings, now, due });
  if (!about) return;
  const mail = { occasion: 'invoiced', audience: 'buyer', about } as const;
  const cents = order.amountCents - order.paidCents;
  await queueOrderMail(deps, transaction, order, { ...mail, cents });
}

/** The same for an order that asks for money again. It gets no invoice if its buyer never asked for one. */
export async function renewInvoice(deps: PaymentDeps, transaction: Transaction, order: Order) {
  const documents = await listDocumentsOf(transaction, order.id);
  if (documents.some(({ data }) => isInvoice(data))) await invoiceOrder(deps, transaction, order);
}

/** Takes back what is unpaid of the invoice of an order that asks for no more money, if it has one. */
export async function endInvoice(
  deps: PaymentDeps,
  transaction: Transaction,
  order: Order,
  reason: string,
): Promise<void> {
  const settings = await deps.readSettings();
  await cancelInvoice(deps, transaction, { order, settings, now: deps.now(), reason });
}

/** Returns how an invoice of an order is to be paid. */
async function toDue(
  deps: PaymentDeps,
  transaction: Transaction,
  order: Order,
  settings: ResolvedSettings,
) {
  const rows = (await offersTransfer(deps, transaction, order, settings))
    ? listBankRows(settings.payments.bank)
    : [];
  return {
    reference: order.reference,
    bank: rows.flatMap(({ label, value }) => (value ? [{ label, value }] : [])),
    ...(order.expiresAt && { by: mentorDay(order.expiresAt, settings.booking) }),
  };
}
