import { expect, it } from 'vitest';
import {
  describeDays,
  toVoucherState,
  toVoucherTerms,
  voucherForm,
  writeDiscount,
} from './voucher.ts';
import { makeCode, toVoucherCode, voucherCode } from './voucher-code.ts';

it.each([
  'SPRING2030',
  ' spring 2030 ',
  'Spring–2030',
  'spring_20-30',
  'ＳＰＲＩＮＧ２０３０',
  'spr\u200Bing\u00A02030\u2011',
])('reads the code SPRING2030 as a phone types it: %j', (typed) => {
  expect(voucherCode.parse(typed)).toBe('SPRING2030');
});

it.each([undefined, null, '', ' - '])('reads no code in %j', (typed) => {
  expect(voucherCode.parse(typed)).toBeUndefined();
});

it('makes codes that it reads back', () => {
  const drawn = [0, 22, 5, 11, 7, 3, 18, 1];
  const code = makeCode(() => drawn.shift() ?? 0);
  expect(code).toMatch(/^[2-9CDFGHJKMNPQRTWX]{8}$/);
  expect(toVoucherCode(code)).toBe(code);
});

const always = { switchedOffAt: null, startsOn: null, endsOn: null, maxUses: null };

it.each([
  [{}, 'usable'],
  [{ startsOn: '2030-01-07', endsOn: '2030-01-07', maxUses: 4 }, 'usable'],
  [{ startsOn: '2030-01-08' }, 'not-yet'],
  [{ endsOn: '2030-01-06' }, 'ended'],
  [{ maxUses: 3 }, 'used-up'],
  [{ endsOn: '2030-01-06', switchedOffAt: new Date() }, 'off'],
] as const)('a code with %j is %s on 7 January, after 3 uses', (terms, state) => {
  const now = { today: '2030-01-07', uses: 3 };
  expect(toVoucherState({ ...always, ...terms }, now)).toBe(state);
});

const form = { code: 'spring 2030', discount: '10%', starts_on: '', ends_on: '' };

it.each([
  ['10%', { percent: 10, amount_cents: null }, '10%'],
  ['100 %', { percent: 100, amount_cents: null }, '100%'],
  ['R450,01', { percent: null, amount_cents: 45_001 }, 'R450.01'],
  ['2 000', { percent: null, amount_cents: 200_000 }, 'R2\u00A0000'],
])('the form reads the discount %j', (discount, columns, written) => {
  const parsed = voucherForm.parse({ ...form, discount, offer_ids: 'one,two', max_uses: '20' });
  const terms = toVoucherTerms(parsed);
  expect(terms).toMatchObject({ ...columns, offer_ids: ['one', 'two'], max_uses: 20 });
  const { percent, amount_cents: amountCents } = terms;
  expect(writeDiscount({ percent, amountCents })).toBe(written);
});

it.each(['', '0%', '101%', '4.500', 'R0', '-R5', 'ten'])(
  'the form refuses the discount %j',
  (discount) => {
    expect(voucherForm.safeParse({ ...form, discount }).success).toBe(false);
  },
);

it.each([
  [null, null, null],
  ['2030-01-07', null, 'From 7 January 2030'],
  [null, '2030-02-28', 'Until 28 February 2030'],
  ['2030-01-07', '2030-02-28', 'From 7 January 2030 until 28 February 2030'],
])('describes the days %j to %j', (startsOn, endsOn, text) => {
  expect(describeDays({ startsOn, endsOn })).toBe(text);
});
