import { z } from 'zod';
import { emailAddress } from './text.ts';

/** Shorter passwords are too easily guessed; longer ones only keep the server busy hashing. */
export const passwordLength = { minimum: 12, maximum: 128 } as const;

const invalidPassword = `A password has at least ${passwordLength.minimum} characters.`;

/** One address is one account, however it is written. */
const accountEmail = emailAddress('Enter a valid e-mail address.').transform((address) =>
  address.toLowerCase(),
);

/** What the sign-in form asks for. A wrong password is no mistake in the form, whatever its length. */
export const signInForm = z.object({
  email: accountEmail,
  password: z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.'),
});
export type Credentials = z.output<typeof signInForm>;

/** What the form behind the set-up link asks for: the first account. */
export const setUpForm = z.object({
  email: accountEmail,
  password: z
    .string({ error: invalidPassword })
    .min(passwordLength.minimum, invalidPassword)
    .max(passwordLength.maximum, `Please keep it under ${passwordLength.maximum} characters.`),
});

/** The one answer to a wrong password and to an address that has no account. */
export const wrongCredentials = 'Invalid email or password';

/** The one answer to a set-up link that is missing, wrong, used or replaced. */
export const setUpLinkRefused =
  'This set-up link does not work. It can be used once, and only the newest one counts: while the site has no account, every start prints a new one.';
