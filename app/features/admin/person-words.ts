import { type ErasedKind, erasedKinds } from '#domain/person.ts';
import type { RequestKind } from '#domain/request-kinds.ts';

/** What is erased of each kind: one of it, and several. */
const words: Record<ErasedKind, [one: string, several: string]> = {
  leads: ['lead', 'leads'],
  bookings: ['booking', 'bookings'],
  sessions: ['session to come', 'sessions to come'],
  mails: ['mail', 'mails'],
  jobs: ['queued job', 'queued jobs'],
  journal_entries: ['entry of the journal', 'entries of the journal'],
  files: ['kept copy of a mail', 'kept copies of mails'],
  log_entries: ['entry of the accounts’ log', 'entries of the accounts’ log'],
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

/** What people ask for. */
export const requestWords: Record<RequestKind, string> = {
  access: 'To be given their data',
  correction: 'To have them corrected',
  deletion: 'To have them deleted',
};
