import { emailAddress, requiredText, z } from '#rules/zod.ts';

export const passwordLength = { minimum: 12, maximum: 128 } as const;

const invalidPassword = `Use at least ${passwordLength.minimum} characters.`;

const accountEmail = emailAddress('Enter a valid email address.').transform((address) =>
  address.toLowerCase(),
);

/** An existing password: its length is not checked. */
const currentPassword = z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.');

const newPassword = z
  .string({ error: invalidPassword })
  .min(passwordLength.minimum, invalidPassword)
  .max(passwordLength.maximum, `Use at most ${passwordLength.maximum} characters.`);

/** The response of the captcha, if one is configured. */
const captchaToken = z.string().max(4_096).optional();

export const signInForm = z.object({
  email: accountEmail,
  password: currentPassword,
  captchaToken,
});

/** Creates an account: sign-up, and the set-up link. */
export const setUpForm = z.object({ email: accountEmail, password: newPassword, captchaToken });

export type Credentials = Pick<z.output<typeof signInForm>, 'email' | 'password'>;

/** Requests an email with a link or code. */
export const mailForm = z.object({ email: accountEmail, captchaToken });

/** Codes may be typed with spaces and dashes. */
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
  code: typedCode(/^(?:\d{6}|[A-Z2-7]{12})$/, 'Enter a six-digit code or a recovery code.'),
});

/** Which second factors an account has. */
export interface FactorKinds {
  hasAuthenticator: boolean;
  hasPasskey: boolean;
}

/** Says how to complete a sign-in. */
export function describeSecondStep({ hasAuthenticator, hasPasskey }: FactorKinds): string {
  if (!hasAuthenticator) return 'Use your passkey, or enter a recovery code.';
  const codes = 'Enter the code from your authenticator app or a recovery code';
  return hasPasskey ? `${codes}, or use your passkey.` : `${codes}.`;
}

/** Uses a one-time link, whose token is in the page's URL. */
export const linkForm = z.object({});

/** Chooses a forgotten password, with such a link. */
export const newPasswordForm = z.object({ password: newPassword });

export const passwordChange = z.object({ currentPassword, newPassword });

/** Confirms a change to how the account is protected. */
export const passwordConfirmation = z.object({ password: currentPassword });

export const authenticatorCode = z.object({
  code: typedCode(/^\d{6}$/, 'Enter the six digits from the app.'),
});

const passkeyName = requiredText('Enter a name, e.g. My phone.', 1, 60);

/** Starts to add a passkey. */
export const passkeyForm = z.object({ name: passkeyName, password: currentPassword });

const base64Url = z.string().min(1).max(20_000);

const credential = {
  id: base64Url,
  rawId: base64Url,
  type: z.literal('public-key'),
};

/** A new passkey, as the browser returns it. */
export const newPasskey = z.object({
  name: passkeyName,
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64Url,
      attestationObject: base64Url,
      transports: z.array(z.string().max(20)).max(10).optional(),
    }),
  }),
});

/** The browser's proof that it has a passkey. */
export const passkeySignIn = z.object({
  response: z.object({
    ...credential,
    clientExtensionResults: z.object({}),
    response: z.object({
      clientDataJSON: base64Url,
      authenticatorData: base64Url,
      signature: base64Url,
    }),
  }),
});

/** Which sessions a sign-out ends: this one (`local`, also `here`), all but this one, or all. */
export const signOutForm = z.strictObject({
  scope: z
    .enum(['local', 'here', 'others', 'global'], 'Use local, here, others or global.')
    .transform((scope) => (scope === 'here' ? 'local' : scope))
    .optional(),
});
export type SignOutScope = NonNullable<z.output<typeof signOutForm>['scope']>;

/* Messages that are the same whether or not an account exists. */

export const wrongCredentials = 'Invalid email or password';

export const wrongCode = 'This code is wrong or has expired.';

export const linkRefused =
  'This link no longer works. Links expire after a short time and work only once.';

export const signUpRefused =
  'Sign-up is closed. Only invited email addresses can create an account.';

export const signUpClosed = 'Sign-up is closed. You don’t need an account to use this site.';

export const mailRequestedTexts = {
  'sign-up': 'Check your email for the confirmation link',
  'new-password': 'Check your email for the password reset link',
  'magic-link': 'Check your email for the magic link',
  code: 'Check your email for the one-time code',
} as const;

export const setUpLinkRefused =
  'This set-up link no longer works. The server prints a new one at every start until the first account exists.';
