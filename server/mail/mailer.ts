import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Config } from '#server/config.ts';
import { type Mail, type Mailer, toFileStem, toHeaderText } from './mail.ts';
import { storeInMailbox } from './mailbox.ts';
import { chooseSender } from './sender.ts';

interface MailerConfig extends Pick<Config, 'smtpUrl' | 'mailFrom' | 'siteUrl'> {
  /** Where mails are captured without an SMTP server. */
  mailboxDirectory: string;
}

/** How many mails are handed over side by side; each holds a connection to the database meanwhile. */
export const mailsAtOnce = 4;

/** The longest that handing one mail over may take, in milliseconds. */
const sendTimeoutMs = 20_000;

/** Sends through SMTP when it is configured, and captures into the mailbox when it is not. */
export function createMailer(config: MailerConfig): Mailer {
  const sender = chooseSender(config);
  return config.smtpUrl
    ? createSmtpMailer(config.smtpUrl, sender)
    : createMailboxMailer(config.mailboxDirectory, sender);
}

type Sender = ReturnType<typeof chooseSender>;

const toMessage = (mail: Mail, { from, domain }: Sender): SendMailOptions => ({
  from,
  to: mail.to,
  replyTo: {
    name: toHeaderText(mail.replyTo.name),
    address: toHeaderText(mail.replyTo.address, 320),
  },
  subject: toHeaderText(mail.subject),
  text: mail.text,
  html: mail.html,
  // Both as an alternative to the text, which calendars look for, and as a file to open.
  ...(mail.invitation && { icalEvent: { ...mail.invitation, filename: 'invitation.ics' } }),
  // The same for every try, so that a receiver can tell a repeat from a second mail.
  messageId: `<${toFileStem(mail.key)}@${domain}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

function createSmtpMailer(smtpUrl: string, sender: Sender): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: mailsAtOnce,
    // A pool that repeats by itself, after the server may have taken the mail, would send it twice.
    maxRequeues: 0,
    // Shorter than any server's patience: we never write into a connection it is closing.
    idleTimeout: 3_000,
    dnsTimeout: 5_000,
    connectionTimeout: 8_000,
    greetingTimeout: 8_000,
    socketTimeout: 15_000,
  });
  return {
    async send(mail) {
      await transport.sendMail({
        ...toMessage(mail, sender),
        signal: AbortSignal.timeout(sendTimeoutMs),
      });
    },
    async close() {
      transport.close();
    },
  };
}

function createMailboxMailer(directory: string, sender: Sender): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const { message } = await composer.sendMail(toMessage(mail, sender));
      if (!Buffer.isBuffer(message)) throw new Error('The mail was not composed into memory');
      await storeInMailbox(directory, toFileStem(mail.key), message);
    },
    async close() {},
  };
}
