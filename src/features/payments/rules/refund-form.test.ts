import { expect, test } from 'vitest';
import { createRefundForm } from './refund-form.ts';

const form = createRefundForm(50_000);
const read = (amount: string) => form.safeParse({ amount, reason: 'Changed my mind' });

test('an amount of rand is read as cents', () => {
  expect(read('R 200,50').data).toMatchObject({ amount: 20_050, by_hand: false });
  expect(read('500').data).toMatchObject({ amount: 50_000 });
});

test.each(['', '0', '-5', '4.500', 'all'])('%j is no amount', (amount) => {
  expect(read(amount).success).toBe(false);
});

test('at most what is left can be refunded', () => {
  expect(read('500.01').error?.issues[0]?.message).toBe('At most R500.00.');
});
