/**
 * The requests that people can make about their data (POPIA, sections 23 and 24; GDPR, articles 15
 * to 17).
 */
export const requestKinds = ['access', 'correction', 'deletion'] as const;
export type RequestKind = (typeof requestKinds)[number];

/** The days within which a confirmed request is answered. */
export const answerDays = 30;

/** Returns when the answer to a request is due. */
export const dueAt = (confirmedAt: Date): Date =>
  new Date(confirmedAt.getTime() + answerDays * 24 * 3_600_000);

/** A request in words for the mentor. */
export const requestWords: Record<RequestKind, string> = {
  access: 'Wants a copy of their data',
  correction: 'Wants their data corrected',
  deletion: 'Wants their data deleted',
};

/** A request in words for the person: "You asked …". */
export const requestTexts: Record<RequestKind, string> = {
  access: 'for a copy of the data we keep about you',
  correction: 'us to correct the data we keep about you',
  deletion: 'us to delete the data we keep about you',
};
