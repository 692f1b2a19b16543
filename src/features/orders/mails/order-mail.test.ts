import { expect, it } from 'vitest';
import { orderMailSubject, orderMailText } from './order-mail.tsx';

const order = { reference: 'TP-H73J6', cents: 100_000 };

it.each([
  ['placed', 'buyer', 'Your order TP-H73J6: how to pay R1 000'],
  ['paid', 'buyer', 'Payment received: TP-H73J6'],
  ['unallocated', 'buyer', 'We have your R1 000: TP-H73J6'],
  ['returned', 'buyer', 'We refunded R1 000: TP-H73J6'],
  ['refunded', 'buyer', 'Refund: TP-H73J6'],
  ['undone', 'buyer', 'Payment not received: TP-H73J6'],
  ['unallocated', 'mentor', 'Unallocated payment: TP-H73J6'],
  ['money-choice', 'mentor', 'A client decided about R1 000: TP-H73J6'],
] as const)('the subject of “%s” for the %s is “%s”', (occasion, audience, subject) => {
  expect(orderMailSubject({ occasion, audience, ...order })).toBe(subject);
});

it('keeps the cents of an amount that has some', () => {
  const about = { occasion: 'placed', audience: 'buyer', reference: 'TP-H73J6' } as const;
  expect(orderMailSubject({ ...about, cents: 45_001 })).toBe(
    'Your order TP-H73J6: how to pay R450.01',
  );
});

it('tells a buyer what happened to their money in the words of their order', () => {
  const text = orderMailText({
    ...order,
    occasion: 'unallocated',
    audience: 'buyer',
    introduction: 'We have your R1 000. Your time was gone; choose another time, or we refund you.',
    siteName: 'Zoë 𝗧. O’Neill',
    rows: [],
    paragraphs: [],
    action: { label: 'Choose what happens to it', href: 'https://example.com/pay/x' },
  });
  expect(text).toContain('Your time was gone; choose another time, or we refund you.');
  expect(text).not.toMatch(/don’t pay/);
});
