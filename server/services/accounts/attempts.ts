import { createHash } from 'node:crypto';
import type { Database } from '#server/db/executor.ts';
import {
  countFailures,
  deleteAttempts,
  type GrowingWait,
  releaseAttempt,
  reserveAttempts,
} from '#server/db/queries/attempts.ts';
import { AppError } from '#server/errors.ts';

/** What a try that succeeds does to the failures before it: forgets them, takes itself back, or nothing. */
interface AttemptRule extends GrowingWait {
  onSuccess: 'forget' | 'release' | 'keep';
}

const minutes = 60;
const hours = 60 * minutes;

/** For whoever has been here before: they know the password and do not need many tries. */
const signInAgain = {
  free: 5,
  firstWaitSeconds: 5,
  longestWaitSeconds: 15 * minutes,
  forgetAfterSeconds: hours,
  onSuccess: 'forget',
} as const satisfies AttemptRule;

const mailsOfOne = {
  free: 4,
  firstWaitSeconds: minutes,
  longestWaitSeconds: 2 * hours,
  forgetAfterSeconds: 4 * hours,
  onSuccess: 'keep',
} as const satisfies AttemptRule;

const codesOfOne = {
  free: 5,
  firstWaitSeconds: 10,
  longestWaitSeconds: hours,
  forgetAfterSeconds: 4 * hours,
  onSuccess: 'forget',
} as const satisfies AttemptRule;

/**
 * How often something may fail before the next try has to wait, and how long. Which of them
 * hold for whom is in attempt-keys.ts.
 */
const rules = {
  'sign-in:device': signInAgain,
  'sign-in:known-address': signInAgain,
  'sign-in:account-and-network': signInAgain,
  /** In place of the one before while the account is under attack: a try, then waits at once. */
  'sign-in:account-and-network-under-attack': {
    free: 0,
    firstWaitSeconds: minutes,
    longestWaitSeconds: 4 * hours,
    forgetAfterSeconds: 12 * hours,
    onSuccess: 'forget',
  },
  'sign-in:network': {
    free: 20,
    firstWaitSeconds: 5,
    longestWaitSeconds: 15 * minutes,
    forgetAfterSeconds: hours,
    onSuccess: 'release',
  },
  /** Makes nobody wait: strangers can use it up. Over it, the account is under attack. */
  'sign-in:account': {
    free: 50,
    firstWaitSeconds: 0,
    longestWaitSeconds: 0,
    forgetAfterSeconds: hours,
    onSuccess: 'release',
  },
  /** Asking for mails: every one counts, whether or not there is such an account. */
  'mail:device': mailsOfOne,
  'mail:account-and-network': mailsOfOne,
  'mail:network': {
    free: 12,
    firstWaitSeconds: minutes,
    longestWaitSeconds: 2 * hours,
    forgetAfterSeconds: 4 * hours,
    onSuccess: 'keep',
  },
  'mail:account': {
    free: 30,
    firstWaitSeconds: minutes,
    longestWaitSeconds: 10 * minutes,
    forgetAfterSeconds: 4 * hours,
    onSuccess: 'keep',
  },
  'sign-up:network': {
    free: 10,
    firstWaitSeconds: 30,
    longestWaitSeconds: 2 * hours,
    forgetAfterSeconds: 4 * hours,
    onSuccess: 'keep',
  },
  /** Codes from a mail. */
  'code:device': codesOfOne,
  'code:account-and-network': codesOfOne,
  'code:network': {
    free: 20,
    firstWaitSeconds: 10,
    longestWaitSeconds: hours,
    forgetAfterSeconds: 4 * hours,
    onSuccess: 'release',
  },
  /** Links from a mail, and the set-up link. They cannot be guessed; this spares the database. */
  'link:network': {
    free: 30,
    firstWaitSeconds: 10,
    longestWaitSeconds: 15 * minutes,
    forgetAfterSeconds: hours,
    onSuccess: 'release',
  },
  /** Second factors. Whoever gets here knows the password or reads the mailbox. */
  'challenge:device': codesOfOne,
  'challenge:account-and-network': codesOfOne,
  'challenge:account': {
    free: 30,
    firstWaitSeconds: 10,
    longestWaitSeconds: 10 * minutes,
    forgetAfterSeconds: 4 * hours,
    onSuccess: 'release',
  },
  /** Passwords asked for once more inside the admin. */
  'confirmation:account': {
    free: 5,
    firstWaitSeconds: 10,
    longestWaitSeconds: 15 * minutes,
    forgetAfterSeconds: hours,
    onSuccess: 'forget',
  },
} as const satisfies Record<string, AttemptRule>;

type AttemptName = keyof typeof rules;

/** Under which rules a try counts, and whose it is under each. */
export type AttemptKeys = Partial<Record<AttemptName, string>>;

export interface Attempts {
  /**
   * Counts a try as failed before it is made, so that tries side by side cannot outrun the
   * count. Every rule is asked first: where one refuses, none counts. Throws
   * `too-many-attempts` (429) with Retry-After while the wait of a rule lasts.
   */
  begin(keys: AttemptKeys): Promise<Attempt>;
  /** Returns whether somebody has failed more often than a rule lets pass without a wait. */
  isOver(name: AttemptName, who: string): Promise<boolean>;
}

export interface Attempt {
  /** The try was no failure. */
  succeed(): Promise<void>;
}

interface AttemptsOptions {
  db: Database;
  /** False when RATE_LIMITS=off. */
  isEnabled: boolean;
}

/** Long enough never to collide; the table of counters need not know who tries. */
const toKey = (name: AttemptName, who: string) =>
  `${name}:${createHash('sha256').update(who).digest('base64url').slice(0, 22)}`;

/** Counts failures over all processes, in the database. */
export function createAttempts({ db, isEnabled }: AttemptsOptions): Attempts {
  if (!isEnabled) {
    return { begin: async () => ({ succeed: async () => {} }), isOver: async () => false };
  }

  return {
    async begin(keys) {
      const counted = Object.entries(keys).map(([entry, who]) => {
        const name = entry as AttemptName;
        return { name, key: toKey(name, who), ...rules[name] };
      });
      await db.transaction(async (transaction) => {
        const refusals = await reserveAttempts(transaction, counted);
        // Thrown out of the transaction: what was counted under the other rules is undone.
        if (refusals.length > 0) throw tooManyAttempts(refusals);
      });
      return {
        async succeed() {
          for (const { key, onSuccess } of counted) {
            if (onSuccess === 'forget') await deleteAttempts(db, key);
            if (onSuccess === 'release') await releaseAttempt(db, key);
          }
        },
      };
    },
    async isOver(name, who) {
      const { free, forgetAfterSeconds } = rules[name];
      return (await countFailures(db, toKey(name, who), forgetAfterSeconds)) > free;
    },
  };
}

const describeWait = (seconds: number) =>
  seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;

function tooManyAttempts(refusals: { key: string; waitSeconds: number }[]): AppError {
  const waitSeconds = Math.max(...refusals.map((refusal) => refusal.waitSeconds));
  const names = refusals.map(({ key }) => key.slice(0, key.lastIndexOf(':')));
  return new AppError(
    429,
    'too-many-attempts',
    `Too many attempts. Please wait ${describeWait(waitSeconds)} and try again.`,
    {
      message: `Over the limit ${names.join(', ')}`,
      headers: { 'Retry-After': String(waitSeconds) },
    },
  );
}
