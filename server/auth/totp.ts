import { type Secret, TOTP } from 'otpauth';

/**
 * Returns the step of 30 seconds whose code this is, at an instant or one step away from it,
 * as clocks differ; nothing when the code is wrong. Whoever takes a code uses its step up.
 */
export function findStep(secret: Secret, code: string, instant: Date): number | undefined {
  const timestamp = instant.getTime();
  const delta = TOTP.validate({ secret, token: code, timestamp, window: 1 });
  return delta === null ? undefined : TOTP.counter({ timestamp }) + delta;
}

/** Returns what the QR code says to an authenticator app. */
export const toKeyUri = (secret: Secret, issuer: string, account: string): string =>
  new TOTP({ secret, issuer, label: account }).toString();
