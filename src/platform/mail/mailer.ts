import { isIP } from 'node:net';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { SiteSettings } from '#features/settings/rules/index.ts';
import type { Config } from '#platform/config/config.ts';
import { type Mail, oneClick, toFileStem, toHeaderText } from './mail.ts';
import { MailSetUpError } from './mail-failure.ts';
import { connectTimeoutMs, type MailServer } from './mail-server.ts';
import { storeInMailbox } from './mailbox.ts';

interface MailerConfig extends Pick<Config, 'mailFrom' | 'siteUrl'> {
  /** The current mail server; nothing where none is set up. Throws while that is not known. */
  readServer: () => Promise<MailServer | undefined>;
  mailboxDirectory: string;
  /** The site's current name and email. */
  readSite: () => Promise<SenderSite>;
  /** Whether an email is nobody's: still the sample that a new site came with. */
  isNobodys?: (email: string) => boolean;
  /** How long sending one mail may take, in milliseconds. */
  timeoutMs?: number;
}

/** Nothing is sent to an email that is still the sample, however often it is tried. */
export class NobodysEmailError extends MailSetUpError {
  constructor() {
    super(
      'Your email address in the settings is still the sample. Enter yours in Settings > Site and try again.',
    );
  }
}

type SenderSite = Pick<SiteSettings, 'name' | 'email'>;

/** `send` returns once a mail was taken, with what the mail server answered, and throws otherwise. */
export interface Mailer {
  send(mail: Mail): Promise<{ answer: string }>;
  close(): void;
}

/** How many mails are sent in parallel; each holds a connection to the database meanwhile. */
export const mailsAtOnce = 4;

/** The longest that sending one mail may take, in milliseconds: some servers scan each for long. */
const sendTimeoutMs = 40_000;

/** Sends through the current mail server, and captures into the mailbox while there is none. */
export function createMailer({
  readServer,
  mailboxDirectory,
  readSite,
  isNobodys = () => false,
  timeoutMs = sendTimeoutMs,
  ...config
}: MailerConfig): Mailer {
  let current: { server: MailServer; mailer: Mailer } | undefined;
  const writeFor = (server?: MailServer) => async (mail: Mail) =>
    toMessage(mail, chooseSender(config, await readSite(), server?.sender));
  const mailbox = createMailboxMailer(mailboxDirectory, writeFor());

  /** Connections are kept while the server stays the same. */
  function openServer(server: MailServer): Mailer {
    if (current?.server !== server) {
      current?.mailer.close();
      const write = writeFor(server);
      const mailer = createSmtpMailer(server.options, timeoutMs, async (mail) => {
        if (isNobodys(mail.to)) throw new NobodysEmailError();
        const { replyTo, ...message } = await write(mail);
        // Answers go to the sender then.
        return isNobodys(mail.replyTo.address) || !replyTo ? message : { ...message, replyTo };
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

/** Returns the domain of an email that may come with a display name. */
export const domainOf = (email: string) => bareEmail(email).split('@').at(-1) ?? '';

/** Whether mail servers would take an email at this host: not `localhost`, not a bare number. */
export const isPublicName = (host: string) =>
  host.includes('.') && isIP(host.replaceAll(/[[\]]/g, '')) === 0;

type Sender = ReturnType<typeof chooseSender>;

/**
 * Returns whom the site writes as, and the domain of its Message-IDs: the sender that was saved with
 * the mail server, else MAIL_FROM, else `no-reply` at the site's host or, where that is no public
 * name, at the domain of the email that it shows.
 */
export function chooseSender(
  { mailFrom, siteUrl }: Pick<Config, 'mailFrom' | 'siteUrl'>,
  site: SenderSite,
  saved?: MailServer['sender'],
) {
  if (saved) return { from: saved, email: saved.address, domain: domainOf(saved.address) };
  if (mailFrom) return { from: mailFrom, email: bareEmail(mailFrom), domain: domainOf(mailFrom) };
  const host = new URL(siteUrl).hostname;
  const domain = isPublicName(host) ? host : domainOf(site.email);
  const email = `no-reply@${domain}`;
  // Not as one text, in which a comma would end the name.
  return { from: { name: toHeaderText(site.name), address: email }, email, domain };
}

/** Returns the email of a sender that may come with a display name. */
export const bareEmail = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();

/**
 * What mail programs show an “Unsubscribe” by; one press is enough by https only. On one line: not all
 * of them read a header that is folded.
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
  // Both as an alternative to the text, which calendars look for, and as a file to open.
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
    maxConnections: mailsAtOnce,
    // Retrying is the outbox's work.
    maxRequeues: 0,
    // Shorter than any server's own: nothing is written into a connection that it is closing.
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
