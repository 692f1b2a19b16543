import { AppError } from '#platform/errors/errors.ts';

const minutes = 60;
const hours = 60 * minutes;

/**
 * A number of uses within a number of seconds, and a message for those who exceed it. The time to
 * wait follows the message.
 */
const limit = (most: number, seconds: number, reached: string) => ({ most, seconds, reached });

/**
 * The limits of use cases, however they are called: by the API, a page's action or `/contact.php`.
 * They count per IP address unless stated otherwise.
 */
export const limits = {
  /**
   * A form may be corrected and sent again, and a whole office or mobile network shares an address.
   */
  'submit-lead': limit(30, 10 * minutes, 'Too many messages from your network.'),
  /** Codes for a lower price, whether or not they can be used. A class that was given one shares an address. */
  'try-code': limit(20, hours, 'Too many codes were tried from your network.'),
  /**
   * Successful bookings; a taken slot does not count. A hall of people, or a mobile network, shares
   * an address; `book-by-mailbox` stops a single robot earlier.
   */
  'book-session': limit(
    40,
    hours,
    'Too many bookings from your network. Write to us with the contact form, and we’ll find a time for you.',
  ),
  /** The same per mailbox (`mailboxOf`) of neither the mentor nor an account. */
  'book-by-mailbox': limit(
    6,
    24 * hours,
    'Too many bookings with this email address. Write to us with the contact form, and we’ll find a time for you.',
  ),
  /** Moves and cancellations of any booking, and turning its reminders on or off. */
  'change-booking': limit(60, 10 * minutes, 'Too many changes from your network.'),
  /** A mail provider sends requests for many people from few addresses. */
  'refuse-reminders': limit(120, 10 * minutes, 'Too many requests from your network.'),
  /** Every device with the mentor's calendar sends requests every few minutes. */
  'read-calendar': limit(60, 10 * minutes, 'Too many calendar requests from your network.'),
  /** Each check makes about thirty DNS queries. */
  'check-sender': limit(20, 10 * minutes, 'Too many lookups.'),
  /** Each test signs in to a mail server and sends an email. */
  'test-mail-server': limit(
    20,
    10 * minutes,
    'The email settings have been tested many times in a short time.',
  ),
  /** Each test calls a payment provider. */
  'test-payment-keys': limit(
    20,
    10 * minutes,
    'The payment keys have been tested many times in a short time.',
  ),
  'start-payment': limit(60, 10 * minutes, 'Too many attempts from your network.'),
  /** Receipts as PDF: writing one takes a moment. */
  'read-paper': limit(120, 10 * minutes, 'Too many receipts from your network.'),
  /** Proofs of payment. They count before they are read, as they are large. */
  'send-proof': limit(30, hours, 'Too many files from your network.'),
  /** A provider sends notifications from few addresses and repeats refused ones. */
  'receive-notification': limit(120, 10 * minutes, 'Too many notifications.'),
  /** What people ask about their own data. */
  'ask-about-oneself': limit(10, hours, 'Too many requests from your network.'),
  /**
   * Per mailbox, by its hash: confirmation emails of data requests. Exceeding it has no visible
   * effect.
   */
  'request-mail': limit(3, 24 * hours, 'Too many requests for this email address.'),
  /** Per mailbox, by its hash: automatic answers. Beyond this nothing is sent. */
  'automatic-answer': limit(
    2,
    24 * hours,
    'Several automatic answers have gone to this email address within a day.',
  ),
  /** Requests for the link to a library. */
  'ask-for-library': limit(20, hours, 'Too many requests from your network.'),
  /** Per mailbox, by its hash: emails with the link. Exceeding it has no visible effect. */
  'library-mail': limit(5, 24 * hours, 'Too many requests for this email address.'),
  /** Captcha tokens: each needs a request to the provider. */
  'check-human': limit(60, 10 * minutes, 'Too many forms from your network.'),
  /**
   * Per mailbox (`mailboxOf`) of neither the mentor nor an account. Emails about changes wait,
   * bookings are rejected.
   */
  'mail-to-stranger': limit(10, hours, 'Too many emails to this address.'),
  /** Per booking: moves and the cancellation, by the emails that they have caused. */
  'changes-of-booking': limit(6, 24 * hours, 'This session was changed too often.'),
};

export type LimitName = keyof typeof limits;

/** Limits that each process counts alone, and that have no error message. */
export const localLimits = {
  /** Page views of one browser: only a robot has more. */
  'count-page': { most: 300, seconds: 10 * minutes },
  /** Page views of all browsers with one IP address, because a robot may change its name. */
  'count-page-of-network': { most: 10_000, seconds: 10 * minutes },
} as const;

export type LocalLimitName = keyof typeof localLimits;

export interface AttemptLimit {
  most: number;
  seconds: number;
  /**
   * The effect of a successful attempt: it deletes all failures before it, only its own count, or
   * nothing.
   */
  done?: 'forget' | 'release';
}

/** Allows for mistyping by people who use their own account. */
const oneAccount: AttemptLimit = { most: 10, seconds: 15 * minutes, done: 'forget' };
const oneCode: AttemptLimit = { most: 10, seconds: hours, done: 'forget' };
const oneMailbox: AttemptLimit = { most: 5, seconds: 30 * minutes };

/**
 * How many attempts may fail within how many seconds. `src/features/accounts/server/attempts.ts`
 * decides which of them apply to accounts.
 */
export const attemptLimits = {
  'sign-in:device': oneAccount,
  'sign-in:account-and-network': oneAccount,
  'sign-in:network': { most: 30, seconds: 15 * minutes, done: 'release' },
  /** Known browsers neither count here nor have to wait. */
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
  /** Links and passkeys cannot be guessed; this reduces the load on the database. */
  'link:network': { most: 30, seconds: 15 * minutes, done: 'release' },
  /** Second factors: only people who know the password or can read the mailbox get this far. */
  'challenge:device': oneCode,
  'challenge:account-and-network': oneCode,
  'challenge:account': { most: 30, seconds: hours, done: 'release' },
  /** The password of a signed-in user. */
  'confirmation:account': oneAccount,
  /** What another browser is asked before it opens a library, per customer. */
  'library:customer': { most: 5, seconds: hours, done: 'forget' },
} as const satisfies Record<string, AttemptLimit>;

export type AttemptName = keyof typeof attemptLimits;

/** The maximum number of upcoming sessions of one mailbox. */
export const maxUpcomingSessions = 5;

const describeWait = (seconds: number): string => {
  if (seconds > 2 * hours) return `${Math.ceil(seconds / hours)} hours`;
  return seconds > minutes ? `${Math.ceil(seconds / minutes)} minutes` : 'a minute';
};

/** A limit is reached for this many more milliseconds (429). Sets Retry-After. */
export function tooManyRequests(name: LimitName, waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const userMessage = `${limits[name].reached} Try again in ${describeWait(seconds)}.`;
  return new AppError(429, 'too-many-requests', userMessage, {
    message: `Over the limit ${name}`,
    headers: { 'Retry-After': String(seconds) },
  });
}

/** A limit delays an attempt for this many more milliseconds (429). Sets Retry-After. */
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
 * A mailbox has the maximum number of upcoming sessions (429). Sets no Retry-After, which would
 * tell strangers when someone's next session is.
 */
export const tooManySessions = () =>
  new AppError(
    429,
    'too-many-sessions',
    `${maxUpcomingSessions} upcoming sessions are booked with this email address, which is the maximum. Book again after the next one, or contact your mentor.`,
    { message: 'Over the limit of upcoming sessions' },
  );
