import { totpCode } from '#server/auth/totp.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

const codeAt = (secret: string, stepsFromNow: number) =>
  totpCode(fromBase32(secret), Math.floor(Date.now() / 30_000) + stepsFromNow);

/** What an authenticator app shows now for a secret. The site takes it for half a minute more. */
export const showCode = (secret: string) => codeAt(secret, 0);

/** What it shows next, which the site takes already: clocks differ. For whom a code was just taken from. */
export const showNextCode = (secret: string) => codeAt(secret, 1);
