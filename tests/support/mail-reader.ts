import type { Email } from 'postal-mime';
import { listMailbox, readMail } from '#platform/mail/mailbox.ts';

/** Every mail in a mailbox, newest first, taken apart. */
export async function readMailbox(directory: string): Promise<Email[]> {
  const entries = await listMailbox(directory);
  return Promise.all(entries.map(({ name }) => readMail(directory, name)));
}
