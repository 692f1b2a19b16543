import { isIP } from 'node:net';
import type { Config } from '#platform/config/config.ts';
import { toHeaderText } from './mail.ts';
import type { MailServer } from './mail-server.ts';

/** Returns the domain of an email address, which may have a display name. */
export const domainOf = (email: string) => bareEmail(email).split('@').at(-1) ?? '';

/** Returns whether mail servers accept addresses at this host: not `localhost` or an IP address. */
export const isPublicName = (host: string) =>
  host.includes('.') && isIP(host.replaceAll(/[[\]]/g, '')) === 0;

export interface SenderSite {
  name: string;
  email: string;
}

export type Sender = ReturnType<typeof chooseSender>;

/**
 * Returns the sender, and the domain of Message-IDs: the sender saved with the mail server, else
 * MAIL_FROM, else `no-reply` at the site's host or, if that is not public, at the domain of the
 * site's email address.
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
  // As separate fields, because a comma in a single text would end the name.
  return { from: { name: toHeaderText(site.name), address: email }, email, domain };
}

/** Returns the bare email address of a sender, which may have a display name. */
export const bareEmail = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
