import { wholeNumber, words } from '#features/settings/rules/index.ts';
import { emailAddress, optionalText, z } from '#rules/zod.ts';
import { mailEncryptions, mailProviderNames } from './mail-providers.ts';

const password = z.string().trim().max(1_000, 'This password is too long.');

/** How the site signs in to the mail server, and the sender of its emails. */
export const mailServerSettings = z.object({
  provider: z.enum(mailProviderNames, 'Choose your email service.'),
  host: words(253)
    .toLowerCase()
    .regex(/^[a-z0-9.:-]+$/, 'Enter the name of a server, such as smtp.example.com.'),
  port: wholeNumber(1, 65_535),
  encryption: z.enum(mailEncryptions, 'Choose TLS or STARTTLS.'),
  username: optionalText(200).default(''),
  password,
  senderName: words(60),
  senderEmail: emailAddress('Enter an email address, such as you@example.com.'),
});
export type MailServerSettings = z.output<typeof mailServerSettings>;

/** The body of `PUT /api/mail_server`. An empty password keeps the saved one. */
export const mailServerForm = mailServerSettings.extend({
  password: password.default(''),
  /** The password of the signed-in account. */
  currentPassword: z.string('Enter your password.').min(1, 'Enter your password.'),
});

/**
 * Why clients get no emails: not set up, encrypted with another secret of the site, or the last
 * ones failed.
 */
export type MailProblem = 'not-set-up' | 'unreadable' | 'failing';

/** The answer of `GET /api/mail_server`. */
export interface MailServerStatus {
  problem: MailProblem | null;
  /** Whether SMTP_URL is set, which takes precedence over the saved settings. */
  is_fixed: boolean;
  saved: Omit<MailServerSettings, 'password'> | null;
  sender: { name: string; email: string };
  /** The address that receives the mentor's notices. */
  recipient: string;
}
