import { requiredText, z } from '../zod.ts';
import { wholeNumber, words } from './parts.ts';

/** The mentor's own words on a page of the law, written like a post. May be empty. */
const ownText = requiredText('', 0, 20_000);

const months = wholeNumber(1, 120);

/** How long what the site keeps about people is kept. The privacy page says it, a nightly job holds to it. */
export const retentionSettings = z.object({
  /** Messages and inquiries, from when they came. */
  leadMonths: months,
  /** Sessions, from when they took place or would have. */
  bookingMonths: months,
  /** What is known of mails that went out, and captured mails. */
  mailMonths: months,
  /** What was done and tried with the accounts of the admin. */
  activityMonths: months,
  /** The log of the private database. */
  logDays: wholeNumber(1, 365),
  /** What was deleted and can be restored. */
  trashDays: wholeNumber(1, 365),
  /** Nightly backups. */
  backupMonths: months,
});
export type RetentionSettings = z.output<typeof retentionSettings>;

/** What the law asks a site to say, and what follows from it. */
export const legalSettings = z.object({
  /** Stands at the foot of every page and beside prices, so it is short. */
  riskNotice: words(240),
  privacy: ownText,
  terms: ownText,
  retention: retentionSettings,
  /** What visitors may agree to beyond an answer, by a box that nothing ticks but they. */
  marketing: z.object({ isOffered: z.boolean(), words: words(160) }),
});
export type LegalSettings = z.output<typeof legalSettings>;
