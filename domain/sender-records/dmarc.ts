import { type LookedUp, notLookedUp, type SenderRecord, toRecords } from './sender-record.ts';

/** Returns the names under which a policy for a domain may stand: its own, then those of the domains above it. */
export function dmarcNames(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => `_dmarc.${labels.slice(index).join('.')}`);
}

const isDmarc = (text: string) => /^v=DMARC1\s*(;|$)/i.test(text);

const readTag = (text: string, tag: string) =>
  new RegExp(`;\\s*${tag}\\s*=\\s*([a-z]+)`, 'i').exec(text)?.[1]?.toLowerCase();

const meanings: Record<string, string> = {
  none: 'It only monitors for now (p=none). When SPF and DKIM have worked for a few weeks, change p=none to p=quarantine: then forged emails go to spam.',
  quarantine: 'Emails forged in your name go to spam (p=quarantine).',
  reject: 'Emails forged in your name are rejected (p=reject).',
};

interface DmarcInput {
  domain: string;
  /** What stands under each of {@link dmarcNames}. */
  policies: ReadonlyMap<string, LookedUp>;
  /** Where reports may go: an email of the same domain, as another one would have to agree to it in its own DNS. */
  reportsTo: string | undefined;
}

/** Returns what the DMARC policy says: what becomes of mails that are neither sent as SPF says nor signed as DKIM says. */
export function judgeDmarc({ domain, policies, reportsTo }: DmarcInput): SenderRecord {
  const ownName = `_dmarc.${domain}`;
  for (const [name, texts] of policies) {
    // A nearer one that could not be looked up would come before it.
    if (!texts) return { kind: 'DMARC', ...notLookedUp };
    const records = texts.filter(isDmarc);
    const [record, ...more] = records;
    if (record === undefined) continue;
    const judged = (state: SenderRecord['state'], text: string): SenderRecord => ({
      ...{ kind: 'DMARC', state, text, found: toRecords(name, records), advised: null },
    });
    if (more.length > 0)
      return judged(
        'weak',
        'There is more than one of these records, so mail servers ignore them all. Delete all but one.',
      );
    const policy =
      (name === ownName ? undefined : readTag(record, 'sp')) ?? readTag(record, 'p') ?? '';
    const meaning = meanings[policy];
    if (!meaning)
      return judged(
        'weak',
        'It has no policy for forged emails (p=none, p=quarantine or p=reject), so mail servers ignore it.',
      );
    return judged('good', meaning);
  }
  const reports = reportsTo ? `; rua=mailto:${reportsTo}` : '';
  return {
    ...{ kind: 'DMARC', state: 'missing', found: [] },
    text: 'There is no policy for emails forged in your name. Large email providers require one. Start with this record, which only monitors.',
    advised: { name: ownName, value: `v=DMARC1; p=none${reports}` },
  };
}
