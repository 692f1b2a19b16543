import { hashToken } from '#server/auth/secret.ts';
import type { TokenPurpose } from '#server/db/account-schema.ts';

/** For how long what was mailed can be used, in minutes, from the moment it goes out. */
export const tokenMinutes: Record<TokenPurpose, number> = {
  'sign-up': 60,
  'magic-link': 15,
  code: 10,
  'new-password': 30,
};

/** How a code is bound to the email that it went to, before it is hashed. */
export const toCodeToken = (email: string, code: string) => `${email}:${code}`;

interface NewToken {
  purpose: TokenPurpose;
  email: string;
  token: string;
}

/** Returns what is stored of a token or code that is made now. */
export const toStoredToken = (secret: string, { purpose, email, token }: NewToken) => ({
  ...{ purpose, email },
  tokenHash: hashToken(secret, purpose, purpose === 'code' ? toCodeToken(email, token) : token),
  expiresAt: new Date(Date.now() + tokenMinutes[purpose] * 60_000),
});
