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
  none: 'So far it only watches (p=none). When SPF and DKIM have been right for a few weeks, change p=none to p=quarantine: then what others forge in your name lands in the spam.',
  quarantine: 'What others forge in your name lands in the spam (p=quarantine).',
  reject: 'What others forge in your name is refused (p=reject).',
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
        'There is more than one such record, so mail servers follow none of them. Delete all but one.',
      );
    const policy =
      (name === ownName ? undefined : readTag(record, 'sp')) ?? readTag(record, 'p') ?? '';
    const meaning = meanings[policy];
    if (!meaning)
      return judged(
        'weak',
        'It does not say what becomes of forged mails (p=none, p=quarantine or p=reject), so mail servers leave it alone.',
      );
    return judged('good', meaning);
  }
  const reports = reportsTo ? `; rua=mailto:${reportsTo}` : '';
  return {
    ...{ kind: 'DMARC', state: 'missing', found: [] },
    text: 'No policy says what becomes of mails that others forge in your name, which large mail providers ask for. Begin with this one: it only watches.',
    advised: { name: ownName, value: `v=DMARC1; p=none${reports}` },
  };
}
