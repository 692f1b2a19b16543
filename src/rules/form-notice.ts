import { describeRetention, type RetentionPeriods } from './retention.ts';

/** The privacy notice of a form. */
export interface FormNoticeFacts {
  /** The version of the privacy policy. */
  version: number;
  /** Who sees the data and how long it is kept. */
  line: string;
  /** The text of the marketing checkbox, or null if there is none. */
  offer: string | null;
}

interface LegalFacts extends Pick<FormNoticeFacts, 'version' | 'offer'> {
  retention: RetentionPeriods;
}

/** Returns the notice of a form that creates a lead or a booking. */
export function toFormNotice(
  { version, offer, retention }: LegalFacts,
  made: 'lead' | 'booking',
): FormNoticeFacts {
  const kept = (what: keyof RetentionPeriods) => describeRetention(retention, what);
  const line =
    made === 'lead'
      ? `Only the mentor sees this. Kept for ${kept('leadMonths')}.`
      : `Only the mentor sees this. Kept for ${kept('bookingMonths')} after your session.`;
  return { version, line, offer };
}
