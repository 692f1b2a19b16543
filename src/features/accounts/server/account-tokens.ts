import { hashToken } from '#platform/auth/secret.ts';
import type { TokenPurpose } from '#platform/db/schema/account-schema.ts';

/** How long an emailed token is valid, in minutes. */
export const tokenMinutes: Record<TokenPurpose, number> = {
  'sign-up': 60,
  'magic-link': 15,
  code: 10,
  'new-password': 30,
};

interface NewToken {
  purpose: TokenPurpose;
  email: string;
  token: string;
}

/** Codes are short, so their hash includes the address. */
export const hashMailed = (secret: string, { purpose, email, token }: NewToken): string =>
  hashToken(secret, purpose, purpose === 'code' ? `${email}:${token}` : token);

/** Returns the stored form of a token. */
export const toStoredToken = (secret: string, token: NewToken) => ({
  purpose: token.purpose,
  email: token.email,
  tokenHash: hashMailed(secret, token),
  expiresAt: new Date(Date.now() + tokenMinutes[token.purpose] * 60_000),
});
