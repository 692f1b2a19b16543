import { Secret, TOTP } from 'otpauth';

const codeAt = (secret: string, timestamp: number) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });

/** Returns the current code for a secret. The site accepts it for another half a minute. */
export const showCode = (secret: string) => codeAt(secret, Date.now());

/**
 * Returns the next code, for tests that have just used the current one. The site already accepts
 * it, because clocks differ.
 */
export const showNextCode = (secret: string) => codeAt(secret, Date.now() + 30_000);
