import { connect, isIP } from 'node:net';
import type { SMTPPoolOptions } from 'nodemailer';
import { type MailServerSettings, mailProviders } from '#features/settings/rules/index.ts';
import { type AllowedNetwork, allowsAddress, lookUpAllowed } from '#platform/net/public-address.ts';

/** The server that mails are handed to. */
export interface MailServer {
  host: string;
  options: SMTPPoolOptions;
  /** Whom the site writes as there; nothing for SMTP_URL, which leaves that to MAIL_FROM. */
  sender?: { name: string; address: string };
}

/** How long connecting may take, in milliseconds. */
export const connectTimeoutMs = 8_000;

/** Reads SMTP_URL, which may lead anywhere. */
export const toFixedServer = (url: string): MailServer => ({
  host: new URL(url).hostname,
  options: { url },
});

/** Makes a server out of what was typed in the admin, which is only reached on the public internet. */
export const toMailServer = (
  { host, port, encryption, ...settings }: MailServerSettings,
  network?: AllowedNetwork,
): MailServer => ({
  host,
  sender: { name: settings.senderName, address: settings.senderEmail },
  options: {
    ...{ host, port, secure: encryption === 'tls', requireTLS: encryption === 'starttls' },
    auth: {
      user: mailProviders[settings.provider].username ? settings.username : settings.password,
      pass: settings.password,
    },
    ...(network && { tls: { ca: network.ca } }),
    getSocket: (_, callback) => {
      const isAllowed = allowsAddress(network);
      if (isIP(host) && !isAllowed(host)) return callback(privateAddress(), false);
      const lookup = lookUpAllowed(isAllowed, privateAddress);
      const socket = connect({ host, port, lookup, timeout: connectTimeoutMs });
      const fail = (error: Error) => {
        socket.destroy();
        callback(error, false);
      };
      socket.once('error', fail);
      socket.once('timeout', () =>
        fail(Object.assign(new Error('No answer'), { code: 'ETIMEDOUT' })),
      );
      socket.once('connect', () => {
        socket.removeAllListeners().setTimeout(0);
        callback(null, { connection: socket });
      });
    },
  },
});

const privateAddress = () => Object.assign(new Error('A private address'), { code: 'EPRIVATE' });
