import type { PersonSuggestion } from '#features/people/rules/person.ts';
import type { ErasureCounts } from '#rules/personal-records.ts';

/** The singular and the plural of each kind. */
const words: Record<keyof ErasureCounts, [one: string, several: string]> = {
  leads: ['lead', 'leads'],
  bookings: ['booking', 'bookings'],
  sessions: ['upcoming session', 'upcoming sessions'],
  orders: ['order', 'orders'],
  customers: ['record of access', 'records of access'],
  mails: ['email', 'emails'],
  journal_entries: ['unsaved message', 'unsaved messages'],
  files: ['saved email', 'saved emails'],
  log_entries: ['sign-in attempt', 'sign-in attempts'],
  requests: ['request', 'requests'],
};

/** Returns the counts as text, without zeros: "2 leads, 1 booking". */
export function describeCounts(counts: Partial<ErasureCounts>): string {
  const parts = Object.entries(words).flatMap(([kind, [one, several]]) => {
    const count = counts[kind as keyof ErasureCounts] ?? 0;
    return count === 0 ? [] : `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
  });
  return parts.join(', ') || 'nothing';
}

/** Why another address may belong to the same person. */
export const suggestionReasons: Record<PersonSuggestion['reason'], string> = {
  phone: 'same phone number',
  mailbox: 'similar email address',
};
