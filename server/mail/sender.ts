import { isIP } from 'node:net';
import { site } from '#content/site.ts';
import type { Config } from '#server/config.ts';

/** Returns the domain behind the `@` of an email, with or without a display name around it. */
const domainOf = (email: string) =>
  email
    .replace(/>?\s*$/, '')
    .split('@')
    .at(-1) ?? '';

/** Returns whether mail servers would take an email at this host: not `localhost`, not a bare number. */
const isPublicName = (host: string) =>
  host.includes('.') && isIP(host.replaceAll(/[[\]]/g, '')) === 0;

/**
 * Returns the email that the site writes from, and the domain its Message-IDs live in. Without
 * MAIL_FROM it is `no-reply` at the site's own host, or, where that is no public name,
 * at the domain of the email that the site shows.
 */
export function chooseSender({ mailFrom, siteUrl }: Pick<Config, 'mailFrom' | 'siteUrl'>) {
  if (mailFrom) return { from: mailFrom, domain: domainOf(mailFrom) };
  const host = new URL(siteUrl).hostname;
  const domain = isPublicName(host) ? host : domainOf(site.email);
  return { from: `${site.name} <no-reply@${domain}>`, domain };
}

/** Returns the bare email of a sender that may come with a display name: what a calendar knows it by. */
export const bareAddress = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
