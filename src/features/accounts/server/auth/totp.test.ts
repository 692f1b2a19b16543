import { Secret } from 'otpauth';
import { expect, it } from 'vitest';
import { findStep, toKeyUri } from './totp.ts';

/** The secret and times of RFC 6238, appendix B, with six digits. */
const secret = Secret.fromLatin1('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [20_000_000_000, '353130'],
])('accepts the code at %d seconds, and one step away from it', (seconds, code) => {
  const step = Math.floor(seconds / 30);
  for (const drift of [-30, 0, 30]) expect(findStep(secret, code, at(seconds + drift))).toBe(step);
  for (const drift of [-60, 60])
    expect(findStep(secret, code, at(seconds + drift))).toBeUndefined();
});

it.each(['', '000000', '28708', '2870822'])('refuses the code %j', (code) => {
  expect(findStep(secret, code, at(59))).toBeUndefined();
});

it('names the site and the account', () => {
  const uri = toKeyUri(secret, 'Time vs Price', 'mentor@example.com');
  expect(uri).toMatch(/^otpauth:\/\/totp\/Time%20vs%20Price:mentor%40example.com\?/);
});
