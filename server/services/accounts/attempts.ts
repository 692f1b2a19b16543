import { createHash } from 'node:crypto';
import type { DatabaseCircuit } from '#server/db/circuit.ts';
import type { Database } from '#server/db/executor.ts';
import {
  forgetAttempts,
  type GrowingWait,
  releaseAttempt,
  reserveAttempt,
} from '#server/db/queries/attempts.ts';
import { AppError } from '#server/errors.ts';
import { toLimitKey } from '#server/http/client-address.ts';

/** What a try that succeeds does to the failures before it: forgets them, takes itself back, or nothing. */
interface AttemptRule extends GrowingWait {
  onSuccess: 'forget' | 'release' | 'keep';
}

const minutes = 60;
const hours = 60 * minutes;

/**
 * How often something may fail before the next try has to wait, and how long. A rule per
 * account and address is strict, as somebody who knows the password does not need many tries;
 * one per account alone is soft, because strangers can use it up; `sign-in:account` does not
 * count at all for an address that the account was entered from before.
 */
const rules = {
  'sign-in:address': {
    free: 20,
    firstWaitSeconds: 5,
    longestWaitSeconds: 15 * minutes,
    forgetAfterSeconds: hours,
    onSuccess: 'release',
  },
  'sign-in:account-and-address': {
    free: 5,
    firstWaitSeconds: 5,
    longestWaitSeconds: 15 * minutes,
    forgetAfterSeconds: hours,
    onSuccess: 'forget',
  },
  'sign-in:account': {
    free: 50,
    firstWaitSeconds: 2,
    longestWaitSeconds: minutes,
    forgetAfterSeconds: hours,
    onSuccess: 'release',
  },
  /** Asking for mails: every one counts, whether or not there is such an account. */
  'mail:address': {
    free: 12,
    firstWaitSeconds: minutes,
    longestWaitSeconds: 2 * hours,
    forgetAfterSeconds: 4 * hours,
    onSuccess: 'keep',
  },
  'mail:account-and-address': {
    free: 4,
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
  'sign-up:address': {
    free: 10,
    firstWaitSeconds: 30,
    longestWaitSeconds: 2 * hours,
    forgetAfterSeconds: 4 * hours,
    onSuccess: 'keep',
  },
  /** Codes from a mail. Each code also dies after five wrong entries. */
  'code:address': {
    free: 20,
    firstWaitSeconds: 10,
    longestWaitSeconds: hours,
    forgetAfterSeconds: 4 * hours,
    onSuccess: 'release',
  },
  'code:account-and-address': {
    free: 5,
    firstWaitSeconds: 10,
    longestWaitSeconds: hours,
    forgetAfterSeconds: 4 * hours,
    onSuccess: 'forget',
  },
  /** Links from a mail, and the set-up link. They cannot be guessed; this spares the database. */
  'link:address': {
    free: 30,
    firstWaitSeconds: 10,
    longestWaitSeconds: 15 * minutes,
    forgetAfterSeconds: hours,
    onSuccess: 'release',
  },
  /** Second factors. Whoever gets here knows the password or reads the mailbox. */
  'challenge:account-and-address': {
    free: 5,
    firstWaitSeconds: 10,
    longestWaitSeconds: hours,
    forgetAfterSeconds: 4 * hours,
    onSuccess: 'forget',
  },
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

export type AttemptName = keyof typeof rules;

/** Under which rules a try counts, and whose it is under each. */
export type AttemptKeys = Partial<Record<AttemptName, string>>;

export interface Attempts {
  /**
   * Counts a try as failed before it is made, so that tries side by side cannot outrun the
   * count. The narrowest key comes first: where it refuses, the wider ones count nothing.
   * Throws `too-many-attempts` (429) with Retry-After while the wait of a rule lasts.
   */
  begin(keys: AttemptKeys): Promise<Attempt>;
}

export interface Attempt {
  /** The try was no failure. */
  succeed(): Promise<void>;
}

interface AttemptsOptions {
  db: Database;
  circuit: DatabaseCircuit;
  /** False when RATE_LIMITS=off. */
  isEnabled: boolean;
}

/** The longest that counting waits for the database, in milliseconds. */
const timeoutMs = 5_000;

/** Long enough never to collide; the table of counters need not know who tries. */
const toKey = (name: AttemptName, who: string) =>
  `${name}:${createHash('sha256').update(who).digest('base64url').slice(0, 22)}`;

/** Counts failures over all processes, in the database. */
export function createAttempts({ db, circuit, isEnabled }: AttemptsOptions): Attempts {
  const run = <T>(work: () => Promise<T>) => circuit.run(work, timeoutMs);
  if (!isEnabled) return { begin: async () => ({ succeed: async () => {} }) };

  return {
    async begin(keys) {
      const counted = Object.entries(keys).map(([name, who]) => {
        const rule = name as AttemptName;
        return { name: rule, key: toKey(rule, who) };
      });
      for (const { name, key } of counted) {
        const waitSeconds = await run(() => reserveAttempt(db, key, rules[name]));
        if (waitSeconds > 0) throw tooManyAttempts(name, waitSeconds);
      }
      return {
        async succeed() {
          for (const { name, key } of counted) {
            const { onSuccess } = rules[name];
            if (onSuccess === 'forget') await run(() => forgetAttempts(db, key));
            if (onSuccess === 'release') await run(() => releaseAttempt(db, key));
          }
        },
      };
    },
  };
}

/** Whose an attempt is: of a network, and of an account from a network. */
export const attemptBy = (address: string, account: string) => {
  const network = toLimitKey(address);
  return { network, accountAndNetwork: `${account} ${network}` };
};

const describeWait = (seconds: number) =>
  seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;

const tooManyAttempts = (name: AttemptName, waitSeconds: number) =>
  new AppError({
    code: 'too-many-attempts',
    status: 429,
    message: `Over the limit ${name}`,
    userMessage: `Too many attempts. Please wait ${describeWait(waitSeconds)} and try again.`,
    headers: { 'Retry-After': String(waitSeconds) },
  });
