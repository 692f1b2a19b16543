import type { Address, Email } from 'postal-mime';
import { listMailbox, readMail } from './mailbox.ts';

/** Visitors write these texts; what would steer a terminal is shown as a dot. */
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
 * The subcommand `mail`: prints the newest captured mail, a list with `--list`, or the named one.
 * May run beside the site.
 */
export async function printMail(directory: string, args: string[]): Promise<void> {
  const entries = await listMailbox(directory);
  const newest = entries[0];
  if (!newest) {
    console.log(
      'The mailbox is empty. With SMTP_URL set, mails are sent instead of being kept here.',
    );
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
