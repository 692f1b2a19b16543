import { type Secret, TOTP } from 'otpauth';

/**
 * Returns the 30-second time step that a code belongs to, allowing one step of clock drift;
 * undefined if the code is wrong. The caller makes sure that no step is used twice.
 */
export function findStep(secret: Secret, code: string, instant: Date): number | undefined {
  const timestamp = instant.getTime();
  const delta = TOTP.validate({ secret, token: code, timestamp, window: 1 });
  return delta === null ? undefined : TOTP.counter({ timestamp }) + delta;
}

/** Returns the content of the QR code. */
export const toKeyUri = (secret: Secret, issuer: string, account: string): string =>
  new TOTP({ secret, issuer, label: account }).toString();
