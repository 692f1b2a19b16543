import { createHash, randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import {
  createSender,
  type Delivery,
  type Mood,
  renderPayPage,
  serveDouble,
  suffer,
  writeAmount,
} from './payment-double.ts';

type Fields = [name: string, value: string][];

/** The order in which PayFast's documentation lists the fields of a payment. */
const formOrder = [
  'merchant_id',
  'merchant_key',
  'return_url',
  'cancel_url',
  'notify_url',
  'name_first',
  'name_last',
  'email_address',
  'cell_number',
  'm_payment_id',
  'amount',
  'item_name',
  'item_description',
  ...[1, 2, 3, 4, 5].map((number) => `custom_int${number}`),
  ...[1, 2, 3, 4, 5].map((number) => `custom_str${number}`),
  'email_confirmation',
  'confirmation_address',
  'payment_method',
];

/** PHP's `urlencode`, byte by byte, so that the site's own encoding is checked by another. */
export const urlencode = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) => String.fromCharCode(byte))
    .map((character) => {
      if (/[\w.-]/.test(character)) return character;
      const hex = character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
      return character === ' ' ? '+' : `%${hex}`;
    })
    .join('');

/** PHP's `trim`. */
const trim = (text: string) => text.replace(/^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g, '');

const join = (fields: (readonly [name: string, value: string | number])[]) =>
  fields.map(([name, value]) => `${name}=${urlencode(String(value))}`).join('&');

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

interface OpenPayment {
  id: string;
  fields: Record<string, string>;
}

interface PayOptions {
  /** Replaces fields of the notification, which is still signed. */
  changes?: Record<string, string>;
  /** Instead of the right signature. */
  signature?: string;
  /** Whether PayFast admits that it sent the notification. */
  isConfirmed?: boolean;
}

export interface PayfastDelivery extends Delivery {
  paymentId: string;
}

/**
 * A PayFast on this machine: it checks the form's signature, shows a page to pay on, notifies the site
 * until it answers 200, confirms notifications and refunds payments.
 */
export async function startPayfastDouble() {
  const account = {
    merchantId: '10012345',
    merchantKey: 'q1cd2rdny4a53',
    passphrase: 'Prys_en-Tyd/26',
  };
  const sender = createSender();
  const opened = new Map<string, OpenPayment>();
  const deliveries: PayfastDelivery[] = [];
  const confirmable = new Set<string>();
  const refundable = new Map<string, number>();
  const refunds: { paymentId: string; amountCents: number; reason: string }[] = [];
  const moods: { validate: Mood; refund: Mood } = { validate: 'answers', refund: 'answers' };
  let nextPaymentId = 1_089_250;

  const sign = (text: string) => md5(`${text}&passphrase=${urlencode(account.passphrase)}`);

  /** Returns what PayFast complains about, each complaint with the name of its field. */
  function checkForm(fields: Record<string, string>): string[] {
    const value = (name: string) => trim(fields[name] ?? '');
    const signed = formOrder
      .filter((name) => value(name))
      .map((name) => [name, value(name)] as const);
    const isUrl = (name: string) => /^https?:\/\//.test(value(name)) && URL.canParse(value(name));
    const rules: [isKept: boolean, complaint: string][] = [
      [value('merchant_id') === account.merchantId, 'merchant_id : The merchant ID is invalid.'],
      [
        value('merchant_key') === account.merchantKey,
        'merchant_key : The merchant key is invalid.',
      ],
      [/^\d+\.\d\d$/.test(value('amount')), 'amount : The amount must be a valid number.'],
      [value('item_name') !== '', 'item_name : The item name is required.'],
      ...['return_url', 'cancel_url', 'notify_url'].map((name): [boolean, string] => [
        isUrl(name),
        `${name} : The URL format is invalid.`,
      ]),
      ...['name_first', 'name_last', 'email_address', 'm_payment_id', 'item_name'].map(
        (name): [boolean, string] => [
          [...value(name)].length <= 100,
          `${name} : The value may not be greater than 100 characters.`,
        ],
      ),
      [
        sign(join(signed)) === value('signature'),
        'signature : Generated signature does not match submitted signature.',
      ],
    ];
    return rules.flatMap(([isKept, complaint]) => (isKept ? [] : complaint));
  }

  function notify({ fields }: OpenPayment, options: PayOptions = {}): PayfastDelivery {
    nextPaymentId += 1;
    const cents = Number(fields['amount']?.replace('.', ''));
    const feeCents = -Math.round(cents * 0.035);
    const sent: Record<string, string> = {
      m_payment_id: fields['m_payment_id'] ?? '',
      pf_payment_id: String(nextPaymentId),
      payment_status: 'COMPLETE',
      item_name: fields['item_name'] ?? '',
      item_description: '',
      amount_gross: writeAmount(cents),
      amount_fee: writeAmount(feeCents),
      amount_net: writeAmount(cents + feeCents),
      ...Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`custom_str${number}`, ''])),
      ...Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`custom_int${number}`, ''])),
      name_first: fields['name_first'] ?? '',
      name_last: fields['name_last'] ?? '',
      email_address: fields['email_address'] ?? '',
      merchant_id: account.merchantId,
      ...options.changes,
    };
    const text = join(Object.entries(sent));
    const paymentId = sent['pf_payment_id'] ?? '';
    if (options.isConfirmed ?? true) confirmable.add(text);
    if (sent['payment_status'] === 'COMPLETE') refundable.set(paymentId, cents);
    const body = `${text}&signature=${options.signature ?? sign(text)}`;
    return send(fields['notify_url'] ?? '', paymentId, body);
  }

  function send(notifyUrl: string, paymentId: string, body: string): PayfastDelivery {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const delivery = Object.assign(sender.deliver(notifyUrl, body, headers), { paymentId });
    deliveries.push(delivery);
    return delivery;
  }

  const app = new Hono();

  app.post('/eng/process', async (context) => {
    const fields = Object.fromEntries(new URLSearchParams(await context.req.text()));
    const complaints = checkForm(fields);
    if (complaints.length > 0)
      return context.text(`400 Bad Request\n${complaints.join('\n')}`, 400);
    const id = randomUUID();
    opened.set(id, { id, fields });
    return context.redirect(`/eng/process/payment/${id}`);
  });

  app.get('/eng/process/payment/:id', (context) => {
    const payment = opened.get(context.req.param('id'));
    if (!payment) return context.notFound();
    const { amount = '', item_name: itemName = '' } = payment.fields;
    return context.html(
      renderPayPage({
        title: 'PayFast',
        amount: `R ${amount}`,
        itemName,
        payAction: `/eng/process/payment/${payment.id}/pay`,
        cancelAction: `/eng/process/payment/${payment.id}/cancel`,
      }),
    );
  });

  app.post('/eng/process/payment/:id/:choice{pay|cancel}', (context) => {
    const payment = opened.get(context.req.param('id'));
    if (!payment) return context.notFound();
    const isPaid = context.req.param('choice') === 'pay';
    if (isPaid) notify(payment);
    return context.redirect(payment.fields[isPaid ? 'return_url' : 'cancel_url'] ?? '/', 303);
  });

  app.post('/eng/query/validate', async (context) => {
    const text = await context.req.text();
    return (
      (await suffer(moods.validate)) ?? context.text(confirmable.has(text) ? 'VALID' : 'INVALID')
    );
  });

  app.post('/refunds/:paymentId', async (context) => {
    const bad = await suffer(moods.refund);
    if (bad) return bad;
    const paymentId = context.req.param('paymentId');
    const body: Record<string, string | number> = await context.req.json();
    const header = (name: string) => context.req.header(name) ?? '';
    const names = ['merchant-id', 'version', 'timestamp'];
    const signed = {
      ...Object.fromEntries(names.map((name) => [name, header(name)])),
      ...body,
      passphrase: account.passphrase,
    };
    const sorted = Object.entries(signed).sort(([one], [other]) => (one < other ? -1 : 1));
    const isSigned = md5(join(sorted)) === header('signature');
    const isDated = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4}$/.test(header('timestamp'));
    const fail = (code: 400 | 401, response: string) =>
      context.json({ code, status: 'failed', data: { response, message: response } }, code);
    if (!isSigned || !isDated || header('merchant-id') !== account.merchantId) {
      return fail(401, 'Merchant authorization failed.');
    }
    const left = refundable.get(paymentId) ?? 0;
    const amountCents = body['amount'];
    if (typeof amountCents !== 'number' || amountCents > left) {
      return fail(400, 'The amount exceeds what is left to refund.');
    }
    refundable.set(paymentId, left - amountCents);
    refunds.push({ paymentId, amountCents, reason: String(body['reason']) });
    return context.json({ code: 200, status: 'success', data: { response: { id: randomUUID() } } });
  });

  const { url, close } = await serveDouble(app);
  const newest = (orderReference: string) => {
    const payment = [...opened.values()].findLast(
      ({ fields }) => fields['m_payment_id'] === orderReference,
    );
    if (!payment) throw new Error(`Nobody has opened a payment of ${orderReference}`);
    return payment;
  };

  return {
    url,
    account,
    /** The variables that make a site use it. */
    env: {
      PAYFAST_MERCHANT_ID: account.merchantId,
      PAYFAST_MERCHANT_KEY: account.merchantKey,
      PAYFAST_PASSPHRASE: account.passphrase,
      PAYFAST_URL: url,
      PAYFAST_API_URL: url,
    },
    /** How it behaves from now on. */
    moods,
    /** All notifications, the first one first. */
    deliveries,
    refunds,
    /** Posts a form as a browser does. Returns the pay page's address; throws what PayFast complains about. */
    async open({ action, fields }: { action: string; fields: Fields }): Promise<string> {
      const asSent = fields.map(([name, value]) => [name, value.replace(/\r\n|\r|\n/g, '\r\n')]);
      const response = await fetch(action, { method: 'POST', body: new URLSearchParams(asSent) });
      if (!response.ok) throw new Error(await response.text());
      return response.url;
    },
    /** Pays what was opened last for an order, and notifies the site. */
    pay: (orderReference: string, options?: PayOptions) => notify(newest(orderReference), options),
    /** Sends a notification once more, byte by byte. */
    repeat: ({ url, paymentId, body }: PayfastDelivery) => send(url, paymentId, body),
    async close() {
      sender.stop();
      await close();
    },
  };
}

export type PayfastDouble = Awaited<ReturnType<typeof startPayfastDouble>>;
