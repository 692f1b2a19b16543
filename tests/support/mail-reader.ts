import type { Email } from 'postal-mime';
import { listMailbox, readMail } from '#platform/mail/mailbox.ts';

/** Returns every mail in a mailbox, parsed, newest first. */
export async function readMailbox(directory: string): Promise<Email[]> {
  const entries = await listMailbox(directory);
  return Promise.all(entries.map(({ name }) => readMail(directory, name)));
}
