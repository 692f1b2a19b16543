import { createHash } from 'node:crypto';
import { render } from '@react-email/render';
import { createElement } from 'react';
import { findBooking } from '#features/availability/server/index.ts';
import { lacksBuyerAddress } from '#features/documents/rules/index.ts';
import { findDocument, findOpenInvoice } from '#features/documents/server/index.ts';
import { sendQueuedMail } from '#features/mail/server/index.ts';
import {
  OrderMail,
  type OrderMailProps,
  orderMailSubject,
  orderMailText,
} from '#features/orders/mails/index.ts';
import {
  describeDue,
  describePart,
  describeSessionsToBook,
  describeTestMoney,
  describeUnallocated,
  describeUnallocatedToMentor,
  dueNowCents,
  findNextDue,
  isPartlyPaid,
  listVoucherLines,
  moneyChoiceWords,
  toDues,
} from '#features/orders/rules/index.ts';
import {
  findOrder,
  findOrderObstacle,
  listDues,
  type Order,
  type OrderMailPayload,
} from '#features/orders/server/index.ts';
import {
  type Delivery,
  findDelivery,
  findPayment,
  findRefund,
  isUnconfirmed,
  listOpenDisputes,
  type PaymentDeps,
  readPaymentMethods,
  readUnallocatedMoney,
  sumOpenMoney,
} from '#features/payments/server/index.ts';
import {
  formatMentorTime,
  formatVisitorTime,
  type ResolvedSettings,
} from '#features/settings/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import type { Mail } from '#platform/mail/mail.ts';
import { listBankRows } from '#rules/bank-rows.ts';
import { shortName } from '#rules/mail-text.ts';
import { toMailbox } from '#rules/mailbox.ts';
import { formatRand } from '#rules/money.ts';
import { findTimeZone } from '#rules/zoned-time.ts';

/** Sends an email about an order, once. Sends nothing if its buyer was erased or its news is out of date. */
export function sendOrderMail(deps: PaymentDeps, payload: OrderMailPayload): Promise<void> {
  return sendQueuedMail(deps, {
    key: payload.mail,
    async compose(transaction, { recipient }) {
      const order = await findOrder(transaction, { id: payload.orderId });
      if (!order || (payload.audience === 'buyer' && order.email === null)) return undefined;
      if (!(await isStillTrue(deps, transaction, order, payload))) return undefined;
      return composeOrderMail(deps, transaction, order, { ...payload, recipient });
    },
  });
}

/** Returns whether the news of an email is still to be told. */
async function isStillTrue(
  deps: PaymentDeps,
  transaction: Transaction,
  order: Order,
  { occasion, about, mail }: OrderMailPayload,
): Promise<boolean> {
  const { unallocatedCents } = await sumOpenMoney(transaction, order.id);
  const isReported = () => isUnconfirmed(transaction, order.reference);
  switch (occasion) {
    case 'placed':
      if (unallocatedCents > 0 || (await isReported())) return false;
      return order.item.kind === 'other' || canSendHowToPay(deps, order, mail);
    case 'invoiced':
      if ((await findOpenInvoice(transaction, order.id))?.number !== about) return false;
      return canSendHowToPay(deps, order, mail);
    case 'unconfirmed':
      return isReported();
    case 'unallocated':
      return (
        (await findPayment(transaction, about))?.isUnallocated === true && unallocatedCents > 0
      );
    case 'reminder':
    case 'due-soon':
    case 'due-late':
      return (
        (occasion === 'reminder' ? order.state === 'awaiting' : isPartlyPaid(order)) &&
        unallocatedCents === 0 &&
        !(await isReported()) &&
        !(await findOrderObstacle(transaction, order, deps.now()))
      );
    case 'rest-waived':
      return order.state === 'paid';
    case 'money-choice':
      return order.moneyChoice !== null && unallocatedCents > 0;
    default:
      return true;
  }
}

/** Returns whether a buyer may get an email about how to pay. Anyone can enter any address, so it is limited like an automatic answer. */
async function canSendHowToPay({ limiter }: PaymentDeps, { state, email }: Order, key: string) {
  if (state !== 'awaiting' || email === null) return false;
  const mailbox = createHash('sha256').update(toMailbox(email)).digest('base64url');
  return (await limiter.take('automatic-answer', mailbox, key)) === 0;
}

async function composeOrderMail(
  deps: PaymentDeps,
  transaction: Transaction,
  order: Order,
  { occasion, audience, about, mail: key, recipient }: OrderMailPayload & { recipient: string },
): Promise<Mail> {
  const settings = await deps.readSettings();
  const { site } = settings;
  const document = await findDocument(transaction, about);
  const isForMentor = audience === 'mentor';
  const delivery =
    isForMentor || !delivers(occasion) ? undefined : await findDelivery(transaction, deps, order);
  const testText = describeTestMoney(await sumOpenMoney(transaction, order.id));
  const props: OrderMailProps = {
    occasion,
    audience,
    reference: order.reference,
    cents: await readCents(transaction, order, { occasion, about }),
    introduction: await introduce(deps, transaction, order, { occasion, audience }),
    siteName: site.name,
    rows: [
      ...toRows(deps, order, { settings, isForMentor, occasion }),
      ...(await readMoreRows(transaction, order, { occasion, about, settings, isForMentor })),
    ],
    paragraphs: [
      ...(testText ? [testText] : []),
      ...(delivery ? [describeDelivered(delivery, settings)] : []),
    ],
    action: toAction(deps, order, { occasion, audience, settings, delivery }),
  };
  return {
    key,
    to: recipient,
    subject: orderMailSubject(props),
    replyTo:
      audience === 'mentor' && order.email
        ? { name: shortName(order.name ?? ''), address: order.email }
        : { name: site.name, address: site.email },
    html: await render(createElement(OrderMail, props)),
    text: orderMailText(props),
    ...(document && {
      attachments: [
        {
          filename: `${document.number}.pdf`,
          contentType: 'application/pdf',
          content: await deps.writeDocument(document.data),
        },
      ],
    }),
  };
}

/** Returns an introduction that depends on the order, where the occasion alone would be too general. */
async function introduce(
  deps: PaymentDeps,
  transaction: Transaction,
  order: Order,
  { occasion, audience }: Pick<OrderMailPayload, 'occasion' | 'audience'>,
): Promise<string | undefined> {
  if (occasion === 'reminder' && isPartlyPaid(order))
    return 'Thanks for your payment. Use the link below for the next one. If you’ve already paid it, tell us on the same page.';
  if (occasion !== 'unallocated') return undefined;
  const money = await readUnallocatedMoney(transaction, order, deps.now());
  return audience === 'buyer' ? describeUnallocated(money) : describeUnallocatedToMentor(money);
}

/** Returns the amount that an email is about. */
async function readCents(
  transaction: Transaction,
  order: Order,
  { occasion, about }: Pick<OrderMailPayload, 'occasion' | 'about'>,
): Promise<number> {
  const { id, amountCents } = order;
  if (occasion === 'unallocated')
    return (await findPayment(transaction, about))?.amountCents ?? amountCents;
  if (occasion === 'part-paid' || occasion === 'invoiced')
    return (await findDocument(transaction, about))?.data.totalCents ?? amountCents;
  if (asksToPay(occasion)) return dueNowCents(order, await listDues(transaction, id));
  if (occasion === 'returned' || isAboutOpenRefund(occasion))
    return (await findRefund(transaction, about))?.amountCents ?? amountCents;
  if (occasion === 'money-choice') return (await sumOpenMoney(transaction, id)).unallocatedCents;
  return amountCents;
}

/** Whether an email is about a refund that was not made. */
const isAboutOpenRefund = (occasion: OrderMailPayload['occasion']) =>
  occasion === 'refund-failed' || occasion === 'refund-stuck';

/** Whether an email says how to pay. */
const asksToPay = (occasion: OrderMailPayload['occasion']) =>
  occasion === 'placed' ||
  occasion === 'reminder' ||
  occasion === 'due-soon' ||
  occasion === 'due-late';

function toRows(
  deps: PaymentDeps,
  order: Order,
  about: {
    settings: ResolvedSettings;
    isForMentor: boolean;
    occasion: OrderMailPayload['occasion'];
  },
): OrderMailProps['rows'] {
  const { item, reference, amountCents, refundedCents } = order;
  const hasBank =
    !about.isForMentor &&
    asksToPay(about.occasion) &&
    readPaymentMethods(deps, about.settings).includes('bank') &&
    !lacksBuyerAddress(order, about.settings.payments.seller);
  return [
    ...(about.isForMentor ? [{ label: 'Client', value: shortName(order.name ?? '') }] : []),
    { label: 'For', value: item.title },
    ...listVoucherLines(item.voucher, amountCents),
    { label: 'Amount', value: formatRand(amountCents) },
    { label: 'Paid', value: describePart(order) ?? null },
    { label: 'Refunded', value: refundedCents > 0 ? formatRand(refundedCents) : null },
    { label: 'Reference', value: reference },
    ...(hasBank ? listBankRows(about.settings.payments.bank) : []),
  ];
}

/** Returns the settings that only one kind of email shows. */
async function readMoreRows(
  transaction: Transaction,
  order: Order,
  {
    occasion,
    about,
    settings,
    isForMentor,
  }: Pick<OrderMailPayload, 'occasion' | 'about'> & {
    settings: ResolvedSettings;
    isForMentor: boolean;
  },
): Promise<OrderMailProps['rows']> {
  const { id, expiresAt, moneyChoice } = order;
  const toTime = (at: Date | null | undefined) =>
    at ? formatMentorTime(at, settings.booking) : null;
  const zone = await findBuyerZone(transaction, order);
  // As in the emails about a session.
  const isElsewhere = zone !== null && zone !== settings.booking.timeZone;
  const dueAt = occasion === 'reminder' ? expiresAt : null;
  const due = {
    label: 'Due',
    value: dueAt && isElsewhere ? formatVisitorTime(dueAt, zone) : toTime(dueAt),
  };
  if (occasion === 'part-paid' || asksToPay(occasion)) {
    const next = findNextDue(toDues(order, await listDues(transaction, id)));
    const isWhole = next?.openCents === order.amountCents;
    return [{ label: 'To pay next', value: next && !isWhole ? describeDue(next) : null }, due];
  }
  if (occasion === 'unconfirmed') return [{ label: 'Kept until', value: toTime(expiresAt) }];
  if (occasion === 'unallocated') {
    const payment = await findPayment(transaction, about);
    const mark = payment?.isTest ? ' (TEST, no real money)' : '';
    return [{ label: 'Arrived', value: payment ? formatRand(payment.amountCents) + mark : null }];
  }
  if (occasion === 'money-choice')
    return [{ label: 'The client', value: moneyChoice && moneyChoiceWords[moneyChoice] }];
  if (isAboutOpenRefund(occasion) && isForMentor) {
    const refund = await findRefund(transaction, about);
    return [
      { label: 'Refund', value: refund ? formatRand(refund.amountCents) : null },
      { label: 'What happened', value: refund?.message ?? null },
    ];
  }
  if (occasion !== 'disputed') return [];
  const [dispute] = await listOpenDisputes(transaction, { orderId: id });
  return [{ label: 'Answer by', value: toTime(dispute?.dueAt) }];
}

/** Returns the time zone of a buyer who has booked a session, if it is known. */
async function findBuyerZone(transaction: Transaction, { bookingId }: Order) {
  const booking = bookingId === null ? undefined : await findBooking(transaction, bookingId);
  return findTimeZone(booking?.timeZone);
}

/** Whether an email says how to open what was bought. */
const delivers = (occasion: OrderMailPayload['occasion']) =>
  occasion === 'paid' || occasion === 'rest-waived';

/** Says when the lessons of an order open, and how many sessions are to be booked. */
function describeDelivered({ course, sessionsLeft }: Delivery, { booking }: ResolvedSettings) {
  const opensAt = course?.opensAt;
  return [
    opensAt === null && 'Your lessons are open.',
    opensAt &&
      `Your lessons open on ${formatMentorTime(opensAt, booking)}, when your seven days of cooling off are over. If you’d rather start now, choose “Start now” on the page of your order.`,
    sessionsLeft && describeSessionsToBook(sessionsLeft),
    hasLink({ course, sessionsLeft }) && 'The link below is private: it is for you alone.',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Whether there is something to open or to book now. */
const hasLink = ({ course, sessionsLeft }: Pick<Delivery, 'course' | 'sessionsLeft'>): boolean =>
  course?.opensAt === null || Boolean(sessionsLeft);

function toAction(
  { payLinks }: PaymentDeps,
  { id, state }: Order,
  {
    occasion,
    audience,
    settings: { calendar },
    delivery,
  }: Pick<OrderMailPayload, 'occasion' | 'audience'> & {
    settings: ResolvedSettings;
    delivery: Delivery | undefined;
  },
): OrderMailProps['action'] {
  if (delivery && hasLink(delivery))
    return {
      label: delivery.course?.opensAt === null ? 'Open your course' : 'Book your next session',
      href: new URL(delivery.path, calendar.siteUrl).href,
    };
  if (audience === 'mentor') {
    return { label: 'Open Money', href: new URL('/admin/money', calendar.siteUrl).href };
  }
  const label =
    occasion === 'unallocated'
      ? 'Choose what happens to it'
      : state === 'awaiting' && occasion !== 'part-paid'
        ? 'Pay'
        : 'See your order';
  return { label, href: new URL(payLinks.toPath(id), calendar.siteUrl).href };
}
