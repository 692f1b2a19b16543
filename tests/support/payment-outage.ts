import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import { inquiryBody } from './orders.ts';
import { setUpOutage } from './outage.ts';
import { type PayfastDouble, startPayfastDouble } from './payfast-double.ts';
import { serveLater } from './payment-site.ts';

/**
 * Provides the tests of a file with sites that PayFast reaches, and whose database can be made
 * unavailable.
 */
export function setUpPaymentOutage() {
  const outage = setUpOutage();
  let payfast: PayfastDouble;
  let door: Awaited<ReturnType<typeof serveLater>>;

  beforeAll(async () => {
    [payfast, door] = [await startPayfastDouble(), await serveLater()];
  });
  afterAll(async () => {
    await payfast.close();
    door.close();
  });

  const query = async (text: string) => (await outage.db.$client.query(text)).rows;

  return {
    payfast: () => payfast,
    passage: () => outage.passage,
    query,
    /** Starts a site and lets PayFast reach it. */
    async start() {
      const api = await outage.start({ environment: payfast.env, siteUrl: door.siteUrl });
      door.serve(api.fetch);
      return api;
    },
    /** Orders something and opens PayFast's page. Returns the reference of the transaction. */
    async order(api: Awaited<ReturnType<typeof outage.start>>): Promise<string> {
      const answer = await api.post('/api/leads', inquiryBody({ id: randomUUID() }));
      const { pay_path: path } = await answer.json();
      const choice = {
        token: path.split('/').at(-1),
        provider: 'payfast',
        startNow: false,
      } as const;
      const start = await api.services.payments.startPayment(choice, { ipAddress: '192.0.2.7' });
      if (start.kind !== 'form') throw new Error('PayFast is paid by a form');
      await payfast.open(start);
      return start.transactionReference;
    },
    /** Waits until this many orders are paid. */
    untilPaid: (count: number) =>
      expect.poll(() => query(`select from orders where state = 'paid'`)).toHaveLength(count),
  };
}
