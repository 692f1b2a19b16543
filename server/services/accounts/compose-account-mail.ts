import { render } from '@react-email/components';
import { createElement } from 'react';
import { site } from '#content/site.ts';
import { AccountMail, type AccountMailProps, accountMailText } from '#emails/account-mail.tsx';
import type { TokenPurpose } from '#server/db/account-schema.ts';
import type { Mail } from '#server/mail/mail.ts';
import { tokenMinutes } from './token-life.ts';

const notAsked = 'If you did not ask for this, leave this mail: nothing happens without a press.';

const lifetime = (purpose: TokenPurpose) =>
  `It works once, within ${tokenMinutes[purpose]} minutes.`;

/** What each mail is called, before it is written. Says nothing that a screen lock should hide. */
export const accountMailSubjects: Record<TokenPurpose, string> = {
  'sign-up': `Confirm your account at ${site.name}`,
  'magic-link': `Your sign-in link for ${site.name}`,
  code: `Your one-time code for ${site.name}`,
  'new-password': `Choose a new password for ${site.name}`,
};

const link = (siteUrl: string, path: string, token: string, label: string) => ({
  label,
  href: `${siteUrl}${path}?token=${encodeURIComponent(token)}`,
});

/** Words and link of each mail, given the token that it carries. */
const words: Record<
  TokenPurpose,
  (siteUrl: string, token: string) => Omit<AccountMailProps, 'siteName'>
> = {
  'sign-up': (siteUrl, token) => ({
    title: 'Confirm your account',
    paragraphs: [
      `This link finishes the account that was begun with your address. You will be asked for the password that you chose. ${lifetime('sign-up')}`,
      'If you did not begin it, leave it: nobody can finish it without this link.',
    ],
    link: link(siteUrl, '/login/confirm', token, 'Confirm your account'),
  }),
  'magic-link': (siteUrl, token) => ({
    title: 'Sign in',
    paragraphs: [`This link signs you in. ${lifetime('magic-link')}`, notAsked],
    link: link(siteUrl, '/login/open-link', token, 'Sign in'),
  }),
  code: (_, token) => ({
    title: 'Your one-time code',
    paragraphs: [
      `Type this code into the page that asked for it. ${lifetime('code')}`,
      'If you did not ask for it, leave this mail: nobody gets in without the code.',
    ],
    code: token.replace(/(.{4})/, '$1 '),
  }),
  'new-password': (siteUrl, token) => ({
    title: 'Choose a new password',
    paragraphs: [`This link lets you choose a new password. ${lifetime('new-password')}`, notAsked],
    link: link(siteUrl, '/login/new-password', token, 'Choose a new password'),
  }),
};

/** For whoever signs up with an address that has an account already. */
const alreadyThere = (siteUrl: string): Omit<AccountMailProps, 'siteName'> => ({
  title: 'You already have an account',
  paragraphs: [
    'Somebody, perhaps you, tried to sign up with your address. It has an account already, so nothing was changed.',
    'If you have forgotten your password, the sign-in page lets you choose a new one.',
  ],
  link: { label: 'Go to the sign-in page', href: `${siteUrl}/login` },
});

interface ComposeOptions {
  key: string;
  to: string;
  siteUrl: string;
  purpose: TokenPurpose;
  /** What the mail opens; nothing for a sign-up of somebody who has an account. */
  token: string | undefined;
}

/** Writes a mail about an account, as text and as HTML. */
export async function composeAccountMail({
  key,
  to,
  siteUrl,
  purpose,
  token,
}: ComposeOptions): Promise<Mail> {
  const said = token === undefined ? alreadyThere(siteUrl) : words[purpose](siteUrl, token);
  const props = { siteName: site.name, ...said };
  return {
    key,
    to,
    replyTo: { name: site.name, address: site.email },
    subject: accountMailSubjects[purpose],
    text: accountMailText(props),
    html: await render(createElement(AccountMail, props)),
  };
}
