import { hashToken } from '#platform/auth/secret.ts';
import type { TokenPurpose } from '#platform/db/schema/account-schema.ts';

interface TokenKind {
  /** How long a token is valid, in minutes. */
  minutes: number;
  /** Its name in the activity log. */
  name: string;
  /** Where the email's link leads; the email of a code has none. */
  path?: string;
  /** Before the name of the site. Contains nothing confidential, because lock screens show it. */
  subject: string;
  title: string;
  use: string;
  ignore: string;
}

const ignoreLink =
  'If you didn’t ask for this, ignore this email. Nothing happens unless you click.';

/** The links and codes that are emailed, and the words of their emails. */
export const tokenKinds: Record<TokenPurpose, TokenKind> = {
  'sign-up': {
    minutes: 60,
    name: 'Confirmation link',
    path: '/login/confirm',
    subject: 'Confirm your account at',
    title: 'Confirm your account',
    use: 'Click the link and enter the password you chose to finish creating your account.',
    ignore:
      'If you didn’t ask for an account, ignore this email. No one can create it without this link.',
  },
  'magic-link': {
    minutes: 15,
    name: 'Magic link',
    path: '/login/open-link',
    subject: 'Your sign-in link for',
    title: 'Sign in',
    use: 'This link signs you in.',
    ignore: ignoreLink,
  },
  code: {
    minutes: 10,
    name: 'One-time code',
    subject: 'Your one-time code for',
    title: 'Your one-time code',
    use: 'Enter this code on the sign-in page.',
    ignore: 'If you didn’t ask for it, ignore this email. No one can sign in without the code.',
  },
  'new-password': {
    minutes: 30,
    name: 'Password reset link',
    path: '/login/new-password',
    subject: 'Choose a new password for',
    title: 'Choose a new password',
    use: 'This link lets you choose a new password.',
    ignore: ignoreLink,
  },
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
  expiresAt: new Date(Date.now() + tokenKinds[token.purpose].minutes * 60_000),
});
