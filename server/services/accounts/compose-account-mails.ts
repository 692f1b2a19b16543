import { render } from '@react-email/components';
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

const notAsked = 'If you did not ask for this, leave this mail: nothing happens without a press.';

const lifetime = (purpose: TokenPurpose) =>
  `It works once, within ${tokenMinutes[purpose]} minutes.`;

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
const alreadyThere = (siteUrl: string): Words => ({
  title: 'You already have an account',
  paragraphs: [
    'Somebody, perhaps you, tried to sign up with your address. It has an account already, so nothing was changed.',
    'If you have forgotten your password, the sign-in page lets you choose a new one.',
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
  title: 'A new sign-in to your account',
  what: 'Your account was entered with a browser that it did not know before.',
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
    what: 'Your account has a new password. Every other device is signed out.',
  },
  'factor-added': {
    title: 'A second factor was added',
    what: 'An authenticator app was added to your account. From now on its codes are asked for at every sign-in.',
  },
  'factor-removed': {
    title: 'A second factor was removed',
    what: 'An authenticator app was removed from your account. Its codes are not asked for any more.',
  },
  'recovery-codes-made': {
    title: 'New recovery codes were made',
    what: 'The recovery codes that your account had before do not work any more.',
  },
  'identity-linked': {
    title: 'An identity was linked',
    what: 'An account of another site was linked with your account. From now on it signs in to it.',
  },
  'identity-unlinked': {
    title: 'An identity was removed',
    what: 'An account of another site was unlinked from your account. It does not sign in to it any more.',
  },
  'mail-server-changed': {
    title: 'Your email settings were changed',
    what: 'Your site now sends its emails by another server, or under another name.',
  },
} as const satisfies Partial<Record<AccountEventKind, NoticeWords>>;

/** What an account's owner is notified of by mail. */
export type NoticeKind = keyof typeof notices;

export const isNoticeKind = (kind: string): kind is NoticeKind => kind in notices;

export const accountNoticeSubject = (kind: NoticeKind, { name }: Site) =>
  `${notices[kind].title}: ${name}`;

const whatToDo = [
  'If this was you, there is nothing to do.',
  'If it was not: choose a new password at once by "Forgot your password?" on the sign-in page, which signs out every device; then look through your account for what you do not know. If you cannot get in, ask whoever runs the server to reset the account.',
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
      { label: 'Network address', value: event.ipAddress },
    ],
    paragraphs: whatToDo,
    // A page, not an act: whoever opens it has to sign in.
    link: { label: 'Look at your account', href: `${recipient.siteUrl}/admin/account` },
    footer: `sent to ${recipient.to} because it is the address of an account of the admin`,
  });
