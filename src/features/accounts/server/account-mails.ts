import { randomInt } from 'node:crypto';
import type { AccountEventKind } from '#features/accounts/rules/account-event.ts';
import { describeDevice } from '#features/accounts/rules/device.ts';
import { type NoticeMailWords, writeNoticeMail } from '#features/mail/mails/index.ts';
import { type OutboxDeps, sendQueuedMail } from '#features/mail/server/index.ts';
import { formatMentorTime, type ReadSettings } from '#features/settings/server/index.ts';
import { createLinkToken } from '#platform/auth/secret.ts';
import type { TokenPurpose } from '#platform/db/schema/account-schema.ts';
import { tokenKinds, toStoredToken } from './account-tokens.ts';
import type { AccountMailPayload, AccountNoticePayload } from './mail-payloads.ts';
import { findEvent } from './queries/account-events.ts';
import { insertToken, renewToken } from './queries/account-tokens.ts';
import { findAccount } from './queries/accounts.ts';

interface AccountMailDeps extends OutboxDeps {
  secret: string;
  siteUrl: string;
  readSettings: ReadSettings;
}

interface NamedSite {
  name: string;
}

export const accountMailSubject = (purpose: TokenPurpose, { name }: NamedSite) =>
  `${tokenKinds[purpose].subject} ${name}`;

/** Older requests are dropped, in milliseconds. */
const maxAgeMs = 60 * 60_000;

const createCode = () => String(randomInt(100_000_000)).padStart(8, '0');

/**
 * Creates a token and emails it; it is stored nowhere else. Sends nothing if there is no such account,
 * or if the request is too old.
 */
export function sendAccountMail(
  deps: AccountMailDeps,
  { purpose, email, tokenId, mail: key }: AccountMailPayload,
): Promise<void> {
  const { db, secret, siteUrl } = deps;
  return sendQueuedMail(deps, {
    key,
    async compose(_, { createdAt, recipient: to }) {
      if (Date.now() - createdAt.getTime() > maxAgeMs) return undefined;
      const account = await findAccount(db, email);
      const { site } = await deps.readSettings();
      const envelope = { key, to, subject: accountMailSubject(purpose, site) };
      if (purpose === 'sign-up' && account)
        return { ...envelope, ...(await writeNoticeMail(site, existingAccountWords(siteUrl))) };
      if (purpose !== 'sign-up' && !account) return undefined;

      const token = purpose === 'code' ? createCode() : createLinkToken();
      const stored = toStoredToken(secret, { purpose, email, token });
      // Outside the email's transaction: the token must be valid as soon as the email is sent.
      if (tokenId === undefined) await insertToken(db, { ...stored, userId: account?.id ?? null });
      else if (!(await renewToken(db, tokenId, stored))) return undefined;
      const words = toTokenWords(purpose, siteUrl, token);
      return { ...envelope, ...(await writeNoticeMail(site, words)) };
    },
  });
}

/** The email to someone who signs up although they have an account. */
const existingAccountWords = (siteUrl: string): NoticeMailWords => ({
  title: 'You already have an account',
  paragraphs: [
    'Someone tried to sign up with your email address. You already have an account, so nothing changed.',
    'If you forgot your password, choose a new one on the sign-in page.',
  ],
  link: { label: 'Go to the sign-in page', href: `${siteUrl}/login` },
});

function toTokenWords(purpose: TokenPurpose, siteUrl: string, token: string): NoticeMailWords {
  const { minutes, title, use, ignore, path } = tokenKinds[purpose];
  const lifetime = `It works once and expires in ${minutes} minutes.`;
  const words = { title, paragraphs: [`${use} ${lifetime}`, ignore] };
  if (path === undefined) return { ...words, code: token.replace(/(.{4})/, '$1 ') };
  const href = `${siteUrl}${path}?token=${encodeURIComponent(token)}`;
  return { ...words, link: { label: title, href } };
}

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
  'payment-keys-changed': [
    'Your card payments were changed',
    'The keys of PayFast or Paystack on your site were changed or removed. Payments go to the account of the new keys.',
  ],
} as const satisfies Partial<Record<AccountEventKind, readonly [title: string, text: string]>>;

export type NoticeKind = keyof typeof notices;

const isNoticeKind = (kind: string): kind is NoticeKind => kind in notices;

export const accountNoticeSubject = (kind: NoticeKind, { name }: NamedSite) =>
  `${notices[kind][0]}: ${name}`;

const whatToDo = [
  'If this was you, you don’t need to do anything.',
  'If it wasn’t you, choose a new password now with “Forgot your password?” on the sign-in page. This signs out every device. Then check your account for changes you don’t recognise. If you can’t sign in, ask your developer to reset your account.',
];

/** Emails an account's owner about an entry in the activity log. */
export function sendAccountNotice(
  deps: AccountMailDeps,
  { eventId, mail: key }: AccountNoticePayload,
): Promise<void> {
  return sendQueuedMail(deps, {
    key,
    async compose(transaction, { recipient: to }) {
      const event = await findEvent(transaction, eventId);
      if (!event || !isNoticeKind(event.kind)) return undefined;
      const { site, booking: clock } = await deps.readSettings();
      const [title, introduction] = notices[event.kind];
      const written = await writeNoticeMail(site, {
        title,
        introduction,
        rows: [
          { label: 'When', value: formatMentorTime(event.at, clock) },
          { label: 'Browser', value: describeDevice(event.userAgent) },
          { label: 'IP address', value: event.ipAddress },
        ],
        paragraphs: whatToDo,
        link: { label: 'Open your account', href: `${deps.siteUrl}/admin/account` },
        footer: `You’re receiving this because ${to} has an admin account.`,
      });
      return { key, to, subject: accountNoticeSubject(event.kind, site), ...written };
    },
  });
}
