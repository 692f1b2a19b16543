import type { RetentionSettings } from '../settings/legal.ts';
import { describeRetention } from './describe-retention.ts';

/** What a form says of what becomes of it. */
export interface FormNoticeFacts {
  /** Which privacy text stands. */
  version: number;
  /** How long what is sent is kept, in words. */
  keptFor: string;
  /** The words of a box beyond an answer; nothing where none is offered. */
  offer: string | null;
}

/** Returns what a form says whose records are kept so long. */
export const toFormNotice = (
  {
    version,
    offer,
    retention,
  }: Pick<FormNoticeFacts, 'version' | 'offer'> & {
    retention: RetentionSettings;
  },
  kept: 'leadMonths' | 'bookingMonths',
): FormNoticeFacts => ({ version, offer, keptFor: describeRetention(retention, kept) });
