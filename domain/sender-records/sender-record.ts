import { z } from '../zod.ts';

/** A record of the DNS: under which name, and what it says. */
export interface DnsRecord {
  name: string;
  value: string;
}

/** What was asked for under a name: all that is there, or nothing where the name server did not say. */
export type LookedUp = readonly string[] | undefined;

/**
 * How it stands with a record that mail servers look for. `unsure`: it could not be looked up, or
 * cannot be known from outside.
 */
export type RecordState = 'good' | 'weak' | 'missing' | 'unsure';

/** What was found of one kind of record, and what that means to whoever sends mail. */
export interface SenderRecord {
  kind: 'SPF' | 'DKIM' | 'DMARC' | 'MX';
  state: RecordState;
  /** What it means, and what is to be done, in words for the mentor. */
  text: string;
  found: DnsRecord[];
  /** What to put in their place, or to add where nothing was found; null where that is not known from here. */
  advised: DnsRecord | null;
}

/** What has become of a look at the records of the sender. */
export interface SenderCheck {
  /** The email that mails to visitors come from. */
  sender: string;
  /** Null where it is none that others can look up: nothing was asked for then. */
  domain: string | null;
  records: SenderRecord[];
}

const selectorMessage = 'Use letters, digits and hyphens, e.g. google or s1.';

/** The query of `GET /api/sender_records`: with the selector of the DKIM key, where it is known. */
export const senderCheckQuery = z.object({
  selector: z
    .string()
    .trim()
    .toLowerCase()
    .max(63, selectorMessage)
    .regex(
      /^$|^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/,
      selectorMessage,
    )
    .optional(),
});

const unknown: Pick<SenderRecord, 'state' | 'found' | 'advised'> = {
  ...{ state: 'unsure', found: [], advised: null },
};

/** What stands at a record that could not be looked up. */
export const notLookedUp: Omit<SenderRecord, 'kind'> = {
  ...unknown,
  text: 'The lookup failed because the server’s DNS did not answer. The record may be fine.',
};

/** Returns what stands at every record of a domain that the name server has never heard of. */
export const judgeUnknownDomain = (domain: string): SenderRecord[] =>
  (['SPF', 'DKIM', 'DMARC', 'MX'] as const).map((kind) => ({
    ...{ ...unknown, kind },
    text: `The lookup failed because the server’s DNS doesn’t know ${domain}. Either this is not your domain, or the server is offline.`,
  }));

/** Returns these texts as records of one name. */
export const toRecords = (name: string, values: readonly string[]): DnsRecord[] =>
  values.map((value) => ({ name, value }));
