import {
  type MailAction,
  NoticeLayout,
  type NoticeRow,
  Paragraph,
} from '#features/mail/mails/index.ts';
import type { OrderAudience, OrderOccasion } from '#features/orders/rules/order-occasions.ts';

interface OrderWords {
  subject: string;
  title: string;
  introduction: string;
}

const buyerMails: Partial<Record<OrderOccasion, OrderWords>> = {
  placed: {
    subject: 'Your order',
    title: 'How to pay',
    introduction: 'Thank you for your order. Use the link below to pay.',
  },
  paid: {
    subject: 'Payment received',
    title: 'Thank you for your payment',
    introduction: 'Your payment has arrived. The receipt is attached.',
  },
  refunded: {
    subject: 'Refund',
    title: 'Your money is on its way back',
    introduction: 'You have been refunded. The credit note is attached.',
  },
  undone: {
    subject: 'Payment not received',
    title: 'Your order is not paid yet',
    introduction:
      'We marked your order as paid by mistake, so the receipt we sent is not valid. The attached credit note cancels it.',
  },
};

const mentorMails: Partial<Record<OrderOccasion, OrderWords>> = {
  paid: {
    subject: 'Paid',
    title: 'An order is paid',
    introduction: 'The payment is confirmed, and the client has their receipt.',
  },
  'payment-reported': {
    subject: 'Client says they have paid',
    title: 'A client says they have paid',
    introduction:
      'This is not proof of payment. Check your bank account, then mark the order as paid.',
  },
  proof: {
    subject: 'Another file from a client',
    title: 'A client sent another file',
    introduction:
      'It belongs to a payment that they have reported. It is not proof of payment: check your bank account.',
  },
  unconfirmed: {
    subject: 'Payment not confirmed yet',
    title: 'A payment is not confirmed yet',
    introduction:
      'The payment provider reported this payment and does not answer when the site asks whether it is true. The site keeps asking, and keeps the order for the client until the time below. Deliver nothing yet. If you get no second email about it, check the provider’s dashboard.',
  },
  unallocated: {
    subject: 'Money without a place',
    title: 'Money arrived that its order can’t take',
    introduction:
      'The order was cancelled, has expired or is already paid, or it asks for another amount. Agree on something else with the client, or refund the money.',
  },
  disputed: {
    subject: 'Payment disputed',
    title: 'A client disputes a payment',
    introduction:
      'The client asked their bank to take this payment back. Answer on the provider’s dashboard in time. Without an answer the money goes back to the client.',
  },
  'refund-failed': {
    subject: 'Refund needs you',
    title: 'The provider could not send a refund',
    introduction:
      'The client does not have this money yet. Open the provider’s dashboard, or send the money another way and note it in Money.',
  },
};

function findWords(occasion: OrderOccasion, audience: OrderAudience): OrderWords {
  const words = (audience === 'buyer' ? buyerMails : mentorMails)[occasion];
  if (!words) throw new Error(`Nothing is mailed to the ${audience} about ${occasion}`);
  return words;
}

/** Returns the subject of an email about an order. */
export const orderMailSubject = ({
  occasion,
  audience,
  reference,
}: Pick<OrderMailProps, 'occasion' | 'audience'> & { reference: string }): string =>
  `${findWords(occasion, audience).subject}: ${reference}`;

/** The content of an email about an order. Amounts are formatted. */
export interface OrderMailProps {
  occasion: OrderOccasion;
  audience: OrderAudience;
  siteName: string;
  /** The facts of the order. */
  rows: NoticeRow[];
  /** Additional paragraphs. */
  paragraphs: string[];
  action: MailAction;
}

const footers = {
  buyer: 'sent because something was ordered on our website with this address',
  mentor: 'sent by the orders of your website',
};

/** The email to a buyer or the mentor about an order: placed, paid, refunded. */
export function OrderMail({ occasion, audience, paragraphs, ...props }: OrderMailProps) {
  const { subject, title, introduction } = findWords(occasion, audience);
  return (
    <NoticeLayout
      {...props}
      preview={introduction}
      eyebrow={subject}
      title={title}
      introduction={introduction}
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
  const { occasion, audience, rows, paragraphs, action, siteName } = props;
  const { title, introduction } = findWords(occasion, audience);
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
