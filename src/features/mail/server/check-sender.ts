import {
  checkDkim,
  checkDmarc,
  checkSpf,
  commonSelectors,
  dkimName,
  dmarcNames,
  findMechanism,
  type SenderCheck,
} from '#features/mail/rules/sender-records.ts';
import type { SiteDeps } from '#features/settings/server/index.ts';
import type { Caller } from '#platform/limits/limiter.ts';
import { domainOf, isPublicName } from '#platform/mail/sender.ts';
import { askDns } from '#platform/net/ask-dns.ts';
import { isSample } from '#rules/sample.ts';
import type { MailServers } from './mail-servers.ts';

/** The dependencies of the sender check. */
export type SenderCheckDeps = Pick<SiteDeps, 'readSettings' | 'limiter'> & {
  mailServers: Pick<MailServers, 'read'>;
  /** Replaces the system's name servers in tests. */
  nameServers: readonly string[] | undefined;
};

/**
 * Looks up the DNS records of the sender's domain, and returns which are missing. Only queries that
 * domain and, for DMARC, its parent domains. Throws 429.
 */
export async function checkSender(
  { readSettings, limiter, mailServers, nameServers }: SenderCheckDeps,
  { selector }: { selector?: string | undefined },
  caller: Caller,
): Promise<SenderCheck> {
  await limiter.count('check-sender', caller);
  const [{ calendar, site }, { server }] = await Promise.all([readSettings(), mailServers.read()]);
  const sender = calendar.organizer;
  const domain = domainOf(sender).toLowerCase();
  if (!isPublicName(domain) || (isSample(site.email) && domain === domainOf(site.email)))
    return { sender, domain: null, records: [] };
  const selectors = selector ? [selector] : commonSelectors;
  return askDns(nameServers, async (readTexts) => {
    const [texts, policies, keys] = await Promise.all([
      readTexts(domain),
      Promise.all(dmarcNames(domain).map(readTexts)),
      Promise.all(selectors.map((one) => readTexts(dkimName(one, domain)))),
    ]);
    const records = [
      checkSpf(domain, texts, findMechanism(server?.host, domain)),
      checkDkim(keys, selector),
      checkDmarc(domain, policies),
    ];
    return { sender, domain, records };
  });
}
