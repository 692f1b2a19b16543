import { render } from '@react-email/render';
import { createElement } from 'react';
import type { AccountEventKind } from '#domain/account-event.ts';
import { describeDevice } from '#domain/device.ts';
import type { Settings } from '#domain/settings/sections.ts';
import { AccountMail, type AccountMailProps, accountMailText } from '#emails/account-mail.tsx';
import type { TokenPurpose } from '#server/db/account-schema.ts';
import type { AccountEvent } from '#server/db/queries/account-events.ts';
import type { Mail } from '#server/mail/mail.ts';
import { formatMentorTime } from '#server/mentor-time.ts';
import { tokenMinutes } from './account-tokens.ts';

type Words = Omit<AccountMailProps, 'siteName'>;

interface Recipient {
  key: string;
  to: string;
  siteUrl: string;
  facts: Pick<Settings, 'site' | 'booking'>;
}

type Site = Pick<Settings['site'], 'name'>;

const toMail = async (
  { key, to, facts }: Recipient,
  subject: string,
  words: Words,
): Promise<Mail> => {
  const { site } = facts;
  const props = { siteName: site.name, ...words };
  return {
    ...{ key, to, subject },
    replyTo: { name: site.name, address: site.email },
    text: accountMailText(props),
    html: await render(createElement(AccountMail, props)),
  };
};

const notAsked = 'If you didn’t ask for this, ignore this email. Nothing happens unless you click.';

const lifetime = (purpose: TokenPurpose) =>
  `It works once and expires in ${tokenMinutes[purpose]} minutes.`;

/** What each mail is called, before it is written. Says nothing that a screen lock should hide. */
const subjects: Record<TokenPurpose, string> = {
  'sign-up': 'Confirm your account at',
  'magic-link': 'Your sign-in link for',
  code: 'Your one-time code for',
  'new-password': 'Choose a new password for',
};

export const accountMailSubject = (purpose: TokenPurpose, { name }: Site) =>
  `${subjects[purpose]} ${name}`;

const link = (siteUrl: string, path: string, token: string, label: string) => ({
  label,
  href: `${siteUrl}${path}?token=${encodeURIComponent(token)}`,
});

const tokenWords: Record<TokenPurpose, (siteUrl: string, token: string) => Words> = {
  'sign-up': (siteUrl, token) => ({
    title: 'Confirm your account',
    paragraphs: [
      `Click the link and enter the password you chose to finish creating your account. ${lifetime('sign-up')}`,
      'If you didn’t ask for an account, ignore this email. No one can create it without this link.',
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
      `Enter this code on the sign-in page. ${lifetime('code')}`,
      'If you didn’t ask for it, ignore this email. No one can sign in without the code.',
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
const alreadyThere = (siteUrl: string): Words => ({
  title: 'You already have an account',
  paragraphs: [
    'Someone tried to sign up with your email address. You already have an account, so nothing changed.',
    'If you forgot your password, choose a new one on the sign-in page.',
  ],
  link: { label: 'Go to the sign-in page', href: `${siteUrl}/login` },
});

/**
 * Writes the mail that carries a token, as text and as HTML; without one, that of a sign-up of
 * somebody who has an account.
 */
export const composeAccountMail = ({
  purpose,
  token,
  ...recipient
}: Recipient & { purpose: TokenPurpose; token: string | undefined }): Promise<Mail> =>
  toMail(
    recipient,
    accountMailSubject(purpose, recipient.facts.site),
    token === undefined
      ? alreadyThere(recipient.siteUrl)
      : tokenWords[purpose](recipient.siteUrl, token),
  );

interface NoticeWords {
  title: string;
  what: string;
}

const newDevice: NoticeWords = {
  title: 'New sign-in to your account',
  what: 'Someone signed in to your account from a new browser.',
};

/**
 * What the account's owner is notified of by mail, by the kind of the line in the log. Nothing in it
 * was written by whoever did it: that may be a stranger.
 */
const notices = {
  'signed-in': newDevice,
  'second-factor-passed': newDevice,
  'recovery-code-used': newDevice,
  'password-changed': {
    title: 'Your password was changed',
    what: 'Your password was changed. All other devices are signed out.',
  },
  'factor-added': {
    title: 'Authenticator app added',
    what: 'An authenticator app was added to your account. You now need its code to sign in.',
  },
  'factor-removed': {
    title: 'Authenticator app removed',
    what: 'An authenticator app was removed from your account. You no longer need its code to sign in.',
  },
  'recovery-codes-made': {
    title: 'New recovery codes',
    what: 'New recovery codes were created for your account. The old ones no longer work.',
  },
  'identity-linked': {
    title: 'An account was linked',
    what: 'An account from another site was linked to yours. It can now be used to sign in.',
  },
  'identity-unlinked': {
    title: 'An account was unlinked',
    what: 'An account from another site was unlinked from yours. It can no longer be used to sign in.',
  },
  'mail-server-changed': {
    title: 'Your email settings were changed',
    what: 'Your site now sends its emails through another server or with another sender name.',
  },
} as const satisfies Partial<Record<AccountEventKind, NoticeWords>>;

/** What an account's owner is notified of by mail. */
export type NoticeKind = keyof typeof notices;

export const isNoticeKind = (kind: string): kind is NoticeKind => kind in notices;

export const accountNoticeSubject = (kind: NoticeKind, { name }: Site) =>
  `${notices[kind].title}: ${name}`;

const whatToDo = [
  'If this was you, you don’t need to do anything.',
  'If it wasn’t you, choose a new password now with “Forgot your password?” on the sign-in page. This signs out every device. Then check your account for changes you don’t recognise. If you can’t sign in, ask your developer to reset your account.',
];

interface NoticeOptions extends Recipient {
  kind: NoticeKind;
  event: Pick<AccountEvent, 'at' | 'ipAddress' | 'userAgent'>;
}

/** Writes the mail that tells an account's owner what has happened to it, as text and as HTML. */
export const composeAccountNotice = ({ kind, event, ...recipient }: NoticeOptions): Promise<Mail> =>
  toMail(recipient, accountNoticeSubject(kind, recipient.facts.site), {
    title: notices[kind].title,
    introduction: notices[kind].what,
    rows: [
      { label: 'When', value: formatMentorTime(event.at, recipient.facts.booking) },
      { label: 'Browser', value: describeDevice(event.userAgent) },
      { label: 'IP address', value: event.ipAddress },
    ],
    paragraphs: whatToDo,
    // A page, not an act: whoever opens it has to sign in.
    link: { label: 'Open your account', href: `${recipient.siteUrl}/admin/account` },
    footer: `sent to ${recipient.to} because it has an admin account`,
  });
