import { type ErasedKind, erasedKinds, type PersonSuggestion } from '#domain/person.ts';

/** What is erased of each kind: one of it, and several. */
const words: Record<ErasedKind, [one: string, several: string]> = {
  leads: ['lead', 'leads'],
  bookings: ['booking', 'bookings'],
  sessions: ['upcoming session', 'upcoming sessions'],
  mails: ['email', 'emails'],
  jobs: ['scheduled task', 'scheduled tasks'],
  journal_entries: ['unsaved message', 'unsaved messages'],
  files: ['saved email', 'saved emails'],
  log_entries: ['sign-in attempt', 'sign-in attempts'],
  requests: ['request', 'requests'],
};

/** Says how many of what: "2 leads, 1 booking"; what there is none of is left out. */
export function describeErased(counts: Partial<Record<ErasedKind, number>>): string {
  const parts = erasedKinds.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : `${count.toLocaleString('en')} ${words[kind][count === 1 ? 0 : 1]}`;
  });
  return parts.join(', ') || 'nothing';
}

/** Why somebody may be the same person. */
export const suggestionReasons: Record<PersonSuggestion['reason'], string> = {
  phone: 'same phone number',
  mailbox: 'similar email address',
};
