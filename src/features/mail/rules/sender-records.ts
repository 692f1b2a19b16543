import { z } from '#rules/zod.ts';

/** The records found for a name; undefined if the name server did not answer. */
export type LookedUp = readonly string[] | undefined;

/** A DNS record that distinguishes the mentor's emails from forged ones. */
export interface SenderRecord {
  kind: 'SPF' | 'DKIM' | 'DMARC';
  /** Null if the lookup failed. */
  is_present: boolean | null;
  /** What to do while it is missing. */
  text: string;
  /** The TXT record to add, if known. */
  add: { name: string; value: string } | null;
}

/** The response of `GET /api/sender_records`. */
export interface SenderCheck {
  /** The sender of the site's emails. */
  sender: string;
  /** Null if it is not a public address of the mentor's own: then nothing was looked up. */
  domain: string | null;
  records: SenderRecord[];
}

const selectorMessage =
  'A selector is a short word of letters, digits and hyphens, such as google or s1.';

/** The query of `GET /api/sender_records`. */
export const senderCheckQuery = z.object({
  selector: z
    .string()
    .trim()
    .toLowerCase()
    .max(63, selectorMessage)
    .regex(/^([a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.(?!$)|$))*$/, selectorMessage)
    .optional(),
});

/** Selectors of common providers. The DNS cannot list which ones a domain has. */
export const commonSelectors = [
  'default',
  'mail',
  'dkim',
  'google',
  'selector1',
  'selector2',
  's1',
  's2',
  'k1',
  'k2',
  'k3',
  'smtp',
  'mx',
  'fm1',
  'zoho',
  'zmail',
  'brevo1',
  'mailjet',
  'protonmail',
  'resend',
];

export const dkimName = (selector: string, domain: string) => `${selector}._domainkey.${domain}`;

/** Returns where a DMARC record may be: at the domain itself, or at the domains above it. */
export const dmarcNames = (domain: string): string[] => {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => `_dmarc.${labels.slice(index).join('.')}`);
};

/** Providers that use the mentor's own domain in the envelope, by their mail server. */
const providers: [RegExp, string][] = [
  [/(^|\.)(gmail|google)\.com$/, 'include:_spf.google.com'],
  [/(^|\.)office365\.com$/, 'include:spf.protection.outlook.com'],
  [/(^|\.)fastmail\.com$/, 'include:spf.messagingengine.com'],
];

/** Returns the SPF mechanism for a mail server; undefined if only its provider knows it. */
export function findMechanism(mailServer: string | undefined, domain: string): string | undefined {
  const host = mailServer?.toLowerCase() ?? '';
  if (host === domain || host.endsWith(`.${domain}`)) return `a:${host}`;
  return providers.find(([pattern]) => pattern.test(host))?.[1];
}

const askProvider = 'Your email service shows the record to add when you verify your domain there.';

/** Checks the SPF record, which lists the servers that may send for a domain. */
export function checkSpf(domain: string, texts: LookedUp, mechanism?: string): SenderRecord {
  const [record, ...more] = texts?.filter((text) => /^v=spf1(\s|$)/i.test(text)) ?? [];
  const terms = record?.trim().split(/\s+/).slice(1) ?? [];
  const isNamed =
    !mechanism || terms.some((term) => term.replace(/^\+/, '').toLowerCase() === mechanism);
  const is_present = texts ? record !== undefined && more.length === 0 && isNamed : null;
  const isAddable = is_present === false && more.length === 0 && mechanism !== undefined;
  const value = ['v=spf1', mechanism, ...(record ? terms : ['~all'])].join(' ');
  let text = record
    ? 'Your SPF record does not name the server that sends your emails. Replace it with this one.'
    : 'Add this record.';
  if (!mechanism) text = askProvider;
  if (more.length > 0) text = 'There are several SPF records, so none counts. Keep only one.';
  return { kind: 'SPF', is_present, text, add: isAddable ? { name: domain, value } : null };
}

const isKey = (text: string) => /(^|;)\s*p=[a-z0-9+/=\s]{20,}/i.test(text);

/** Checks for the key that signs emails, under each selector that was looked up. */
export function checkDkim(keys: readonly LookedUp[], selector?: string): SenderRecord {
  const isPresent = keys.some((texts) => texts?.some(isKey));
  const isUnknown = !isPresent && keys.every((texts) => texts === undefined);
  const text = selector
    ? askProvider
    : `No key under the common selectors. If your email service shows another selector, enter it above. ${askProvider}`;
  return { kind: 'DKIM', is_present: isUnknown ? null : isPresent, text, add: null };
}

/** Checks the DMARC policy, which decides what happens to forged emails. */
export function checkDmarc(domain: string, policies: readonly LookedUp[]): SenderRecord {
  const isPresent = policies.some((texts) => texts?.some((text) => /^v=DMARC1\b/i.test(text)));
  const is_present = isPresent || (policies.includes(undefined) ? null : false);
  const add = { name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' };
  return { kind: 'DMARC', is_present, text: 'Add this record.', add: isPresent ? null : add };
}
