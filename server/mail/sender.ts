import { isIP } from 'node:net';
import { site } from '#content/site.ts';

interface SenderOptions {
  /** What MAIL_FROM says, if anything. */
  mailFrom: string | undefined;
  siteUrl: string;
}

/** The domain behind the `@` of an address, with or without a display name around it. */
const domainOf = (address: string) =>
  address
    .replace(/>?\s*$/, '')
    .split('@')
    .at(-1) ?? '';

/** Whether mail servers would take an address at this host: not `localhost`, not a bare number. */
const isPublicName = (host: string) =>
  host.includes('.') && isIP(host.replaceAll(/[[\]]/g, '')) === 0;

/**
 * The address the site writes from, and the domain its Message-IDs live in. Without
 * MAIL_FROM it is `no-reply` at the site's own host, or, where that is no public name,
 * at the domain of the address that the site shows.
 */
export function chooseSender({ mailFrom, siteUrl }: SenderOptions): {
  from: string;
  domain: string;
} {
  if (mailFrom) return { from: mailFrom, domain: domainOf(mailFrom) };
  const host = new URL(siteUrl).hostname;
  const domain = isPublicName(host) ? host : domainOf(site.email);
  return { from: `${site.name} <no-reply@${domain}>`, domain };
}

/** The bare address of a sender that may come with a display name: what a calendar knows it by. */
export const bareAddress = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
