import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** One code counts for this long, in seconds (RFC 6238). */
const stepSeconds = 30;

/** Clocks may differ by one step in either direction. */
const drift = [0, -1, 1];

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes in the letters and digits that authenticator apps take (RFC 4648). */
export function toBase32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => base32Alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** A secret for an authenticator app: 160 bits, as RFC 4226 recommends. */
export const createTotpSecret = (): Buffer => randomBytes(20);

/** The code of a step (RFC 4226). */
export function totpCode(secret: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step that an instant falls into. */
export const stepAt = (instant: Date): number => Math.floor(instant.getTime() / 1000 / stepSeconds);

/** The step whose code this is, among those that count at an instant; nothing when it is wrong. */
export function findStep(secret: Uint8Array, code: string, instant: Date): number | undefined {
  const given = Buffer.from(code);
  return drift
    .map((steps) => stepAt(instant) + steps)
    .find((step) => {
      const expected = Buffer.from(totpCode(secret, step));
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
}

/** What the QR code says to an authenticator app. */
export function toKeyUri(secret: Uint8Array, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
