import { type LookedUp, notLookedUp, type SenderRecord, toRecords } from './sender-record.ts';

/** Returns whether mail to the sender's own domain can arrive. A single dot says that it takes none (RFC 7505). */
export function judgeMx(domain: string, hosts: LookedUp): SenderRecord {
  if (!hosts) return { kind: 'MX', ...notLookedUp };
  const servers = hosts.filter((host) => host !== '' && host !== '.');
  const found = toRecords(domain, servers);
  if (servers.length > 0)
    return {
      ...{ kind: 'MX', state: 'good', found, advised: null },
      text: 'This domain can receive email, including notices about failed deliveries.',
    };
  return {
    ...{ kind: 'MX', state: 'missing', found, advised: null },
    text: 'This domain can’t receive email, so you get no notices about failed deliveries, and some mail servers distrust you. Add the record your email provider shows, or send from a domain with a mailbox (MAIL_FROM).',
  };
}
