/** What became of a session that is over, as the mentor marks it. */
export const sessionOutcomes = ['done', 'missed'] as const;
export type SessionOutcome = (typeof sessionOutcomes)[number];
