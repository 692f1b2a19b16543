import { render } from '@react-email/components';
import { createElement } from 'react';
import { site } from '#content/site.ts';
import type { AccountEventKind } from '#domain/account-event.ts';
import { describeDevice } from '#domain/device.ts';
import { AccountMail, accountMailText } from '#emails/account-mail.tsx';
import type { AccountEvent } from '#server/db/queries/account-events.ts';
import type { Mail } from '#server/mail/mail.ts';
import { formatMentorTime } from '#server/mentor-time.ts';

interface NoticeWords {
  title: string;
  /** What has happened, in one sentence or two. */
  what: string;
}

const newDevice: NoticeWords = {
  title: 'A new sign-in to your account',
  what: 'Your account was entered with a browser that it did not know before.',
};

/**
 * What the account's owner is told by mail, by the kind of the line in the log. Nothing in it
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
} as const satisfies Partial<Record<AccountEventKind, NoticeWords>>;

/** What an account's owner is told by mail. */
export type NoticeKind = keyof typeof notices;

export const isNoticeKind = (kind: string): kind is NoticeKind => kind in notices;

export const accountNoticeSubject = (kind: NoticeKind) => `${notices[kind].title}: ${site.name}`;

const whatToDo = [
  'If this was you, there is nothing to do.',
  'If it was not: choose a new password at once by "Forgot your password?" on the sign-in page, which signs out every device; then look through your account for what you do not know. If you cannot get in, ask whoever runs the server to reset the account.',
];

interface ComposeOptions {
  key: string;
  to: string;
  siteUrl: string;
  kind: NoticeKind;
  event: Pick<AccountEvent, 'at' | 'ipAddress' | 'userAgent'>;
}

/** Writes the mail that tells an account's owner what has happened to it, as text and as HTML. */
export async function composeAccountNotice({
  key,
  to,
  siteUrl,
  kind,
  event,
}: ComposeOptions): Promise<Mail> {
  const { title, what } = notices[kind];
  const props = {
    siteName: site.name,
    title,
    introduction: what,
    rows: [
      { label: 'When', value: formatMentorTime(event.at) },
      { label: 'Browser', value: describeDevice(event.userAgent) },
      { label: 'Network address', value: event.ipAddress },
    ],
    paragraphs: whatToDo,
    // A page, not an act: whoever opens it has to sign in.
    link: { label: 'Look at your account', href: `${siteUrl}/admin/account` },
    footer: `sent to ${to} because it is the address of an account of the admin`,
  };
  return {
    key,
    to,
    replyTo: { name: site.name, address: site.email },
    subject: accountNoticeSubject(kind),
    text: accountMailText(props),
    html: await render(createElement(AccountMail, props)),
  };
}
