import {
  formatShortMentorTime,
  isSample,
  type SettingsService,
  type SiteDeps,
} from '#features/settings/server/index.ts';
import { recordNotFound } from '#platform/errors/errors.ts';
import { mailJob } from '#platform/jobs/send-mail.ts';
import { toFileStem } from '#platform/mail/mail.ts';
import { listMailbox, readMail } from '#platform/mail/mailbox.ts';
import type { MailServers } from './mail-servers.ts';
import {
  accountMailPrefix,
  dismissDelivery,
  listAccountMailKeys,
  listFailedDeliveries,
  requeueDelivery,
} from './queries/mail-deliveries.ts';

export type AdminMailDeps = Pick<
  SiteDeps,
  'db' | 'sendMail' | 'readSettings' | 'mailboxDirectory'
> & {
  mailServers: Pick<MailServers, 'read'>;
  settings: Pick<SettingsService, 'read'>;
};

const listLength = 50;

/** Lists the emails that could not be delivered, newest first. */
export async function listFailedMails({ db }: AdminMailDeps) {
  const rows = await listFailedDeliveries(db, listLength);
  return rows.map((row) => ({
    key: row.key,
    recipient: row.recipient,
    subject: row.subject,
    attempts: row.attempts,
    last_error: row.lastError,
    created_at: row.createdAt,
    is_resendable: row.payload !== null,
  }));
}

/**
 * Queues a failed email again, and its job, in one transaction. An email to the sample address goes
 * to the mentor's own. Throws 404.
 */
export async function resendMail(
  { db, sendMail, readSettings }: AdminMailDeps,
  { key }: { key: string },
): Promise<void> {
  const { recipient: mentor } = await readSettings();
  await db.transaction(async (transaction) => {
    const delivery = await requeueDelivery(transaction, key, (recipient) =>
      isSample(recipient) ? mentor : recipient,
    );
    if (!delivery) throw recordNotFound();
    await sendMail(transaction, mailJob.parse(delivery.payload));
  });
}

/** Dismisses an undelivered email. Throws 404. */
export async function dismissMail({ db }: AdminMailDeps, { key }: { key: string }): Promise<void> {
  if (!(await dismissDelivery(db, key))) throw recordNotFound();
}

/** The start of the file names of captured account emails. */
const accountStem = toFileStem(accountMailPrefix);

/**
 * Returns the newest captured emails as text; `null` if emails are sent. Account emails can contain
 * sign-in links, so only those to the reader's own address are included.
 */
export async function listCapturedMails(
  { db, mailServers, mailboxDirectory, settings }: AdminMailDeps,
  { email }: { email: string },
) {
  if ((await mailServers.read()).server) return null;
  const { booking: clock } = await settings.read();
  const entries = await listMailbox(mailboxDirectory);
  const own = new Set((await listAccountMailKeys(db, email)).map(toFileStem));
  const shown = entries.filter(({ name }) => !name.startsWith(accountStem) || own.has(name));
  return Promise.all(
    shown.slice(0, listLength).map(async ({ name, capturedAt }) => {
      const mail = await readMail(mailboxDirectory, name);
      return {
        name,
        subject: mail.subject ?? '',
        to: (mail.to ?? []).map(({ address }) => address ?? '').join(', '),
        text: mail.text?.trim() ?? '',
        capturedAt: formatShortMentorTime(capturedAt, clock),
      };
    }),
  );
}
