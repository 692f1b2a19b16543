import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { toAddress } from '#domain/person.ts';
import { z } from '#domain/zod.ts';
import { accountMailPrefix } from '#server/db/queries/mail-deliveries.ts';
import { findEmails } from '#server/erasures/erasure-matcher.ts';
import type { PendingSubmission } from '#server/journal/records.ts';
import { toFileStem } from '#server/mail/mail.ts';
import { listMailbox, readMail } from '#server/mail/mailbox.ts';

/** What a waiting submission says of who sent it, whatever kind it is. */
const sender = z.object({
  id: z.string(),
  content: z.object({ email: z.string(), name: z.string(), phone: z.string().nullish() }),
});

/** Returns whose a submission of the journal is; nothing for what cannot be read. */
export const readSender = ({ payload }: PendingSubmission) => {
  const { data } = sender.safeParse(payload);
  return data && { id: data.id, ...data.content };
};

/** Returns those of the submissions that wait on this disk that are of a person. */
export const listWaitingOf = (
  pending: PendingSubmission[],
  mailboxes: string[],
): PendingSubmission[] =>
  pending.filter((one) => {
    const known = readSender(one);
    return known !== undefined && mailboxes.includes(toAddress(known.email));
  });

/** A captured mail, as whoever asks for theirs gets it. */
export interface CapturedMail {
  name: string;
  captured_at: Date;
  subject: string;
  to: string;
  text: string;
}

const accountStem = toFileStem(accountMailPrefix);

/** Returns the mails kept on this disk that were to a person, or about one of their records. */
export async function listCapturedOf(
  directory: string,
  { mailboxes, ids }: { mailboxes: string[]; ids: string[] },
): Promise<CapturedMail[]> {
  const found: CapturedMail[] = [];
  for (const { name, capturedAt } of await listMailbox(directory)) {
    // They open accounts.
    if (name.startsWith(accountStem)) continue;
    const isAbout = ids.some((id) => name.includes(id));
    if (!isAbout && !(await isTo(directory, name, mailboxes))) continue;
    const mail = await readMail(directory, name);
    const to = (mail.to ?? []).map(({ address }) => address ?? '').join(', ');
    const { subject = '', text = '' } = mail;
    found.push({ name, captured_at: capturedAt, subject, to, text: text.trim() });
  }
  return found;
}

const readEmails = async (directory: string, name: string) =>
  findEmails(await readFile(path.join(directory, `${name}.eml`), 'latin1'));

async function isTo(directory: string, name: string, mailboxes: string[]): Promise<boolean> {
  const emails = await readEmails(directory, name);
  return emails.some((email) => mailboxes.includes(toAddress(email)));
}

/** Deletes captured mails that are about one of these records, or name an email that is meant. Returns how many. */
export async function eraseCaptured(
  directory: string,
  ids: readonly string[],
  isMeant: (email: string, capturedAt: Date) => boolean,
): Promise<number> {
  let deleted = 0;
  for (const { name, capturedAt } of await listMailbox(directory)) {
    const isAbout = ids.some((id) => name.includes(id));
    const isGone =
      isAbout || (await readEmails(directory, name)).some((email) => isMeant(email, capturedAt));
    if (!isGone) continue;
    await rm(path.join(directory, `${name}.eml`), { force: true });
    deleted += 1;
  }
  return deleted;
}
