import { emailAddress, optionalText, z } from '#rules/zod.ts';
import { mailEncryptions, mailProviderNames } from './mail-providers.ts';
import { wholeNumber, words } from './parts.ts';

const password = z.string().trim().max(1_000, 'This password is too long.');

/** How the site signs in to a mail server, and whom it writes as. */
export const mailServerSettings = z.object({
  provider: z.enum(mailProviderNames, 'Choose your email service.'),
  host: words(253)
    .toLowerCase()
    .regex(/^[a-z0-9.:-]+$/, 'Enter the name of a server, such as smtp.example.com.'),
  port: wholeNumber(1, 65_535),
  encryption: z.enum(mailEncryptions, 'Choose one of the two.'),
  username: optionalText(200).default(''),
  password,
  senderName: words(60),
  senderEmail: emailAddress('Enter an email address, such as you@example.com.'),
});
export type MailServerSettings = z.output<typeof mailServerSettings>;

/** The body of `PUT /api/mail_server`. An empty password keeps the saved one. */
export const mailServerForm = mailServerSettings.extend({
  password: password.default(''),
  /** Of the account that is signed in. */
  currentPassword: z.string('Enter your password.').min(1, 'Enter your password.'),
});

/** Why clients get no emails: none set up, saved under another secret of the site, or the last ones failed. */
export type MailProblem = 'not-set-up' | 'unreadable' | 'failing';

/** The answer of `GET /api/mail_server`. */
export interface MailServerStatus {
  problem: MailProblem | null;
  /** Whether SMTP_URL is set, which comes before what is saved here. */
  is_fixed: boolean;
  saved: Omit<MailServerSettings, 'password'> | null;
  sender: { name: string; email: string };
  /** Where notices go. */
  recipient: string;
}
