import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { findStep, toKeyUri } from './totp.ts';

/** The secret of the test vectors of RFC 6238. */
const secret = Secret.fromUTF8('12345678901234567890');

describe('findStep', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('takes the code of RFC 6238, appendix B, at %i seconds', (seconds, code) => {
    const step = Math.floor(seconds / 30);
    expect(findStep(secret, code, new Date(seconds * 1000))).toBe(step);
  });

  const now = new Date(1_234_567_890_000);
  const step = now.getTime() / 30_000;
  const codeOf = (distance: number) =>
    TOTP.generate({ secret, timestamp: (step + distance) * 30_000 });

  it.each([-1, 0, 1])('accepts the code of step %i from now', (distance) => {
    expect(findStep(secret, codeOf(distance), now)).toBe(step + distance);
  });

  it.each([-2, 2])('refuses the code of step %i from now', (distance) => {
    expect(findStep(secret, codeOf(distance), now)).toBeUndefined();
  });

  it('refuses other texts', () => {
    for (const code of ['', '1', '1234567', 'abcdef']) {
      expect(findStep(secret, code, now)).toBeUndefined();
    }
  });
});

it('names the site and the account', () => {
  const uri = new URL(toKeyUri(secret, 'Time vs Price', 'a+b@example.com'));
  expect(uri.href).toMatch(/^otpauth:\/\/totp\/Time%20vs%20Price:a%2Bb%40example.com\?/);
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    ...{ secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', issuer: 'Time vs Price' },
    ...{ algorithm: 'SHA1', digits: '6', period: '30' },
  });
});
