import { createHash } from 'node:crypto';
import { toStoredPhone } from './phone-number.ts';
import { planCourseIds } from './plan-courses.ts';
import { toWire } from './wire.ts';

/*
 * Ids and keys that recognise a submission that arrives twice. Only for the server, which has
 * node:crypto.
 */

/** The content of a form, as requests and the journal use it. */
interface SubmissionContent {
  phone?: string | null;
  [field: string]: unknown;
}

interface Submission {
  kind: string;
  id: string;
  content: SubmissionContent;
}

/** Fields that earlier versions do not have. Without them, both versions compute the same key. */
const addedFields = new Set(['privacy_version', 'agreed_to', 'course_id']);
const addedToBookings = new Set([...addedFields, 'phone']);

/** Fields that describe the visit, or the price: the same content from another tab is a repeat. */
const circumstances = new Set(['origin', 'sale_end_time', 'voucher_code']);

/** Returns content with the names of the API, as the journal stores it. */
export const toWireContent = ({
  startsAt,
  ...rest
}: {
  startsAt?: Date;
  [field: string]: unknown;
}) => ({
  ...toWire(rest),
  ...(startsAt && { booking_date: startsAt.toISOString() }),
});

/** Earlier versions store no course for an inquiry from a plan card. */
const isKnownByForm = (name: string, value: unknown) =>
  name === 'course_id' && planCourseIds.includes(String(value));

/** Returns the fields in a fixed order, so that equal content has equal text. */
function canonical(sent: SubmissionContent): string {
  const content: SubmissionContent = toWireContent(sent);
  const added = 'session_type' in content ? addedToBookings : addedFields;
  return JSON.stringify(
    Object.entries(content)
      .filter(
        ([name, value]) =>
          !circumstances.has(name) &&
          !isKnownByForm(name, value) &&
          ((value ?? null) !== null || !added.has(name)),
      )
      .sort(),
  );
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

const withStoredPhone = (content: SubmissionContent): SubmissionContent =>
  content.phone ? { ...content, phone: toStoredPhone(content.phone) } : content;

/** Returns whether two submissions have the same content. A row has its phone number in E.164. */
export const hasSameContent = (a: SubmissionContent, b: SubmissionContent): boolean =>
  canonical(withStoredPhone(a)) === canonical(withStoredPhone(b));

/**
 * Returns the key of this content with this id. Other content with the same id, sent while the
 * database is unavailable, is a separate submission with its own email.
 */
export const submissionKey = ({ kind, id, content }: Submission): string =>
  `${kind}:${id}:${digest(canonical(content)).slice(0, 12)}`;

/** Returns the key of the email that notifies the mentor of a submission. */
export const noticeKey = (sent: Submission): string => `${submissionKey(sent)}:notice`;

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
export const deriveId = (content: SubmissionContent, at: Date): string =>
  nameToId(`${at.toISOString().slice(0, 10)} ${canonical(content)}`);
