import { AppError } from '#server/errors.ts';

/** So many times in so many seconds, and what somebody reads who meets it. */
interface Limit {
  most: number;
  seconds: number;
  /** A sentence; when to try again follows it. */
  reached: string;
}

const minutes = 60;
const hours = 60 * minutes;

/**
 * Every limit of what strangers may do, but for those of the sign-in, which
 * `services/accounts/attempts.ts` has. They belong to the use case: it makes no difference
 * whether the API, a page's own action or `/contact.php` is what calls it.
 */
export const limits = {
  // For each network address: an IPv4 address, or an IPv6 network of 64 bits.
  /** A form may be corrected and sent again; an office or a mobile network shares an address. */
  'submit-lead': {
    most: 30,
    seconds: 10 * minutes,
    reached: 'Many messages have come from your network in a short time.',
  },
  /** Sessions that are booked; a time that is taken costs nothing. */
  'book-session': {
    most: 10,
    seconds: hours,
    reached: 'Many sessions have been booked from your network within the hour.',
  },
  /** Moves and cancellations of any booking. */
  'change-booking': {
    most: 60,
    seconds: 10 * minutes,
    reached: 'Many changes have come from your network in a short time.',
  },
  /** Answers of puzzles: each costs a call to whoever set it. */
  'check-human': {
    most: 60,
    seconds: 10 * minutes,
    reached: 'Many forms have come from your network in a short time.',
  },

  // For each mailbox (see `mailboxOf`).
  /** Mails to a recipient who is neither the mentor nor has an account. Changes wait, bookings are refused. */
  'mail-to-stranger': {
    most: 10,
    seconds: hours,
    reached: 'Many mails have gone to this email address within the hour.',
  },

  // For each booking.
  /** Moves and the cancellation, by the mails that they have caused. */
  'changes-of-booking': {
    most: 6,
    seconds: 24 * hours,
    reached: 'This session has been changed as often as is possible within a day.',
  },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

/** How many sessions still to come one mailbox may have. */
export const mostSessionsToCome = 5;

const describeWait = (seconds: number): string => {
  if (seconds > 2 * hours) return `${Math.ceil(seconds / hours)} hours`;
  return seconds > minutes ? `${Math.ceil(seconds / minutes)} minutes` : 'a minute';
};

/** 429, with Retry-After: a limit is reached, for so many milliseconds more. */
export function tooManyRequests(name: LimitName, waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError(
    429,
    'too-many-requests',
    `${limits[name].reached} Please try again in ${describeWait(seconds)}.`,
    { message: `Over the limit ${name}`, headers: { 'Retry-After': String(seconds) } },
  );
}

/**
 * 429: a mailbox has as many sessions to come as it may. Without Retry-After, which would tell
 * a stranger when somebody's next session is.
 */
export const tooManySessions = () =>
  new AppError(
    429,
    'too-many-sessions',
    `${mostSessionsToCome} sessions to come are booked with this email address, which is the most. Please book again after the next one, or write to the mentor.`,
    { message: 'Over the limit of sessions to come' },
  );
