/** A default would promise what the mentor never wrote. */
const noContents = {
  sessions: null,
  validMonths: null,
  sessionsOf: '',
  outline: [],
  deliverables: [],
};

/** Adds to the stored session types of an older version that nothing is said about their contents. */
export function addContents(stored: unknown): unknown {
  const { mentorshipOptions } = Object(stored);
  if (!Array.isArray(mentorshipOptions)) return stored;
  return {
    ...Object(stored),
    mentorshipOptions: mentorshipOptions.map((option) => ({ ...noContents, ...option })),
  };
}
