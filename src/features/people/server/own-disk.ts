import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { findEmails } from '#features/erasures/server/index.ts';
import { accountMailPrefix } from '#features/mail/server/index.ts';
import type { PendingSubmission } from '#features/submissions/server/index.ts';
import { toFileStem } from '#platform/mail/mail.ts';
import { listMailbox, readMail } from '#platform/mail/mailbox.ts';
import { z } from '#rules/zod.ts';

/** The sender of a queued submission of any kind. */
const sender = z.object({
  id: z.string(),
  content: z.object({ email: z.string(), name: z.string(), phone: z.string().nullish() }),
});

/** Returns the sender of a submission in the journal, or undefined if it cannot be read. */
export const readSender = ({ payload }: PendingSubmission) => {
  const { data } = sender.safeParse(payload);
  return data && { id: data.id, ...data.content };
};

interface CapturedMailsOf {
  ids: readonly string[];
  hasAddress: (email: string, capturedAt: Date) => boolean;
}

const toPath = (directory: string, name: string) => path.join(directory, `${name}.eml`);

/**
 * Yields the captured emails that are about one of these records or contain one of these addresses.
 */
async function* findCaptured(directory: string, { ids, hasAddress }: CapturedMailsOf) {
  for (const { name, capturedAt } of await listMailbox(directory)) {
    const isAbout = ids.some((id) => name.includes(id));
    const emails = isAbout ? [] : findEmails(await readFile(toPath(directory, name), 'latin1'));
    if (isAbout || emails.some((email) => hasAddress(email, capturedAt)))
      yield { name, capturedAt };
  }
}

/** Returns these captured emails, without those that can open an account. */
export async function listCaptured(directory: string, mailsOf: CapturedMailsOf) {
  const found = [];
  for await (const { name, capturedAt } of findCaptured(directory, mailsOf)) {
    if (name.startsWith(toFileStem(accountMailPrefix))) continue;
    const { subject = '', text = '', to = [] } = await readMail(directory, name);
    const recipients = to.map(({ address = '' }) => address).join(', ');
    found.push({ id: name, captured_at: capturedAt, subject, to: recipients, text: text.trim() });
  }
  return found;
}

/** Deletes these captured emails. Returns how many. */
export async function eraseCaptured(directory: string, mailsOf: CapturedMailsOf): Promise<number> {
  let deleted = 0;
  for await (const { name } of findCaptured(directory, mailsOf)) {
    await rm(toPath(directory, name), { force: true });
    deleted += 1;
  }
  return deleted;
}
