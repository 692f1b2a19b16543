import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Address, type Email } from 'postal-mime';
import { syncDirectory } from '#platform/storage/whole-file.ts';

const suffix = '.eml';

/** Returns the folder of captured emails. */
export const mailboxDirectory = ({ dataDirectory }: { dataDirectory: string }): string =>
  join(dataDirectory, 'mailbox');

/**
 * Stores an email as a file, atomically. Does nothing if the name exists, because a repeat is no
 * second delivery.
 */
export async function storeInMailbox(
  directory: string,
  name: string,
  message: Uint8Array,
): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const temporary = join(directory, `.${name}.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, message, { mode: 0o600, flush: true });
    // Unlike a rename, a link never replaces an existing file.
    await link(temporary, join(directory, `${name}${suffix}`));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  await syncDirectory(directory);
}

/** Returns the names of the captured emails, newest first; empty if there is no mailbox. */
export async function listMailbox(directory: string) {
  const names = await readdir(directory).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  const entries = await Promise.all(
    names
      .filter((name) => name.endsWith(suffix) && !name.startsWith('.'))
      .map(async (name) => ({
        name: name.slice(0, -suffix.length),
        capturedAt: (await stat(join(directory, name))).mtime,
      })),
  );
  return entries.sort((a, b) => b.capturedAt.getTime() - a.capturedAt.getTime());
}

/** Deletes emails that were captured before an instant. Returns how many. */
export async function removeOldMails(directory: string, before: Date): Promise<number> {
  const old = (await listMailbox(directory)).filter(({ capturedAt }) => capturedAt < before);
  for (const { name } of old) await rm(join(directory, `${name}${suffix}`), { force: true });
  return old.length;
}

/** Returns one captured email, parsed. Throws if it does not exist. */
export async function readMail(directory: string, name: string) {
  if (!/^[\w.-]+$/.test(name)) throw new Error('No such email');
  return PostalMime.parse(await readFile(join(directory, `${name}${suffix}`)));
}

/** Visitors write these texts: control characters are shown as dots. */
const printable = (text: string) => text.replaceAll(/[^\P{Cc}\n\t]/gu, '·');

const formatAddress = (address: Address | undefined) =>
  address?.address ? `${address.name} <${address.address}>`.trim() : '';

function formatMail(mail: Email): string {
  const headers = [
    ['From', formatAddress(mail.from)],
    ['To', (mail.to ?? []).map(formatAddress).join(', ')],
    ['Reply-To', (mail.replyTo ?? []).map(formatAddress).join(', ')],
    ['Date', mail.date ?? ''],
    ['Subject', mail.subject ?? ''],
    ['Message-ID', mail.messageId ?? ''],
  ];
  return printable(
    `${headers.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${mail.text ?? ''}`,
  );
}

/**
 * Runs the subcommand `mail`: prints the newest captured email, a list with `--list`, or the named
 * one. The site may be running.
 */
export async function printMail(directory: string, args: string[]): Promise<void> {
  const entries = await listMailbox(directory);
  const newest = entries[0];
  if (!newest) {
    console.log('The mailbox is empty. Emails are only kept here until email is set up.');
    return;
  }
  if (args[0] === '--list') {
    for (const { name, capturedAt } of entries) {
      const { subject } = await readMail(directory, name);
      console.log(printable(`${capturedAt.toISOString()}  ${name}  ${subject ?? ''}`));
    }
    return;
  }
  console.log(formatMail(await readMail(directory, args[0] ?? newest.name)));
}
