import { isIP } from 'node:net';
import { PassThrough } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { SiteSettings } from '#domain/settings/site.ts';
import type { Config } from '#server/config.ts';
import { type Mail, oneClick, toFileStem, toHeaderText } from './mail.ts';
import { MailSetUpError } from './mail-failure.ts';
import { connectTimeoutMs, type MailServer } from './mail-server.ts';
import { storeInMailbox } from './mailbox.ts';

interface MailerConfig extends Pick<Config, 'mailFrom' | 'siteUrl'> {
  /** Where mails go now; nothing where no server is set up. Throws while that is not known. */
  readServer: () => Promise<MailServer | undefined>;
  mailboxDirectory: string;
  /** Who the site says it is, as it stands now. */
  readSite: () => Promise<SenderSite>;
  /** Whether an email is nobody's: what a new site came with still stands in the place of a real one. */
  isNobodys?: (email: string) => boolean;
  /** How long handing one mail over may take, in milliseconds. */
  timeoutMs?: number;
}

/** Nothing is sent to an email that is nobody's, however often it is tried. */
export class NobodysEmailError extends MailSetUpError {
  constructor() {
    super(
      'Your email address in the settings is still the sample. Enter yours in Settings > Site and try again.',
    );
  }
}

type SenderSite = Pick<SiteSettings, 'name' | 'email'>;

/**
 * Hands mails over: `send` returns once a mail was taken, with what the mail server said to it, and
 * throws when it was refused or that is not known. `beforeEnd` is waited for when all of it has been
 * sent but the end: without that no mail server takes it. Where a repeat makes no second mail,
 * nothing is asked.
 */
export interface Mailer {
  send(mail: Mail, beforeEnd?: () => Promise<void>): Promise<{ answer: string }>;
  close(): void;
}

/** How many mails are handed over side by side; each holds a connection to the database meanwhile. */
export const mailsAtOnce = 4;

/** The longest that handing one mail over may take, in milliseconds: some look into each for long. */
const sendTimeoutMs = 40_000;

/** Sends through the mail server that is set up now, and captures into the mailbox while there is none. */
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
    async send(mail, beforeEnd) {
      const server = await readServer();
      return server ? openServer(server).send(mail, beforeEnd) : mailbox.send(mail);
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
  // The same for every try, so that a receiver can tell a repeat from a second mail.
  messageId: `<${toFileStem(mail.key)}@${domain}>`,
  headers: {
    'Auto-Submitted': mail.isAutomaticAnswer ? 'auto-replied' : 'auto-generated',
    ...toListHeaders(mail),
  },
  disableFileAccess: true,
  disableUrlAccess: true,
});

interface EndingMessage extends SendMailOptions {
  beforeEnd?: (() => Promise<void>) | undefined;
}

/** Lets everything through, and the end once the work is done; none when it fails. */
const waitBeforeEnd = (work: () => Promise<void>) =>
  new PassThrough({
    flush(done) {
      work().then(() => done(), done);
    },
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
    // A pool that repeats by itself, after the server may have taken the mail, would send it twice.
    maxRequeues: 0,
    // Shorter than any server's patience: we never write into a connection it is closing.
    idleTimeout: 3_000,
    dnsTimeout: 5_000,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: 8_000,
    socketTimeout: 30_000,
  });
  transport.use('stream', ({ data, message }, done) => {
    const { beforeEnd }: EndingMessage = data;
    if (beforeEnd) message.transform(() => waitBeforeEnd(beforeEnd));
    done();
  });
  return {
    async send(mail, beforeEnd) {
      const signal = AbortSignal.timeout(timeoutMs);
      const message: EndingMessage = { ...(await write(mail)), signal, beforeEnd };
      const { response } = await transport.sendMail(message);
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
