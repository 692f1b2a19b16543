import { type AccessTerms, isOpen } from './access.ts';

/** What can be said of an access at an instant. */
export type AccessState = 'open' | 'later' | 'ended' | 'taken';

/** Returns the state of an access at an instant. */
export function toAccessState(terms: AccessTerms, at: Date): AccessState {
  if (terms.revokedAt !== null) return 'taken';
  if (isOpen(terms, at)) return 'open';
  return at < terms.startsAt ? 'later' : 'ended';
}

/** Returns whether an access is open, or will be. */
export const isGiven = (state: AccessState): boolean => state === 'open' || state === 'later';

/** An access in words. Days are formatted. */
interface AccessWords {
  state: AccessState;
  startsOn: string;
  /** The last day; null without an end. */
  endsOn: string | null;
  takenOn: string | null;
  reason: string | null;
}

/** Describes an access in one sentence. */
export function describeAccess({ state, startsOn, endsOn, takenOn, reason }: AccessWords): string {
  const until = endsOn === null ? 'without an end' : `until ${endsOn}`;
  switch (state) {
    case 'open':
      return `Open since ${startsOn}, ${until}.`;
    case 'later':
      return `Opens on ${startsOn}, ${until}.`;
    case 'ended':
      return `Ended on ${endsOn}.`;
    case 'taken':
      return `Taken away on ${takenOn}${reason === null ? '.' : `: ${reason}`}`;
  }
}

/** How far a customer is with a course. Films without a known length count nothing. */
export interface CourseProgress {
  /** The number of published lessons. */
  lessons: number;
  opened: number;
  /** The length of their films, and how much of it was watched. */
  seconds: number;
  watchedSeconds: number;
}

/** Describes how far a customer is: "Opened 3 of 6 lessons, watched 35 %." */
export function describeProgress({ lessons, opened, seconds, watchedSeconds }: CourseProgress) {
  if (lessons === 0) return 'The course has no lessons yet.';
  const share = Math.round((100 * watchedSeconds) / seconds);
  const watched = seconds > 0 ? `, watched ${share}\u00A0%` : '';
  return `Opened ${opened} of ${lessons} ${lessons === 1 ? 'lesson' : 'lessons'}${watched}.`;
}

/** Describes the use of a package: "4 sessions: 1 booked or used, 3 left." */
export function describeUse({ granted, used }: { granted: number; used: number }, isOver = false) {
  const left = Math.max(granted - used, 0);
  return `${granted} ${granted === 1 ? 'session' : 'sessions'}: ${used} booked or used, ${left} ${isOver ? 'not used' : 'left'}.`;
}

/** Where access came from, for the mentor. */
export const sourceWords = {
  order: 'Bought',
  mentor: 'Given by you',
  import: 'Imported',
} as const;

/** How many browsers may open a private link within a week before the mentor is warned. */
export const manyBrowsers = 5;

/** The message that sends a customer their private link. */
export const libraryMessage = (name: string, href: string) =>
  `Hi ${name}, this is the private link to your library. It is for you alone: ${href}`;
