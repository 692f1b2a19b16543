import { createHash } from 'node:crypto';
import { bookingContent, bookingNotice } from '#features/booking/rules/index.ts';
import { leadContent } from '#features/leads/rules/lead.ts';
import { toStoredPhone } from '#rules/phone-number.ts';
import { submissionId, z } from '#rules/zod.ts';
import type { Lead } from './queries/leads.ts';

/** A visitor's submission, as requests, the journal and emails use it. */
export const submission = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lead'), id: submissionId, content: leadContent }),
  z.object({ kind: z.literal('booking'), id: submissionId, content: bookingContent }),
  /** A booking whose date is only text, so it is in no calendar. */
  z.object({ kind: z.literal('undated-booking'), id: submissionId, content: bookingNotice }),
]);
export type Submission = z.output<typeof submission>;
export type LeadToStore = Extract<Submission, { kind: 'lead' }>;
export type BookingToStore = Extract<Submission, { kind: 'booking' }>;

/** Returns the row of a lead as a submission. Throws if it breaks the current rules. */
export const toLead = (row: Lead): LeadToStore => ({
  kind: 'lead',
  id: row.id,
  content: leadContent.parse({
    ...row,
    privacy_version: row.privacyVersion,
    agreed_to: row.agreedTo,
  }),
});

/** Returns a submission in its original form, which the journal stores. */
export const toPayload = ({ content, ...named }: Submission) => ({
  ...named,
  content: toWire(content),
});

const toWire = (content: object): object => {
  if (!('startsAt' in content && content.startsAt instanceof Date)) return content;
  const { startsAt, ...rest } = content;
  return { ...rest, booking_date: startsAt.toISOString() };
};

/** Fields that earlier versions do not have. Without them, both versions compute the same key. */
const addedFields = new Set(['privacy_version', 'agreed_to']);
const addedToBookings = new Set([...addedFields, 'phone']);

/**
 * Returns the fields in a fixed order, so that equal content has equal text. Leaves out the origin
 * of the visit: the same content from another tab is a repeat.
 */
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

/** Returns whether two submissions have the same content. A row has its phone number in E.164. */
export const hasSameContent = (a: Submission['content'], b: Submission['content']) =>
  canonical(withStoredPhone(a)) === canonical(withStoredPhone(b));

const withStoredPhone = (content: Submission['content']): Submission['content'] =>
  content.phone ? { ...content, phone: toStoredPhone(content.phone) } : content;

/**
 * Returns the key of this content with this id. Other content with the same id, sent while the
 * database is unavailable, is a separate submission with its own email.
 */
export const submissionKey = ({ kind, id, content }: Submission) =>
  `${kind}:${id}:${digest(canonical(content)).slice(0, 12)}`;

/** The common start of the keys of a lead's emails. */
export const leadMailPrefix = (leadId: string) => `lead:${leadId}:`;

/** Returns the key of the email that notifies the mentor of a submission. */
export const noticeKey = (sent: Submission) => `${submissionKey(sent)}:notice`;

/** Derives an id from a name, deterministically. */
export function nameToId(name: string): string {
  const hex = digest(name);
  // A UUID of version 8, whose content is application-defined (RFC 9562), with the standard
  // variant.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Returns an id for a client that sends none: the same for the same content on the same day (UTC),
 * so that a retry is no second message.
 */
export const deriveId = (content: Submission['content'], at: Date): string =>
  nameToId(`${at.toISOString().slice(0, 10)} ${canonical(content)}`);
