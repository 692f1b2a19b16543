import { emailAddress, requiredText, z } from './zod.ts';

/** How much a session has proven: `aal1` one thing (a password, a mailbox), `aal2` a second factor too. */
export const sessionLevels = ['aal1', 'aal2'] as const;
export type SessionLevel = (typeof sessionLevels)[number];

/** Shorter passwords are too easily guessed; longer ones only keep the server busy hashing. */
export const passwordLength = { minimum: 12, maximum: 128 } as const;

const invalidPassword = `Use at least ${passwordLength.minimum} characters.`;

/** One address is one account, however it is written. */
const accountEmail = emailAddress('Enter a valid email address.').transform((address) =>
  address.toLowerCase(),
);

/** A password that is there already. A wrong one is no mistake in the form, whatever its length. */
const currentPassword = z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.');

const newPassword = z
  .string({ error: invalidPassword })
  .min(passwordLength.minimum, invalidPassword)
  .max(passwordLength.maximum, `Use at most ${passwordLength.maximum} characters.`);

/** What a captcha's widget has answered; empty where none is set up. */
const captchaToken = z.string().max(4_096).optional();

export const signInForm = z.object({
  email: accountEmail,
  password: currentPassword,
  captchaToken,
});

/** What goes along to a provider: the path to come back to. */
export const providerForm = z.object({ next: z.string().optional() });

/** What makes an account: the form of sign-up, and the one behind the set-up link. */
export const setUpForm = z.object({ email: accountEmail, password: newPassword, captchaToken });

export type Credentials = Pick<z.output<typeof signInForm>, 'email' | 'password'>;

/** What a mail is asked for with: a recovery link, a magic link, a one-time code. */
export const mailForm = z.object({ email: accountEmail, captchaToken });

/** Mail readers and people put blanks and dashes into codes. */
const typedCode = (pattern: RegExp, message: string) =>
  z
    .string({ error: message })
    .max(60, message)
    .transform((code) => code.replaceAll(/[\s-]/g, '').toUpperCase())
    .pipe(z.string().regex(pattern, message));

export const codeForm = z.object({
  email: accountEmail,
  code: typedCode(/^\d{8}$/, 'Enter the eight digits from the email.'),
  captchaToken,
});

export const challengeForm = z.object({
  code: typedCode(
    /^(?:\d{6}|[A-Z2-7]{12})$/,
    'Enter the six digits from your authenticator app, or a recovery code.',
  ),
});

export const linkForm = z.object({ token: z.string().min(1).max(200) });

export const newPasswordForm = z.object({
  token: z.string().min(1).max(200),
  password: newPassword,
});

export const confirmForm = z.object({
  token: z.string().min(1).max(200),
  password: currentPassword,
});

export const passwordChange = z.object({ currentPassword, newPassword });

/** What changes how the account is entered or protected. */
export const passwordConfirmation = z.object({ password: currentPassword });

export const newFactor = z.object({
  friendlyName: requiredText('Enter a name, e.g. My phone.', 1, 60),
  password: currentPassword,
});

export const factorCode = z.object({
  code: typedCode(/^\d{6}$/, 'Enter the six digits from the app.'),
});

/** Which sessions a sign-out ends: this one, all but this one, or all. */
export const signOutScope = z.enum(['local', 'others', 'global']);
export type SignOutScope = z.output<typeof signOutScope>;

/** The one answer to a wrong password and to an address that has no account. */
export const wrongCredentials = 'Invalid email or password';

/** The one answer to a code that is wrong, used, too old, or of nobody. */
export const wrongCode = 'This code is wrong or has expired.';

/** The one answer to a mailed link that is wrong, used or too old. */
export const linkRefused =
  'This link no longer works. Links expire after a short time and work only once.';

/** The one answer to whoever may not sign up, with an account or without. */
export const signUpRefused =
  'Sign-up is closed. Only invited email addresses can create an account.';

/** Why nobody can sign up, where nobody is invited. */
export const signUpClosed = 'Sign-up is closed. You don’t need an account to use this site.';

/** What is shown after asking for a mail, whether or not the address has an account. */
export const mailAsked = {
  'sign-up': 'Check your email for the confirmation link',
  'new-password': 'Check your email for the password reset link',
  'magic-link': 'Check your email for the magic link',
  code: 'Check your email for the one-time code',
} as const;

/** The one answer to a set-up link that is missing, wrong, used or replaced. */
export const setUpLinkRefused =
  'This set-up link no longer works. The server prints a new one at every start until the first account exists.';
