import { describe, expect, it } from 'vitest';
import { findStep, stepAt, toBase32, toKeyUri, totpCode } from './totp.ts';

/** The secret of the test vectors of RFC 6238. */
const secret = Buffer.from('12345678901234567890');

describe('the codes of RFC 6238, appendix B', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %i seconds: %s', (seconds, code) => {
    expect(totpCode(secret, stepAt(new Date(seconds * 1000)), 8)).toBe(code);
  });
});

it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foobar', 'MZXW6YTBOI'],
])('writes %j in base 32 as RFC 4648 does, unpadded', (text, encoded) => {
  expect(toBase32(Buffer.from(text))).toBe(encoded);
});

describe('findStep', () => {
  const now = new Date(1_234_567_890_000);
  const step = stepAt(now);

  it.each([-1, 0, 1])('takes the code of step %i from now', (distance) => {
    expect(findStep(secret, totpCode(secret, step + distance), now)).toBe(step + distance);
  });

  it.each([-2, 2])('refuses the code of step %i from now', (distance) => {
    expect(findStep(secret, totpCode(secret, step + distance), now)).toBeUndefined();
  });

  it('refuses what is no code', () => {
    for (const code of ['', '1', '1234567', 'abcdef']) {
      expect(findStep(secret, code, now)).toBeUndefined();
    }
  });
});

it('names the site and the account to the app', () => {
  expect(toKeyUri(secret, 'Time vs Price', 'a+b@example.com')).toBe(
    'otpauth://totp/Time%20vs%20Price:a%2Bb%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Time%20vs%20Price',
  );
});
