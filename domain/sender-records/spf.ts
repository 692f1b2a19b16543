import { type LookedUp, notLookedUp, type SenderRecord, toRecords } from './sender-record.ts';

/** Providers whose mails keep the sender's domain on the envelope, by the host of their mail server. */
const providers: [RegExp, string][] = [
  [/(^|\.)(gmail|google)\.com$/, 'include:_spf.google.com'],
  [/(^|\.)office365\.com$/, 'include:spf.protection.outlook.com'],
  [/(^|\.)fastmail\.com$/, 'include:spf.messagingengine.com'],
];

/** Returns how SPF names the mail server that a site hands its mails to; nothing where only its provider knows. */
export function findMechanism(mailServer: string | undefined, domain: string): string | undefined {
  if (mailServer === undefined) return undefined;
  const host = mailServer.toLowerCase();
  if (host === domain || host.endsWith(`.${domain}`)) return `a:${host}`;
  return providers.find(([pattern]) => pattern.test(host))?.[1];
}

/** A receiver gives up on a record that makes it ask for more (RFC 7208, section 4.6.4). */
const mostLookups = 10;

const costsLookup = /^[+~?-]?(include:|exists:|redirect=|(a|mx|ptr)([:/]|$))/i;
const allowsAll = /^\+?all$/i;
const isEnd = /^([+~?-]?all|redirect=.*)$/i;

const isSpf = (text: string) => /^v=spf1(\s|$)/i.test(text);

interface SpfInput {
  domain: string;
  /** All texts of the domain. */
  texts: LookedUp;
  /** What the record has to name for the site's own mail server; nothing where that is not known. */
  mechanism: string | undefined;
}

/** Returns what the SPF record says, which names the servers that may send for a domain. */
export function judgeSpf({ domain, texts, mechanism }: SpfInput): SenderRecord {
  if (!texts) return { kind: 'SPF', ...notLookedUp };
  const records = texts.filter(isSpf);
  const [record, ...more] = records;
  const judged = (state: SenderRecord['state'], text: string, advised?: string): SenderRecord => ({
    ...{ kind: 'SPF', state, text, found: toRecords(domain, records) },
    advised: advised === undefined ? null : { name: domain, value: advised },
  });
  if (record === undefined)
    return judged(
      'missing',
      mechanism
        ? 'No record says which servers may send email for your domain. Add this one.'
        : 'No record says which servers may send email for your domain. Look up “SPF” in your email provider’s help: the record starts with v=spf1.',
      mechanism && `v=spf1 ${mechanism} ~all`,
    );
  if (more.length > 0)
    return judged(
      'weak',
      'There is more than one of these records, so mail servers ignore them all. Merge them into one.',
    );
  const terms = record.trim().split(/\s+/).slice(1);
  const rewrite = (changed: string[]) => ['v=spf1', ...changed].join(' ');
  if (terms.some((term) => allowsAll.test(term)))
    return judged(
      'weak',
      'It lets every server send for your domain (+all). Replace it with this one.',
      rewrite(terms.map((term) => (allowsAll.test(term) ? '~all' : term))),
    );
  const lookups = terms.filter((term) => costsLookup.test(term)).length;
  if (lookups > mostLookups)
    return judged(
      'weak',
      `It needs ${lookups} lookups, and mail servers stop after ${mostLookups}. Remove what you no longer use.`,
    );
  if (mechanism && !terms.some((term) => term.replace(/^\+/, '').toLowerCase() === mechanism))
    return judged(
      'weak',
      'It doesn’t include the mail server this site uses. Replace it with this one, unless one of its entries covers it.',
      rewrite([mechanism, ...terms]),
    );
  if (!terms.some((term) => isEnd.test(term)))
    return judged(
      'weak',
      'It has no rule for all other servers. Replace it with this one.',
      rewrite([...terms, '~all']),
    );
  return judged(
    'good',
    mechanism
      ? 'It includes the mail server this site uses.'
      : 'The record exists. Check in your email provider’s help that it includes their server.',
  );
}
