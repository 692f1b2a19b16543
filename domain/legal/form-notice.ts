import type { RetentionSettings } from '../settings/legal.ts';
import { describeRetention } from './describe-retention.ts';

/** What a form says of what becomes of it. */
export interface FormNoticeFacts {
  /** Which privacy text stands. */
  version: number;
  /** What becomes of what is sent, in a sentence. */
  line: string;
  /** The words of a box beyond an answer; nothing where none is offered. */
  offer: string | null;
}

interface LegalFacts extends Pick<FormNoticeFacts, 'version' | 'offer'> {
  retention: RetentionSettings;
}

/** Returns what a form says that makes a lead, or a booking. */
export function toFormNotice(
  { version, offer, retention }: LegalFacts,
  made: 'lead' | 'booking',
): FormNoticeFacts {
  const kept = (what: keyof RetentionSettings) => describeRetention(retention, what);
  const line =
    made === 'lead'
      ? `Only the mentor sees this. Kept for ${kept('leadMonths')}.`
      : `Only the mentor sees this. Kept for ${kept('bookingMonths')} after your session.`;
  return { version, line, offer };
}
