import type { AccountEventDetail, AccountEventKind } from '#domain/account-event.ts';
import type { ApiTokens } from '#server/auth/api-tokens.ts';
import type { Devices } from '#server/auth/devices.ts';
import type { Identities } from '#server/auth/identities.ts';
import type { Sessions } from '#server/auth/sessions.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import type { VerifyCaptcha } from '#server/captcha/captcha.ts';
import type { Config } from '#server/config.ts';
import type { Database, Executor, Transaction } from '#server/db/executor.ts';
import { insertEvent } from '#server/db/queries/account-events.ts';
import { accountMailPrefix, queueDelivery } from '#server/db/queries/mail-deliveries.ts';
import type { SendMail } from '#server/jobs/jobs.ts';
import type { Limiter } from '#server/limits/limiter.ts';
import type { ReadFacts } from '#server/services/site-facts.ts';
import { accountNoticeSubject, type NoticeKind } from './compose-account-mails.ts';

/** What the use cases of the accounts work on. */
export interface AccountDeps extends Pick<Config, 'admin' | 'adminEmails'> {
  db: Database;
  /** Behind every cookie, hash and encryption of the accounts. */
  secret: string;
  sessions: Sessions;
  apiTokens: ApiTokens;
  devices: Devices;
  limiter: Limiter;
  sendMail: SendMail;
  readFacts: ReadFacts;
  /** Absent without the keys of a provider: then everybody passes. */
  verifyCaptcha: VerifyCaptcha | undefined;
  /** The provider whose accounts may be linked with ours, if there is one, and what it is called. */
  identities: Identities | undefined;
  providerName: string | undefined;
}

/** What a form sends that a robot must not. */
export type WithCaptcha<Given> = Given & { captchaToken?: string | undefined };

interface EventSubject {
  /** Absent for an email that has no account. */
  userId?: string | undefined;
  email: string;
  visitor: Visitor;
}

/** Writes into the log of the accounts who did what, and from where. Returns the line's id. */
export function recordEvent<Kind extends AccountEventKind>(
  db: Executor,
  kind: Kind,
  { userId, email, visitor: { headers, ipAddress } }: EventSubject,
  detail?: AccountEventDetail<Kind>,
): Promise<string> {
  return insertEvent(db, {
    ...{ kind, email, ipAddress },
    userId: userId ?? null,
    detail: detail ?? null,
    userAgent: (headers.get('user-agent') ?? '').slice(0, 500),
  });
}

/**
 * Writes into the log what is new about an account, and queues a mail to its owner in the
 * same transaction: whoever has got hold of an account cannot change it unnoticed.
 */
export async function recordAndNotify<Kind extends NoticeKind>(
  { sendMail, readFacts }: Pick<AccountDeps, 'sendMail' | 'readFacts'>,
  transaction: Transaction,
  kind: Kind,
  subject: EventSubject,
  detail?: AccountEventDetail<Kind>,
): Promise<void> {
  const eventId = await recordEvent(transaction, kind, subject, detail);
  const mail = `${accountMailPrefix}${eventId}:notice`;
  const { site } = await readFacts();
  const about = accountNoticeSubject(kind, site);
  await queueDelivery(transaction, { key: mail, recipient: subject.email, subject: about });
  await sendMail(transaction, { kind: 'account-notice', eventId, mail });
}
