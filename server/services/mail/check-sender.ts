import { isSample } from '#domain/sample.ts';
import { commonSelectors, dkimName, judgeDkim } from '#domain/sender-records/dkim.ts';
import { dmarcNames, judgeDmarc } from '#domain/sender-records/dmarc.ts';
import { judgeMx } from '#domain/sender-records/mx.ts';
import {
  judgeUnknownDomain,
  type LookedUp,
  type SenderCheck,
} from '#domain/sender-records/sender-record.ts';
import { findMechanism, judgeSpf } from '#domain/sender-records/spf.ts';
import type { Caller, Limiter } from '#server/limits/limiter.ts';
import { askDns } from '#server/mail/ask-dns.ts';
import { domainOf, isPublicName } from '#server/mail/mailer.ts';
import type { ReadFacts } from '#server/services/site-facts.ts';

/** What a look at the records of the sender works on. */
export interface SenderCheckDeps {
  readFacts: ReadFacts;
  limiter: Limiter;
  /** The host that mails are handed to; nothing where none leave. */
  mailServer: string | undefined;
  /** In the place of this machine's own, for tests. */
  nameServers: readonly string[] | undefined;
}

/** Asks for many names at once, and keeps their order. */
const readAll = async (names: string[], read: (name: string) => Promise<LookedUp>) =>
  new Map(await Promise.all(names.map(async (name) => [name, await read(name)] as const)));

/**
 * Looks up what the DNS says of the domain that mails to visitors come from, and returns what is
 * missing. Nothing but that domain, and for DMARC the domains above it, is asked for. Throws 429.
 */
export async function checkSender(
  { readFacts, limiter, mailServer, nameServers }: SenderCheckDeps,
  { selector }: { selector?: string | undefined },
  caller: Caller,
): Promise<SenderCheck> {
  await limiter.count('check-sender', caller);
  const { calendar, site } = await readFacts();
  const sender = calendar.organizer;
  const domain = domainOf(sender).toLowerCase();
  if (!isPublicName(domain) || (isSample(site.email) && domain === domainOf(site.email)))
    return { sender, domain: null, records: [] };
  const selectors = selector ? [selector] : commonSelectors;
  const isOwn = domainOf(site.email).toLowerCase() === domain;
  return askDns(nameServers, async ({ isKnown, readTexts, readMailServers }) => {
    const [isThere, texts, hosts, policies, keys] = await Promise.all([
      isKnown(domain),
      readTexts(domain),
      readMailServers(domain),
      readAll(dmarcNames(domain), readTexts),
      readAll(selectors, (one) => readTexts(dkimName(one, domain))),
    ]);
    if (!isThere) return { sender, domain, records: judgeUnknownDomain(domain) };
    return {
      ...{ sender, domain },
      records: [
        judgeSpf({ domain, texts, mechanism: findMechanism(mailServer, domain) }),
        judgeDkim({ domain, keys, selector: selector || undefined }),
        judgeDmarc({ domain, policies, reportsTo: isOwn ? site.email : undefined }),
        judgeMx(domain, hosts),
      ],
    };
  });
}
