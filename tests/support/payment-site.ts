import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, expect } from 'vitest';
import type { ProviderName } from '#rules/payment-methods.ts';
import { withOrders } from './orders.ts';
import { startPayfastDouble } from './payfast-double.ts';
import { startPaystackDouble } from './paystack-double.ts';
import { openTestSite, type TestSite } from './site.ts';

type Options = Parameters<typeof openTestSite>[0];

const visitor = { ipAddress: '192.0.2.1' };

type Handler = TestSite['api']['fetch'];

/** Listens on a free port for a site that is started later, as that has to know its address. */
export async function serveLater() {
  let handle: Handler | undefined;
  const server = createAdaptorServer({
    fetch: (request, bindings) =>
      handle ? handle(request, bindings as HttpBindings) : new Response('Not yet', { status: 503 }),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    siteUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve: (handler: Handler) => {
      handle = handler;
    },
    close() {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
    },
  };
}

/**
 * Starts a site that a PayFast and a Paystack on this machine reach by its address, and that takes
 * payments by both.
 */
export async function openPaymentSite(options: Options = {}) {
  const { siteUrl, serve, close } = await serveLater();
  const [payfast, paystack] = [await startPayfastDouble(), await startPaystackDouble()];
  paystack.dashboard.webhookUrl = `${siteUrl}/api/payments/paystack`;
  const environment = { ...payfast.env, ...paystack.env };
  const site = await openTestSite({ siteUrl, environment, ...options });
  const { api } = site;
  serve(api.fetch);
  afterAll(async () => {
    await Promise.all([payfast.close(), paystack.close()]);
    close();
  });
  const orders = withOrders(site);

  /** Begins a payment of an order and opens the provider's page, as a browser does. Returns the transaction's reference. */
  async function begin(token: string, provider: ProviderName): Promise<string> {
    const start = await api.services.payments.startPayment(
      { token, provider, startNow: false },
      visitor,
    );
    if (start.kind === 'form') await payfast.open(start);
    return start.transactionReference;
  }

  return {
    ...site,
    ...orders,
    siteUrl,
    payfast,
    paystack,
    begin,
    /** What the browser asks when it comes back from Paystack. */
    comeBack: (token: string, transactionReference: string) =>
      api.services.payments.confirmReturn({ token, transactionReference }, visitor),
    /** Makes an order and begins a payment of it. */
    async buy(provider: ProviderName) {
      const placed = await orders.order();
      const transactionReference = await begin(placed.token, provider);
      await site.takeMails();
      return { ...placed, transactionReference };
    },
    /** Returns how often a provider was asked about the payments of an order. */
    async countAttempts(reference: string): Promise<number> {
      const { rows } = await api.pool.query(
        'select sum(attempts)::int as attempts from payment_notifications where order_reference = $1',
        [reference],
      );
      return rows[0].attempts;
    },
    untilState: (id: string, state: string) =>
      expect.poll(async () => (await orders.read(id)).state).toBe(state),
    /** Waits until nothing is to be verified any more, and returns what was said about an order. */
    async settled(id: string) {
      const read = async () => (await orders.read(id)).notifications;
      await expect
        .poll(async () => (await read()).filter(({ state }) => state === 'pending'))
        .toEqual([]);
      return read();
    },
    /** What an order has come to: each once, or not at all. */
    async tally(id: string) {
      const { state, payments, documents, paid_cents } = await orders.read(id);
      const mails = await site.takeMails();
      return {
        state,
        paid: paid_cents,
        payments: payments.length,
        documents: documents.map(({ number }) => number),
        mails: mails.all.map(({ mail }) => mail.subject).sort(),
      };
    },
  };
}
