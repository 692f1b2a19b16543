import { createHmac, randomBytes } from 'node:crypto';
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

interface Transaction {
  id: number;
  reference: string;
  accessCode: string;
  status: string;
  amount: unknown;
  /** What the site asked for, while `amount` may contain the fees. */
  requestedAmount: unknown;
  currency: string;
  email: string;
  callbackUrl: string;
  cancelUrl: string;
  refundedCents: number;
}

interface PayOptions {
  /** Replaces fields of the transaction, in the webhook and in responses. */
  changes?: Partial<Pick<Transaction, 'amount' | 'requestedAmount' | 'currency' | 'status'>>;
  /** What only the webhook says: a forgery, or a delay. */
  webhookChanges?: Record<string, unknown>;
  event?: string;
  /** Instead of the right signature. */
  signature?: string;
}

/**
 * A Paystack on this machine: it opens transactions, shows a page to pay on, posts webhooks until the site
 * answers 200, and answers questions and refunds. The webhook's address is set as on its dashboard.
 */
export async function startPaystackDouble() {
  const secretKey = 'sk_test_3f6bd1c07a5e4928b8e15d02c94f7a61';
  const sender = createSender();
  const transactions = new Map<string, Transaction>();
  const deliveries: Delivery[] = [];
  const refunds: { id: number; reference: string; amountCents: number; reason: string }[] = [];
  const moods: { initialize: Mood; verify: Mood; refund: Mood } = {
    initialize: 'answers',
    verify: 'answers',
    refund: 'answers',
  };
  const dashboard = { webhookUrl: '' };
  /** What it answers to a refund. */
  const refundAnswer = { status: 'pending' };
  let nextId = 4_099_260_000;

  const describe = ({
    id,
    reference,
    status,
    amount,
    requestedAmount,
    currency,
    email,
  }: Transaction) => ({
    id,
    domain: 'test',
    status,
    reference,
    amount,
    requested_amount: requestedAmount,
    currency,
    gateway_response: 'Successful',
    channel: 'card',
    metadata: '',
    fees: 100,
    paid_at: new Date().toISOString(),
    customer: { email, first_name: null, last_name: null },
  });

  const sign = (body: string) => createHmac('sha512', secretKey).update(body).digest('hex');

  function send(body: string, signature = sign(body)): Delivery {
    const headers = { 'Content-Type': 'application/json', 'x-paystack-signature': signature };
    const delivery = sender.deliver(dashboard.webhookUrl, body, headers);
    deliveries.push(delivery);
    return delivery;
  }

  function pay(transaction: Transaction, options: PayOptions = {}): Delivery {
    Object.assign(transaction, { status: 'success' }, options.changes);
    const data = { ...describe(transaction), ...options.webhookChanges };
    const body = JSON.stringify({ event: options.event ?? 'charge.success', data });
    return send(body, options.signature);
  }

  const app = new Hono();

  for (const [path, name] of [
    ['/transaction/initialize', 'initialize'],
    ['/transaction/verify/*', 'verify'],
    ['/refund', 'refund'],
  ] as const) {
    app.use(path, async (context, next) => {
      const bad = await suffer(moods[name]);
      if (bad) return bad;
      if (context.req.header('Authorization') !== `Bearer ${secretKey}`) {
        return context.json({ status: false, message: 'Invalid key' }, 401);
      }
      return next();
    });
  }

  app.post('/transaction/initialize', async (context) => {
    const body = await context.req.json();
    const fail = (message: string) => context.json({ status: false, message }, 400);
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(body.email)) return fail('Invalid Email Address Passed');
    if (!Number.isInteger(body.amount) || body.amount <= 0) return fail('Invalid Amount Sent');
    if (body.currency !== 'ZAR') return fail('Currency not supported by merchant');
    if (!/^[\w.=-]+$/.test(body.reference))
      return fail('Invalid character in transaction reference');
    if (transactions.has(body.reference)) return fail('Duplicate Transaction Reference');
    nextId += 1;
    const accessCode = randomBytes(8).toString('hex');
    transactions.set(body.reference, {
      id: nextId,
      accessCode,
      status: 'abandoned',
      refundedCents: 0,
      reference: body.reference,
      amount: body.amount,
      requestedAmount: body.amount,
      currency: body.currency,
      email: body.email,
      callbackUrl: body.callback_url,
      cancelUrl: body.metadata?.cancel_action ?? body.callback_url,
    });
    return context.json({
      status: true,
      message: 'Authorization URL created',
      data: {
        authorization_url: `${url}/checkout/${accessCode}`,
        access_code: accessCode,
        reference: body.reference,
      },
    });
  });

  app.get('/transaction/verify/:reference', (context) => {
    const transaction = transactions.get(context.req.param('reference'));
    if (!transaction) {
      return context.json({ status: false, message: 'Transaction reference not found.' }, 400);
    }
    const data = describe(transaction);
    return context.json({ status: true, message: 'Verification successful', data });
  });

  app.post('/refund', async (context) => {
    const body = await context.req.json();
    const transaction = transactions.get(body.transaction);
    const fail = (status: 400 | 404, message: string) =>
      context.json({ status: false, message }, status);
    if (transaction?.status !== 'success') return fail(404, 'Transaction not found');
    const left = Number(transaction.amount) - transaction.refundedCents;
    if (left <= 0) return fail(400, 'Transaction has been fully reversed');
    if (body.amount > left) return fail(400, 'Refund amount cannot be more than what is left');
    transaction.refundedCents += body.amount;
    nextId += 1;
    const { reference } = transaction;
    refunds.push({
      id: nextId,
      reference,
      amountCents: body.amount,
      reason: body.customer_note,
    });
    const data = { id: nextId, amount: body.amount, currency: body.currency, ...refundAnswer };
    return context.json({ status: true, message: 'Refund has been queued for processing', data });
  });

  const atCheckout = (accessCode: string) =>
    [...transactions.values()].find((transaction) => transaction.accessCode === accessCode);

  app.get('/checkout/:accessCode', (context) => {
    const transaction = atCheckout(context.req.param('accessCode'));
    if (!transaction) return context.notFound();
    return context.html(
      renderPayPage({
        title: 'Paystack',
        itemName: transaction.reference,
        amount: `ZAR ${writeAmount(Number(transaction.amount))}`,
        payAction: `/checkout/${transaction.accessCode}/pay`,
        cancelAction: `/checkout/${transaction.accessCode}/cancel`,
      }),
    );
  });

  app.post('/checkout/:accessCode/:choice{pay|cancel}', (context) => {
    const transaction = atCheckout(context.req.param('accessCode'));
    if (!transaction) return context.notFound();
    if (context.req.param('choice') === 'cancel')
      return context.redirect(transaction.cancelUrl, 303);
    pay(transaction);
    const back = new URL(transaction.callbackUrl);
    back.searchParams.set('trxref', transaction.reference);
    back.searchParams.set('reference', transaction.reference);
    return context.redirect(back.href, 303);
  });

  const { url, close } = await serveDouble(app);
  const newest = (orderReference: string) => {
    const transaction = [...transactions.values()].findLast(({ reference }) =>
      reference.startsWith(orderReference),
    );
    if (!transaction) throw new Error(`Nobody has opened a payment of ${orderReference}`);
    return transaction;
  };

  return {
    url,
    secretKey,
    /** The variables that make a site use it. */
    env: { PAYSTACK_SECRET_KEY: secretKey, PAYSTACK_URL: url },
    /** How it behaves from now on. */
    moods,
    /** What the mentor has set: without an address for webhooks they go nowhere. */
    dashboard,
    /** All webhooks, the first one first. */
    deliveries,
    refunds,
    refundAnswer,
    /** Sends an event about what was paid last for an order: a refund or a dispute. */
    tell(orderReference: string, event: string, data: Record<string, unknown> = {}): Delivery {
      const { reference, currency, email } = newest(orderReference);
      const customer = { email, first_name: 'Thandi' };
      const about = event.startsWith('refund.')
        ? { transaction_reference: reference, refund_reference: null, currency, customer }
        : { transaction: { reference }, status: 'awaiting-merchant-feedback', customer };
      return send(JSON.stringify({ event, data: { ...about, ...data } }));
    },
    /** Pays what was opened last for an order, and tells the site. */
    pay: (orderReference: string, options?: PayOptions) => pay(newest(orderReference), options),
    /** Changes a transaction without a word to the site. */
    change: (orderReference: string, changes: PayOptions['changes']) =>
      Object.assign(newest(orderReference), changes),
    /** Sends a webhook once more, byte by byte. */
    repeat: ({ body }: Delivery) => send(body),
    async close() {
      sender.stop();
      await close();
    },
  };
}

export type PaystackDouble = Awaited<ReturnType<typeof startPaystackDouble>>;
