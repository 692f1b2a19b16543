import { AppError } from '#platform/errors/errors.ts';

const minutes = 60;
const hours = 60 * minutes;

/** So many uses in so many seconds, and a sentence for whoever exceeds it; when to try again follows it. */
const limit = (most: number, seconds: number, reached: string) => ({ most, seconds, reached });

/**
 * Every limit of uses. They belong to the use case, however it is called: by the API, by a page's own
 * action or by `/contact.php`. They count per IP address unless it says otherwise.
 */
export const limits = {
  /** A form may be corrected and sent again; an office or a mobile network shares an address. */
  'submit-lead': limit(30, 10 * minutes, 'Too many messages from your network.'),
  /** Booked sessions; a slot that is taken costs nothing. */
  'book-session': limit(10, hours, 'Too many bookings from your network.'),
  /** Moves and cancellations of any booking, and its reminders turned off or on. */
  'change-booking': limit(60, 10 * minutes, 'Too many changes from your network.'),
  /** One mail provider asks for many people from few addresses. */
  'refuse-reminders': limit(120, 10 * minutes, 'Too many requests from your network.'),
  /** Every device with the mentor's calendar asks every few minutes. */
  'read-calendar': limit(60, 10 * minutes, 'Too many calendar requests from your network.'),
  /** Each asks a name server some thirty questions. */
  'check-sender': limit(20, 10 * minutes, 'Too many lookups.'),
  /** Each signs in to a mail server and sends an email. */
  'test-mail-server': limit(
    20,
    10 * minutes,
    'The email settings have been tested many times in a short time.',
  ),
  /** Payments that are begun, returned from or said to be made. */
  'start-payment': limit(60, 10 * minutes, 'Too many attempts from your network.'),
  /** A provider tells of each payment from few addresses; one that is refused comes again. */
  'receive-notification': limit(120, 10 * minutes, 'Too many notifications.'),
  /** What people ask about their own data. */
  'ask-about-oneself': limit(10, hours, 'Too many requests from your network.'),
  /** Per mailbox, by its hash: mails that confirm such a request. Nobody is told that it is reached. */
  'request-mail': limit(3, 24 * hours, 'Too many requests for this email address.'),
  /** Per mailbox, by its hash: automatic answers. Beyond this nothing is sent. */
  'automatic-answer': limit(
    2,
    24 * hours,
    'Several automatic answers have gone to this email address within a day.',
  ),
  /** Captcha answers: each costs a call to the provider. */
  'check-human': limit(60, 10 * minutes, 'Too many forms from your network.'),
  /** Per mailbox (`mailboxOf`) of neither the mentor nor an account. Changes wait, bookings are refused. */
  'mail-to-stranger': limit(10, hours, 'Too many emails to this address.'),
  /** Per booking: moves and the cancellation, by the mails that they have caused. */
  'changes-of-booking': limit(6, 24 * hours, 'This session was changed too often.'),
};

export type LimitName = keyof typeof limits;

/** Limits that each process counts alone, and that refuse silently. */
export const limitsHere = {
  /** Pages shown to one browser: a robot asks for more. */
  'count-page': { most: 300, seconds: 10 * minutes },
  /** The same, for all browsers of an IP address: a robot may change its name each time. */
  'count-page-of-network': { most: 10_000, seconds: 10 * minutes },
} as const;

export type LimitHere = keyof typeof limitsHere;

export interface AttemptLimit {
  most: number;
  seconds: number;
  /** An attempt that succeeds deletes the failures before it, or only its own count, or nothing. */
  done?: 'forget' | 'release';
}

/** People in front of their own account mistype. */
const oneAccount: AttemptLimit = { most: 10, seconds: 15 * minutes, done: 'forget' };
const oneCode: AttemptLimit = { most: 10, seconds: hours, done: 'forget' };
const oneMailbox: AttemptLimit = { most: 5, seconds: 30 * minutes };

/**
 * How many attempts may fail in how many seconds. `services/accounts/attempts.ts` decides which of
 * them apply to whom.
 */
export const attemptLimits = {
  'sign-in:device': oneAccount,
  'sign-in:account-and-network': oneAccount,
  'sign-in:network': { most: 30, seconds: 15 * minutes, done: 'release' },
  /** Known browsers do not count here, and do not wait. */
  'sign-in:account': { most: 50, seconds: hours, done: 'release' },
  /** Every requested email counts, whether or not the account exists. */
  'mail:device': oneMailbox,
  'mail:account-and-network': oneMailbox,
  'mail:network': { most: 15, seconds: hours },
  'mail:account': { most: 30, seconds: hours },
  'sign-up:network': { most: 10, seconds: hours },
  /** Emailed codes. */
  'code:device': oneCode,
  'code:account-and-network': oneCode,
  'code:network': { most: 30, seconds: hours, done: 'release' },
  /** Links and passkeys cannot be guessed; this spares the database. */
  'link:network': { most: 30, seconds: 15 * minutes, done: 'release' },
  /** Second factors: only those who know the password or read the mailbox get here. */
  'challenge:device': oneCode,
  'challenge:account-and-network': oneCode,
  'challenge:account': { most: 30, seconds: hours, done: 'release' },
  /** The password of a signed-in user. */
  'confirmation:account': oneAccount,
} as const satisfies Record<string, AttemptLimit>;

export type AttemptName = keyof typeof attemptLimits;

/** How many upcoming sessions one mailbox may have. */
export const mostSessionsToCome = 5;

const describeWait = (seconds: number): string => {
  if (seconds > 2 * hours) return `${Math.ceil(seconds / hours)} hours`;
  return seconds > minutes ? `${Math.ceil(seconds / minutes)} minutes` : 'a minute';
};

/** 429, with Retry-After: a limit is reached, for so many more milliseconds. */
export function tooManyRequests(name: LimitName, waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const userMessage = `${limits[name].reached} Try again in ${describeWait(seconds)}.`;
  return new AppError(429, 'too-many-requests', userMessage, {
    message: `Over the limit ${name}`,
    headers: { 'Retry-After': String(seconds) },
  });
}

/** 429, with Retry-After: a limit makes an attempt wait, for so many more milliseconds. */
export function tooManyAttempts(name: AttemptName, waitMs: number): AppError {
  const waitSeconds = Math.ceil(waitMs / 1000);
  const wait =
    waitSeconds < 90 ? `${waitSeconds} seconds` : `${Math.ceil(waitSeconds / 60)} minutes`;
  const userMessage = `Too many attempts. Wait ${wait} and try again.`;
  return new AppError(429, 'too-many-attempts', userMessage, {
    message: `Over the limit ${name}`,
    headers: { 'Retry-After': String(waitSeconds) },
  });
}

/**
 * 429: a mailbox has as many sessions to come as it may. Without Retry-After, which would tell
 * a stranger when somebody's next session is.
 */
export const tooManySessions = () =>
  new AppError(
    429,
    'too-many-sessions',
    `${mostSessionsToCome} upcoming sessions are booked with this email address, which is the maximum. Book again after the next one, or contact the mentor.`,
    { message: 'Over the limit of upcoming sessions' },
  );
