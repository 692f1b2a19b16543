import { expect, it } from 'vitest';
import { buyerAddress, withOrders } from '#tests/support/orders.ts';
import { offerSampleBank } from '#tests/support/sample-bank.ts';
import { openTestSite } from '#tests/support/site.ts';

offerSampleBank();
const site = await openTestSite({ isLimited: true });
const { order } = withOrders(site);

it('an address gets at most two emails a day about how to pay', async () => {
  for (const email of [buyerAddress, 'Thandi@example.com', 'thandi+a@example.com'])
    await order({ email });
  const { all } = await site.takeMails();
  expect(all.filter(({ mail }) => mail.subject?.startsWith('Your order'))).toHaveLength(2);
});

it('an address that reads no mail gets no email about how to pay', async () => {
  await order({ email: 'no-reply@shop.example' });
  expect((await site.takeMails()).to('no-reply@shop.example')).toEqual([]);
});
