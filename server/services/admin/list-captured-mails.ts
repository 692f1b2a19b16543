import type { Database } from '#server/db/executor.ts';
import { accountMailPrefix, listAccountMailKeys } from '#server/db/queries/mail-deliveries.ts';
import { toFileStem } from '#server/mail/mail.ts';
import { listMailbox, readMail } from '#server/mail/mailbox.ts';
import { formatShortMentorTime } from '#server/mentor-time.ts';

/** A mail that was kept instead of being sent. */
export interface CapturedMail {
  name: string;
  subject: string;
  to: string;
  text: string;
  /** On the mentor's clock, with its zone. */
  capturedAt: string;
}

/** The names of captured mails begin like this when they are about an account. */
const accountStem = toFileStem(accountMailPrefix);

/** How many captured mails are shown. */
const listLength = 50;

/**
 * Returns the newest captured mails as text; `null` when mails are sent instead. Mails about
 * accounts hold what signs in to them: only those are read that went to the reader's own address.
 */
export async function listCapturedMails(
  { db, mailboxDirectory }: { db: Database; mailboxDirectory: string | undefined },
  { email }: { email: string },
): Promise<CapturedMail[] | null> {
  if (mailboxDirectory === undefined) return null;
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
        capturedAt: formatShortMentorTime(capturedAt),
      };
    }),
  );
}
