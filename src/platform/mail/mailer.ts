import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Config } from '#platform/config/config.ts';
import { type Mail, oneClick, toFileStem, toHeaderText } from './mail.ts';
import { MailSetUpError } from './mail-failure.ts';
import { connectTimeoutMs, type MailServer } from './mail-server.ts';
import { storeInMailbox } from './mailbox.ts';
import { chooseSender, type Sender, type SenderSite } from './sender.ts';

interface MailerConfig extends Pick<Config, 'mailFrom' | 'siteUrl'> {
  /** Returns the current mail server; undefined if none is set up. Throws if that is unknown. */
  readServer: () => Promise<MailServer | undefined>;
  mailboxDirectory: string;
  /** Returns the site's current name and email address. */
  readSite: () => Promise<SenderSite>;
  /** Returns whether an email address is still a sample. */
  isSampleAddress?: (email: string) => boolean;
  /** The timeout for sending one email, in milliseconds. */
  timeoutMs?: number;
}

/** Emails to a sample address are never sent, however often they are retried. */
export class SampleAddressError extends MailSetUpError {
  constructor() {
    super(
      'Your email address in the settings is still the sample. Enter yours in Settings > Site and try again.',
    );
  }
}

/**
 * `send` returns the mail server's response once it has accepted the email, and throws otherwise.
 */
export interface Mailer {
  send(mail: Mail): Promise<{ answer: string }>;
  close(): void;
}

/** How many emails are sent in parallel; each holds a database connection meanwhile. */
export const mailConcurrency = 4;

/** The timeout for sending one email, in milliseconds: some servers scan for long. */
const sendTimeoutMs = 40_000;

/** Sends through the current mail server, or captures emails while there is none. */
export function createMailer({
  readServer,
  mailboxDirectory,
  readSite,
  isSampleAddress = () => false,
  timeoutMs = sendTimeoutMs,
  ...config
}: MailerConfig): Mailer {
  let current: { server: MailServer; mailer: Mailer } | undefined;
  const writeFor = (server?: MailServer) => async (mail: Mail) =>
    toMessage(mail, chooseSender(config, await readSite(), server?.sender));
  const mailbox = createMailboxMailer(mailboxDirectory, writeFor());

  /** Connections are reused while the server stays the same. */
  function openServer(server: MailServer): Mailer {
    if (current?.server !== server) {
      current?.mailer.close();
      const write = writeFor(server);
      const mailer = createSmtpMailer(server.options, timeoutMs, async (mail) => {
        if (isSampleAddress(mail.to)) throw new SampleAddressError();
        const { replyTo, ...message } = await write(mail);
        // Replies then go to the sender.
        return isSampleAddress(mail.replyTo.address) || !replyTo
          ? message
          : { ...message, replyTo };
      });
      current = { server, mailer };
    }
    return current.mailer;
  }

  return {
    async send(mail) {
      const server = await readServer();
      return server ? openServer(server).send(mail) : mailbox.send(mail);
    },
    close: () => current?.mailer.close(),
  };
}

type WriteMessage = (mail: Mail) => Promise<SendMailOptions>;

/**
 * The headers for the “Unsubscribe” button of mail programs; one click only works over https. On
 * one line, because not all programs read folded headers.
 */
const toListHeaders = ({ unsubscribeUrl: url }: Mail) => ({
  ...(url && { 'List-Unsubscribe': { prepared: true, value: `<${url}>` } }),
  ...(url?.startsWith('https:') && { 'List-Unsubscribe-Post': oneClick }),
});

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
  // Both as an alternative to the text, which calendars look for, and as an attachment.
  ...(mail.invitation && { icalEvent: { ...mail.invitation, filename: 'invitation.ics' } }),
  ...(mail.attachments && {
    attachments: mail.attachments.map((file) => ({ ...file, content: Buffer.from(file.content) })),
  }),
  // The same for every attempt, so that mail programs recognise a copy.
  messageId: `<${toFileStem(mail.key)}@${domain}>`,
  headers: {
    'Auto-Submitted': mail.isAutomaticAnswer ? 'auto-replied' : 'auto-generated',
    ...toListHeaders(mail),
  },
  disableFileAccess: true,
  disableUrlAccess: true,
});

function createSmtpMailer(
  options: MailServer['options'],
  timeoutMs: number,
  write: WriteMessage,
): Mailer {
  const transport = createTransport({
    ...options,
    pool: true,
    maxConnections: mailConcurrency,
    // The outbox retries.
    maxRequeues: 0,
    // Shorter than any server's own timeout: nothing is sent on a connection that the server is
    // closing.
    idleTimeout: 3_000,
    dnsTimeout: 5_000,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: 8_000,
    socketTimeout: 30_000,
  });
  return {
    async send(mail) {
      const signal = AbortSignal.timeout(timeoutMs);
      const { response } = await transport.sendMail({ ...(await write(mail)), signal });
      return { answer: response };
    },
    close: () => transport.close(),
  };
}

function createMailboxMailer(directory: string, write: WriteMessage): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const { message } = await composer.sendMail(await write(mail));
      if (!Buffer.isBuffer(message)) throw new Error('The email was not composed into memory');
      await storeInMailbox(directory, toFileStem(mail.key), message);
      return { answer: 'kept' };
    },
    close() {},
  };
}
