import { Secret, TOTP } from 'otpauth';

const codeAt = (secret: string, timestamp: number) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });

/** What an authenticator app shows now for a secret. The site takes it for half a minute more. */
export const showCode = (secret: string) => codeAt(secret, Date.now());

/** What it shows next, which the site takes already: clocks differ. For whom a code was just taken from. */
export const showNextCode = (secret: string) => codeAt(secret, Date.now() + 30_000);
