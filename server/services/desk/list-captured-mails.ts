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

/** The newest captured mails, at most so many, as text. */
export async function listCapturedMails(directory: string, limit: number): Promise<CapturedMail[]> {
  const entries = await listMailbox(directory);
  return Promise.all(
    entries.slice(0, limit).map(async ({ name, capturedAt }) => {
      const mail = await readMail(directory, name);
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
