import {
  type MailAction,
  NoticeLayout,
  type NoticeRow,
  Paragraph,
} from '#features/mail/mails/index.ts';
import type { OrderAudience, OrderOccasion } from '#features/orders/rules/order-occasions.ts';
import { formatBriefRand } from '#rules/money.ts';

interface OrderWords {
  subject: string;
  title: string;
  introduction: string;
}

/** What the words of an email depend on. */
interface MailFacts {
  reference: string;
  /** The amount that the email is about, formatted for a sentence: the order's, a payment's or a refund's. */
  amount: string;
}

type Words = (facts: MailFacts) => OrderWords;

const buyerMails: Partial<Record<OrderOccasion, Words>> = {
  placed: ({ reference, amount }) => ({
    subject: `Your order ${reference}: how to pay ${amount}`,
    title: `How to pay ${amount}`,
    introduction: 'Thanks for your order. Here’s how to pay.',
  }),
  reminder: ({ reference, amount }) => ({
    subject: `Reminder: pay ${amount} for your order ${reference}`,
    title: `${amount} is still to be paid`,
    introduction:
      'We haven’t received your payment yet. Use the link below to pay. If you’ve already paid, tell us on the same page.',
  }),
  invoiced: ({ reference, amount }) => ({
    subject: `Your invoice for ${amount}: ${reference}`,
    title: 'Your invoice',
    introduction: `The invoice for ${amount} is attached. When you pay, use the reference ${reference}.`,
  }),
  paid: ({ reference }) => ({
    subject: `Payment received: ${reference}`,
    title: 'Thank you for your payment',
    introduction: 'Your payment has arrived. The receipt is attached.',
  }),
  'part-paid': ({ reference, amount }) => ({
    subject: `We received ${amount}: ${reference}`,
    title: 'Thank you for your payment',
    introduction: 'Your payment has arrived. The receipt is attached.',
  }),
  'rest-waived': ({ reference }) => ({
    subject: `Nothing left to pay: ${reference}`,
    title: 'Nothing is left to pay',
    introduction: 'We don’t ask for the rest of your order. Thanks for your payment.',
  }),
  'due-soon': ({ reference, amount }) => ({
    subject: `${amount} is due soon: ${reference}`,
    title: `${amount} is due soon`,
    introduction: 'The next payment for your order is due soon. Here’s how to pay it.',
  }),
  'due-late': ({ reference, amount }) => ({
    subject: `${amount} is overdue: ${reference}`,
    title: `${amount} is overdue`,
    introduction:
      'A payment for your order was due and hasn’t reached us. If you have paid it in the last two days, please ignore this email.',
  }),
  unallocated: ({ reference, amount }) => ({
    subject: `We have your ${amount}: ${reference}`,
    title: 'We received your payment',
    introduction: 'Your order could not take this payment.',
  }),
  returned: ({ reference, amount }) => ({
    subject: `We refunded ${amount}: ${reference}`,
    title: 'We’ve sent your refund',
    introduction: `We sent back ${amount} that your order did not take. Banks can take a few days to show it.`,
  }),
  refunded: ({ reference }) => ({
    subject: `Refund: ${reference}`,
    title: 'We’ve sent your refund',
    introduction: 'The credit note is attached. Banks can take a few days to show the money.',
  }),
  'refund-failed': ({ reference, amount }) => ({
    subject: `Your refund of ${amount} could not be sent: ${reference}`,
    title: 'Your refund could not be sent',
    introduction: `We told you that we sent back ${amount}, but the payment provider could not send it. We still have your money, and contact you about it.`,
  }),
  undone: ({ reference }) => ({
    subject: `Payment not received: ${reference}`,
    title: 'Your order is not paid yet',
    introduction:
      'We sent you a receipt by mistake: your payment hasn’t reached us yet. The attached credit note cancels it.',
  }),
};

/** The emails about an order that a voucher left nothing to pay of. */
const freeMails: Record<OrderAudience, Words> = {
  buyer: ({ reference }) => ({
    subject: `Nothing to pay: ${reference}`,
    title: 'There is nothing to pay',
    introduction: 'Your code covers the whole price. The receipt is attached.',
  }),
  mentor: ({ reference }) => ({
    subject: `Ordered with a code: ${reference}`,
    title: 'An order with nothing to pay',
    introduction: 'A code covers the whole price, and the client has their receipt.',
  }),
};

const mentorMails: Partial<Record<OrderOccasion, Words>> = {
  paid: ({ reference }) => ({
    subject: `Paid: ${reference}`,
    title: 'You’ve been paid',
    introduction: 'The payment is confirmed, and the client has their receipt.',
  }),
  'part-paid': ({ reference, amount }) => ({
    subject: `${amount} paid: ${reference}`,
    title: 'You’ve been paid a part',
    introduction: 'The payment is confirmed, and the client has their receipt.',
  }),
  'due-late': ({ reference, amount }) => ({
    subject: `${amount} is overdue: ${reference}`,
    title: 'A payment is overdue',
    introduction:
      'A client hasn’t paid this on time. We’ve reminded them. In Money you can remind them again, or waive the rest.',
  }),
  'payment-reported': ({ reference }) => ({
    subject: `Client says they have paid: ${reference}`,
    title: 'A client says they have paid',
    introduction:
      'This doesn’t prove you were paid. Check your bank account, then mark the order as paid.',
  }),
  proof: ({ reference }) => ({
    subject: `Another file from a client: ${reference}`,
    title: 'A client sent another file',
    introduction:
      'It’s about a payment that they reported. It doesn’t prove you were paid: check your bank account.',
  }),
  unconfirmed: ({ reference }) => ({
    subject: `Payment not confirmed yet: ${reference}`,
    title: 'A payment is not confirmed yet',
    introduction:
      'The payment provider reported this payment but hasn’t confirmed it. We keep checking, and hold the order for the client until the time below. Don’t deliver anything yet. If you get no second email about it, check the provider’s dashboard.',
  }),
  unallocated: ({ reference }) => ({
    subject: `Unallocated payment: ${reference}`,
    title: 'A payment could not be used for its order',
    introduction: 'Open Money to decide about it.',
  }),
  'money-choice': ({ reference, amount }) => ({
    subject: `A client decided about ${amount}: ${reference}`,
    title: 'A client decided about their payment',
    introduction: `Their order could not take ${amount}. Below is what they want. Open Money to do it.`,
  }),
  disputed: ({ reference }) => ({
    subject: `Payment disputed: ${reference}`,
    title: 'A client disputes a payment',
    introduction:
      'The client asked their bank to reverse this payment. Respond on the provider’s dashboard in time. Without a response, the client gets the money back.',
  }),
  'refund-failed': ({ reference }) => ({
    subject: `Refund needs your attention: ${reference}`,
    title: 'The provider could not send a refund',
    introduction:
      'The client hasn’t been refunded yet. Open the provider’s dashboard, or refund them another way and record it in Money.',
  }),
  'refund-stuck': ({ reference }) => ({
    subject: `Refund needs more details: ${reference}`,
    title: 'The provider needs more details for a refund',
    introduction:
      'The client hasn’t been refunded yet. Open the provider’s dashboard and enter what is missing.',
  }),
};

/** What an email about an order is about. `cents`: see `MailFacts.amount`. */
interface MailSubject {
  occasion: OrderOccasion;
  audience: OrderAudience;
  reference: string;
  cents: number;
}

function findWords({ occasion, audience, reference, cents }: MailSubject): OrderWords {
  const isFree = occasion === 'paid' && cents === 0;
  const mails = audience === 'buyer' ? buyerMails : mentorMails;
  const words = isFree ? freeMails[audience] : mails[occasion];
  if (!words) throw new Error(`Nothing is mailed to the ${audience} about ${occasion}`);
  // Mail programs show a no-break space in a subject in different ways.
  return words({ reference, amount: formatBriefRand(cents).replaceAll('\u00A0', ' ') });
}

/** Returns the subject of an email about an order. */
export const orderMailSubject = (about: MailSubject): string => findWords(about).subject;

/** The content of an email about an order. Amounts are formatted. */
export interface OrderMailProps extends MailSubject {
  siteName: string;
  /** Replaces the introduction of the occasion. */
  introduction?: string | undefined;
  /** The facts of the order. */
  rows: NoticeRow[];
  /** Additional paragraphs. */
  paragraphs: string[];
  action: MailAction;
}

const footers = {
  buyer: 'You’re receiving this because you placed an order with us.',
  mentor: 'You’re receiving this because you take payments on your website.',
};

/** The email to a buyer or the mentor about an order: placed, paid, refunded. */
export function OrderMail(props: OrderMailProps) {
  const { siteName, rows, paragraphs, action, audience } = props;
  const { subject, title, ...words } = findWords(props);
  const introduction = props.introduction ?? words.introduction;
  return (
    <NoticeLayout
      {...{ siteName, rows, action, title, introduction }}
      preview={introduction}
      eyebrow={subject}
      footer={footers[audience]}
    >
      {paragraphs.map((paragraph) => (
        <Paragraph key={paragraph}>{paragraph}</Paragraph>
      ))}
    </NoticeLayout>
  );
}

/** Returns the same email as plain text. */
export function orderMailText(props: OrderMailProps): string {
  const { audience, rows, paragraphs, action, siteName } = props;
  const { title, ...words } = findWords(props);
  const introduction = props.introduction ?? words.introduction;
  return [
    title,
    '',
    introduction,
    '',
    ...rows.flatMap(({ label, value }) => (value === null ? [] : [`${label}: ${value}`])),
    ...paragraphs.flatMap((paragraph) => ['', paragraph]),
    '',
    `${action.label}:`,
    action.href,
    '',
    '-- ',
    `${siteName} · ${footers[audience]}`,
  ].join('\n');
}
