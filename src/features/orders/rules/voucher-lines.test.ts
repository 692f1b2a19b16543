import { expect, it } from 'vitest';
import { listVoucherLines } from './voucher-lines.ts';

it.each([
  [undefined, []],
  [{ code: 'SPRING2030', discountCents: 0 }, ['Code SPRING2030: Could no longer be used']],
  [
    { code: 'SPRING2030', discountCents: 154_999 },
    ['Price: R2 000.00', 'Code SPRING2030: −R1 549.99'],
  ],
])('says of the code %j before R450.01: %j', (voucher, lines) => {
  const written = listVoucherLines(voucher, 45_001).map(({ label, value }) => `${label}: ${value}`);
  expect(written.map((text) => text.replaceAll('\u00A0', ' '))).toEqual(lines);
});
