/** What a person may ask for about themselves (POPIA, sections 23 and 24; GDPR, articles 15 to 17). */
export const requestKinds = ['access', 'correction', 'deletion'] as const;
export type RequestKind = (typeof requestKinds)[number];

/** So many days after it was confirmed a request is to be answered. */
export const answerDays = 30;

/** Returns by when a request is to be answered. */
export const dueAt = (confirmedAt: Date): Date =>
  new Date(confirmedAt.getTime() + answerDays * 24 * 3_600_000);

/** What the person wants, as the mentor reads it. */
export const requestWords: Record<RequestKind, string> = {
  access: 'Wants a copy of their data',
  correction: 'Wants their data corrected',
  deletion: 'Wants their data deleted',
};
