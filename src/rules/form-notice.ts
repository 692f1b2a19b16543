import { describeRetention, type RetentionPeriods, recordYears } from './retention.ts';

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

/** Returns the notice of a form that creates a lead or a booking, and an order where visitors can pay. */
export function toFormNotice(
  { version, offer, retention }: LegalFacts,
  made: 'lead' | 'booking',
  takesOrders = false,
): FormNoticeFacts {
  const kept = (what: keyof RetentionPeriods) => describeRetention(retention, what);
  const sentences = [
    'Only your mentor sees this.',
    made === 'lead'
      ? `Kept for ${kept('leadMonths')}.`
      : `Kept for ${kept('bookingMonths')} after your session.`,
    ...(takesOrders ? [`Orders are kept for ${recordYears} years.`] : []),
  ];
  return { version, line: sentences.join(' '), offer };
}
