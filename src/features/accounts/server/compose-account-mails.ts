import { render } from '@react-email/render';
import { createElement } from 'react';
import {
  AccountMail,
  type AccountMailProps,
  accountMailText,
} from '#features/accounts/mails/account-mail.tsx';
import type { AccountEventKind } from '#features/accounts/rules/account-event.ts';
import { describeDevice } from '#features/accounts/rules/device.ts';
import type { Settings } from '#features/settings/rules/index.ts';
import { formatMentorTime } from '#features/settings/server/index.ts';
import type { TokenPurpose } from '#platform/db/schema/account-schema.ts';
import type { Mail } from '#platform/mail/mail.ts';
import { tokenMinutes } from './account-tokens.ts';
import type { AccountEvent } from './queries/account-events.ts';

interface Recipient {
  key: string;
  to: string;
  siteUrl: string;
  facts: Pick<Settings, 'site' | 'booking'>;
}

type Words = Omit<AccountMailProps, 'siteName'>;
type Site = Pick<Settings['site'], 'name'>;

async function toMail({ key, to, facts }: Recipient, subject: string, words: Words): Promise<Mail> {
  const { site } = facts;
  const props = { siteName: site.name, ...words };
  return {
    ...{ key, to, subject },
    replyTo: { name: site.name, address: site.email },
    text: accountMailText(props),
    html: await render(createElement(AccountMail, props)),
  };
}

const ignoreLink =
  'If you didn’t ask for this, ignore this email. Nothing happens unless you click.';

/**
 * The emails with a token. Subjects contain nothing confidential, because lock screens show them.
 */
const tokenMails: Record<
  TokenPurpose,
  { subject: string; title: string; use: string; ignore: string; path?: string }
> = {
  'sign-up': {
    subject: 'Confirm your account at',
    title: 'Confirm your account',
    use: 'Click the link and enter the password you chose to finish creating your account.',
    ignore:
      'If you didn’t ask for an account, ignore this email. No one can create it without this link.',
    path: '/login/confirm',
  },
  'magic-link': {
    subject: 'Your sign-in link for',
    title: 'Sign in',
    use: 'This link signs you in.',
    ignore: ignoreLink,
    path: '/login/open-link',
  },
  code: {
    subject: 'Your one-time code for',
    title: 'Your one-time code',
    use: 'Enter this code on the sign-in page.',
    ignore: 'If you didn’t ask for it, ignore this email. No one can sign in without the code.',
  },
  'new-password': {
    subject: 'Choose a new password for',
    title: 'Choose a new password',
    use: 'This link lets you choose a new password.',
    ignore: ignoreLink,
    path: '/login/new-password',
  },
};

export const accountMailSubject = (purpose: TokenPurpose, { name }: Site) =>
  `${tokenMails[purpose].subject} ${name}`;

/** The email to someone who signs up although they have an account. */
const existingAccountMail = (siteUrl: string): Words => ({
  title: 'You already have an account',
  paragraphs: [
    'Someone tried to sign up with your email address. You already have an account, so nothing changed.',
    'If you forgot your password, choose a new one on the sign-in page.',
  ],
  link: { label: 'Go to the sign-in page', href: `${siteUrl}/login` },
});

function toTokenWords(purpose: TokenPurpose, siteUrl: string, token: string): Words {
  const { title, use, ignore, path } = tokenMails[purpose];
  const lifetime = `It works once and expires in ${tokenMinutes[purpose]} minutes.`;
  const words = { title, paragraphs: [`${use} ${lifetime}`, ignore] };
  if (path === undefined) return { ...words, code: token.replace(/(.{4})/, '$1 ') };
  const href = `${siteUrl}${path}?token=${encodeURIComponent(token)}`;
  return { ...words, link: { label: title, href } };
}

/** Writes the email with a token; without one, the email to someone who already has an account. */
export const composeAccountMail = ({
  purpose,
  token,
  ...recipient
}: Recipient & { purpose: TokenPurpose; token?: string }): Promise<Mail> =>
  toMail(
    recipient,
    accountMailSubject(purpose, recipient.facts.site),
    token === undefined
      ? existingAccountMail(recipient.siteUrl)
      : toTokenWords(purpose, recipient.siteUrl, token),
  );

/** The titles and texts of notices to account owners. They contain no text from strangers. */
const notices = {
  'signed-in': [
    'New sign-in to your account',
    'Someone signed in to your account from a new browser.',
  ],
  'password-changed': [
    'Your password was changed',
    'Your password was changed. All other devices are signed out.',
  ],
  'factor-added': [
    'Authenticator app added',
    'An authenticator app was added to your account. You now need its code to sign in.',
  ],
  'factor-removed': [
    'Authenticator app removed',
    'An authenticator app was removed from your account. You no longer need its code to sign in.',
  ],
  'passkey-added': [
    'Passkey added',
    'A passkey was added to your account. It can now be used to sign in.',
  ],
  'passkey-removed': [
    'Passkey removed',
    'A passkey was removed from your account. It can no longer be used to sign in.',
  ],
  'recovery-codes-made': [
    'New recovery codes',
    'New recovery codes were created for your account. The old ones no longer work.',
  ],
  'identity-linked': [
    'An account was linked',
    'An account from another site was linked to yours. It can now be used to sign in.',
  ],
  'identity-unlinked': [
    'An account was unlinked',
    'An account from another site was unlinked from yours. It can no longer be used to sign in.',
  ],
  'mail-server-changed': [
    'Your email settings were changed',
    'Your site now sends its emails through another server or with another sender name.',
  ],
} as const satisfies Partial<Record<AccountEventKind, readonly [title: string, text: string]>>;

export type NoticeKind = keyof typeof notices;

export const isNoticeKind = (kind: string): kind is NoticeKind => kind in notices;

export const accountNoticeSubject = (kind: NoticeKind, { name }: Site) =>
  `${notices[kind][0]}: ${name}`;

const whatToDo = [
  'If this was you, you don’t need to do anything.',
  'If it wasn’t you, choose a new password now with “Forgot your password?” on the sign-in page. This signs out every device. Then check your account for changes you don’t recognise. If you can’t sign in, ask your developer to reset your account.',
];

interface NoticeOptions extends Recipient {
  kind: NoticeKind;
  event: Pick<AccountEvent, 'at' | 'ipAddress' | 'userAgent'>;
}

/** Writes the email that notifies an account's owner. */
export function composeAccountNotice({ kind, event, ...recipient }: NoticeOptions): Promise<Mail> {
  const { facts, siteUrl, to } = recipient;
  const [title, introduction] = notices[kind];
  return toMail(recipient, accountNoticeSubject(kind, facts.site), {
    title,
    introduction,
    rows: [
      { label: 'When', value: formatMentorTime(event.at, facts.booking) },
      { label: 'Browser', value: describeDevice(event.userAgent) },
      { label: 'IP address', value: event.ipAddress },
    ],
    paragraphs: whatToDo,
    link: { label: 'Open your account', href: `${siteUrl}/admin/account` },
    footer: `sent to ${to} because it has an admin account`,
  });
}
