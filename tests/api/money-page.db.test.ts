import { expect, it } from 'vitest';
import { openPaymentSite } from '#tests/support/payment-site.ts';

const { admin, api, order, see, mark, siteUrl } = await openPaymentSite();

const visitor = { ipAddress: '192.0.2.1' };

const listed = async (view: string): Promise<string[]> => {
  const { items } = await admin.read(`/api/orders?view=${view}`);
  return items.map(({ reference }: { reference: string }) => reference);
};

it('filters orders by the state of their money', async () => {
  const [awaited, paid, cancelled] = [await order(), await order(), await order()];
  await mark(paid.id);
  await admin.call('POST', `/api/orders/${cancelled.id}/cancel`);
  expect(await listed('awaiting')).toEqual([awaited.reference]);
  expect(await listed('paid')).toEqual([paid.reference]);
  expect(await listed('closed')).toEqual([cancelled.reference]);
  expect(await listed('unconfirmed')).toEqual([]);
  expect(await listed('unallocated')).toEqual([]);
  expect(await listed('refunded')).toEqual([]);
  expect((await admin.call('GET', '/api/orders?view=lost')).status).toBe(422);
});

it('lists the notification addresses of providers and whether their keys are test keys', async () => {
  const { providers } = await admin.read('/api/orders/payment-methods');
  expect(providers).toEqual(
    ['payfast', 'paystack'].map((name) =>
      expect.objectContaining({
        name,
        is_test: true,
        notify_url: `${siteUrl}/api/payments/${name}`,
      }),
    ),
  );
});

it('keeps the choice of immediate delivery for a bank transfer', async () => {
  const placed = await order();
  await api.services.payments.reportPaid(placed.token, visitor, { startNow: true });
  const page = await see(placed);
  expect(page.startNowAt).not.toBeNull();
  expect(page).toMatchObject({ state: 'awaiting', paymentReportedAt: expect.any(String) });
});
