import { createHash } from 'node:crypto';
import { bookingContent, bookingNotice } from '#features/booking/rules/index.ts';
import { leadContent } from '#features/leads/rules/lead.ts';
import { toStoredPhone } from '#rules/phone-number.ts';
import { submissionId, z } from '#rules/zod.ts';
import type { Lead } from './queries/leads.ts';

/** What a visitor sent: the one shape for a request, a line of the journal and a mail. */
export const submission = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lead'), id: submissionId, content: leadContent }),
  z.object({ kind: z.literal('booking'), id: submissionId, content: bookingContent }),
  /** A booking whose date is given in words only, for no calendar. */
  z.object({ kind: z.literal('undated-booking'), id: submissionId, content: bookingNotice }),
]);
export type Submission = z.output<typeof submission>;
export type LeadToStore = Extract<Submission, { kind: 'lead' }>;
export type BookingToStore = Extract<Submission, { kind: 'booking' }>;

/** Returns the row of a lead in the shape it was submitted in. Throws if it breaks today's rules. */
export const toLead = (row: Lead): LeadToStore => ({
  kind: 'lead',
  id: row.id,
  content: leadContent.parse({
    ...row,
    privacy_version: row.privacyVersion,
    agreed_to: row.agreedTo,
  }),
});

/** Returns a submission as it came, which is how the journal keeps it. */
export const toPayload = ({ content, ...named }: Submission) => ({
  ...named,
  content: toWire(content),
});

const toWire = (content: object): object => {
  if (!('startsAt' in content && content.startsAt instanceof Date)) return content;
  const { startsAt, ...rest } = content;
  return { ...rest, booking_date: startsAt.toISOString() };
};

/** Of these an earlier version knows nothing: where there is none, its words and ours have one key. */
const addedFields = new Set(['privacy_version', 'agreed_to']);
const addedToBookings = new Set([...addedFields, 'phone']);

/** Where the visit came from, and which sale it saw: the same words sent again from another tab are the same. */
const circumstances = new Set(['origin', 'sale_end_time']);

/** Fields in a fixed order, so that equal content has equal text. */
function canonical(sent: Submission['content']): string {
  const content = Object.fromEntries(
    Object.entries(sent).filter(([name]) => !circumstances.has(name)),
  );
  const added = 'session_type' in content ? addedToBookings : addedFields;
  return JSON.stringify(
    Object.entries(toWire(content))
      .filter(([name, value]) => value !== null || !added.has(name))
      .sort(),
  );
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** Whether two submissions say the same: a row has its phone number in E.164. */
export const hasSameContent = (a: Submission['content'], b: Submission['content']) =>
  canonical(withStoredPhone(a)) === canonical(withStoredPhone(b));

const withStoredPhone = (content: Submission['content']): Submission['content'] =>
  content.phone ? { ...content, phone: toStoredPhone(content.phone) } : content;

/**
 * Names these words under this id. Other words under the same id, sent while the database cannot be
 * asked, are another submission with its own mail.
 */
export const submissionKey = ({ kind, id, content }: Submission) =>
  `${kind}:${id}:${digest(canonical(content)).slice(0, 12)}`;

/** How the keys of a lead's mails begin. */
export const leadMailPrefix = (leadId: string) => `lead:${leadId}:`;

/** Names the mail that tells the mentor of a submission. */
export const noticeKey = (sent: Submission) => `${submissionKey(sent)}:notice`;

/** Derives an id from a name: always the same for the same name. */
export function nameToId(name: string): string {
  const hex = digest(name);
  // Version 8, whose content RFC 9562 leaves to the application, and the standard's variant.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Returns an id for a client that sends none: the same for the same words on the same day (UTC), so
 * that a retry is no second message.
 */
export const deriveId = (content: Submission['content'], at: Date): string =>
  nameToId(`${at.toISOString().slice(0, 10)} ${canonical(content)}`);
