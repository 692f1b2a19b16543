import { type LookedUp, notLookedUp, type SenderRecord, toRecords } from './sender-record.ts';

/** Returns whether mail to the sender's own domain can arrive. A single dot says that it takes none (RFC 7505). */
export function judgeMx(domain: string, hosts: LookedUp): SenderRecord {
  if (!hosts) return { kind: 'MX', ...notLookedUp };
  const servers = hosts.filter((host) => host !== '' && host !== '.');
  const found = toRecords(domain, servers);
  if (servers.length > 0)
    return {
      ...{ kind: 'MX', state: 'good', found, advised: null },
      text: 'Mail to addresses of this domain has a place to arrive, such as word of what could not be delivered.',
    };
  return {
    ...{ kind: 'MX', state: 'missing', found, advised: null },
    text: 'No mail server takes mail to this domain, so you do not hear of what could not be delivered, and some mail servers distrust a sender who cannot be answered. Your mail provider shows the record to add, or you send by an address at a domain that has a mailbox (MAIL_FROM).',
  };
}
