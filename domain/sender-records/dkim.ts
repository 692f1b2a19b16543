import { type LookedUp, notLookedUp, type SenderRecord, toRecords } from './sender-record.ts';

/** Selectors that providers and mail servers commonly use. The DNS cannot list which ones there are. */
export const commonSelectors = [
  ...['default', 'mail', 'dkim', 'google', 'selector1', 'selector2', 's1', 's2', 'k1', 'k2', 'k3'],
  ...['smtp', 'mx', 'fm1', 'zoho', 'zmail', 'brevo1', 'mailjet', 'protonmail', 'resend'],
];

/** Returns where the key of a selector stands. */
export const dkimName = (selector: string, domain: string) => `${selector}._domainkey.${domain}`;

const isKey = (text: string) =>
  /^\s*v=DKIM1\b/i.test(text) || /(^|;)\s*p=[a-z0-9+/=\s]{20,}/i.test(text);

/** A key without anything in it has been withdrawn (RFC 6376, section 3.6.1). */
const isWithdrawn = (text: string) => /(^|;)\s*p=\s*(;|$)/i.test(text);

interface DkimInput {
  domain: string;
  /** What stands under each selector that was asked for. */
  keys: ReadonlyMap<string, LookedUp>;
  /** The one that the mentor has named. */
  selector: string | undefined;
}

/** Returns what is known of the DKIM keys, by which mail servers see that a mail was not changed. */
export function judgeDkim({ domain, keys, selector }: DkimInput): SenderRecord {
  const found = [...keys].flatMap(([name, texts]) =>
    toRecords(dkimName(name, domain), (texts ?? []).filter(isKey)),
  );
  const judged = (state: SenderRecord['state'], text: string): SenderRecord => ({
    ...{ kind: 'DKIM', state, text, found, advised: null },
  });
  const working = found.filter(({ value }) => !isWithdrawn(value));
  if (working.length > 0)
    return judged(
      'good',
      'There is a key. To check that your emails are signed with it, send one to yourself: “Show original” in Gmail says DKIM: PASS.',
    );
  if (found.length > 0)
    return judged('weak', 'This key was withdrawn. Ask your email provider for the current one.');
  const answers = [...keys.values()];
  if (answers.every((texts) => texts === undefined)) return { kind: 'DKIM', ...notLookedUp };
  if (selector)
    return judged(
      'missing',
      `There is no key under ${dkimName(selector, domain)}. Your email provider shows the record to add under “DKIM” or “Authenticate your domain”.`,
    );
  return judged(
    'unsure',
    `There is no key under ${keys.size} common selectors. There may be one under another selector. Your email provider shows it under “DKIM” or “Authenticate your domain”: enter it above, or add the record shown there.`,
  );
}
