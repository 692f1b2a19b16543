import { connect, isIP } from 'node:net';
import type { SMTPPoolOptions } from 'nodemailer';
import { type AllowedNetwork, allowsAddress, lookUpAllowed } from '#platform/net/public-address.ts';

/** A server that emails are sent through. */
export interface MailServer {
  host: string;
  options: SMTPPoolOptions;
  /** The sender; undefined for SMTP_URL, where MAIL_FROM decides. */
  sender?: { name: string; address: string };
}

/** The connection timeout, in milliseconds. */
export const connectTimeoutMs = 8_000;

/** Returns the server of SMTP_URL, which may be on a private network. */
export const toFixedServer = (url: string): MailServer => ({
  host: new URL(url).hostname,
  options: { url },
});

/** A server that was entered in the admin, and who sends through it. */
interface EnteredServer {
  host: string;
  port: number;
  encryption: 'tls' | 'starttls';
  user: string;
  password: string;
  senderName: string;
  senderEmail: string;
}

/** Returns the server that was entered in the admin, which must be on the public internet. */
export const toMailServer = (
  { host, port, encryption, user, password, senderName, senderEmail }: EnteredServer,
  network?: AllowedNetwork,
): MailServer => ({
  host,
  sender: { name: senderName, address: senderEmail },
  options: {
    host,
    port,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    auth: { user, pass: password },
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
