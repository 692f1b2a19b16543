import type { TokenPurpose } from '#server/db/account-schema.ts';

/** For how long what was mailed can be used, in minutes, from the moment it goes out. */
export const tokenMinutes: Record<TokenPurpose, number> = {
  'sign-up': 60,
  'magic-link': 15,
  code: 10,
  'new-password': 30,
};

/** When a token of this purpose ends, if it is made now. */
export const tokenExpiry = (purpose: TokenPurpose) =>
  new Date(Date.now() + tokenMinutes[purpose] * 60_000);

/** How a code is bound to the address that it went to, before it is hashed. */
export const toCodeToken = (email: string, code: string) => `${email}:${code}`;
