import type { AccountEventKind } from '#features/accounts/rules/account-event.ts';
import { accountMailPrefix, queueDelivery } from '#features/mail/server/index.ts';
import type { ReadSettings } from '#features/settings/server/index.ts';
import type { Visitor } from '#platform/auth/visitor.ts';
import type { VerifyCaptcha } from '#platform/captcha/captcha.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database, Executor, Transaction } from '#platform/db/executor.ts';
import type { SendMail } from '#platform/jobs/jobs.ts';
import type { Limiter } from '#platform/limits/limiter.ts';
import { accountNoticeSubject, type NoticeKind } from './account-mails.ts';
import type { Auth } from './auth/create-auth.ts';
import type { Devices } from './auth/devices.ts';
import type { Sessions } from './auth/sessions.ts';
import { insertEvent } from './queries/account-events.ts';

/** The dependencies of the account use cases. */
export interface AccountDeps extends Pick<Config, 'admin' | 'adminEmails' | 'siteUrl'> {
  db: Database;
  /** Signs cookies, hashes tokens and encrypts keys. */
  secret: string;
  sessions: Sessions;
  devices: Devices;
  limiter: Limiter;
  sendMail: SendMail;
  readSettings: ReadSettings;
  /** Absent if no captcha is configured. */
  verifyCaptcha: VerifyCaptcha | undefined;
  /** Absent if no provider is configured. */
  getProviderApi: (() => Promise<Auth['api']>) | undefined;
  providerName: string | undefined;
}

/** A form that is protected by a captcha. */
export type WithCaptcha<Given> = Given & { captchaToken?: string | undefined };

interface EventSubject {
  /** Absent if the email has no account. */
  userId?: string | undefined;
  email: string;
  visitor: Visitor;
}

/** Adds an entry to the activity log and returns its id. `detail` is shown unchanged. */
export const recordEvent = (
  db: Executor,
  kind: AccountEventKind,
  { userId, email, visitor: { headers, ipAddress } }: EventSubject,
  detail?: string,
): Promise<string> =>
  insertEvent(db, {
    kind,
    email,
    ipAddress,
    userId: userId ?? null,
    detail: detail ?? null,
    userAgent: (headers.get('user-agent') ?? '').slice(0, 500),
  });

/**
 * Records a change and queues an email about it in the same transaction, so that account owners
 * always learn of changes.
 */
export async function recordAndNotify(
  { sendMail, readSettings }: Pick<AccountDeps, 'sendMail' | 'readSettings'>,
  transaction: Transaction,
  kind: NoticeKind,
  subject: EventSubject,
  detail?: string,
): Promise<void> {
  const eventId = await recordEvent(transaction, kind, subject, detail);
  const key = `${accountMailPrefix}${eventId}:notice`;
  const about = accountNoticeSubject(kind, (await readSettings()).site);
  await queueDelivery(transaction, { key, recipient: subject.email, subject: about });
  await sendMail(transaction, { kind: 'account-notice', eventId, mail: key });
}
