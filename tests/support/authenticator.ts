import { totpCode } from '#server/auth/totp.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** What an authenticator app shows now for a secret, or so many steps from now. */
export const showCode = (secret: string, stepsFromNow = 0) =>
  totpCode(fromBase32(secret), Math.floor(Date.now() / 30_000) + stepsFromNow);
