import { AppError, databaseUnavailable } from '#server/errors.ts';

/** What a database says that is there and does not do what is asked now. */
const hinderedCodes = [
  '25006', // it may only be read, as a standby
  '53100', // its disk is full
  '53200', // its memory is
  '53300', // too many connections
  '57014', // a statement took longer than it may
  '58030', // its disk fails
];

/** Errors of the connection or the machine rather than of the statement; see PostgreSQL's appendix A. */
const unreachableCodes = new Set([
  ...hinderedCodes,
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT', // the socket's file is gone
  '57P01', // terminated by an administrator
  '57P02', // crashed
  '57P03', // starting up
]);

/** Messages of `pg` that come without a code. */
const unreachableMessage =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|connection timeout|pool after calling end|not queryable/i;

/**
 * Returns whether an error, or one that caused it, says that the database cannot be reached, not in
 * time, or does nothing for now: another try may find it well.
 */
export function isDatabaseUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // It knows what failed, which may be the storage: its causes look the same.
    if (cause instanceof AppError) return cause.code === 'database-unavailable';
    const code = 'code' in cause ? String(cause.code) : '';
    if (unreachableCodes.has(code) || code.startsWith('08')) return true;
    if (unreachableMessage.test(cause.message)) return true;
  }
  return false;
}

/**
 * Makes of an error of a database client that it cannot reach its database what the site answers then
 * (503). The codes alone do not tell: a request that breaks off has the same ones.
 */
export const markUnreachable = (error: unknown) =>
  isDatabaseUnreachable(error) && !(error instanceof AppError) ? databaseUnavailable(error) : error;

/** Returns whether an error says that a connection is of no use any more, or that there is none to be had. */
export function isConnectionLost(error: Error): boolean {
  // The database answers: it took long for one, all connections were in use, or it cannot write.
  const isHindered =
    ('code' in error && hinderedCodes.includes(String(error.code))) ||
    error.message === 'timeout exceeded when trying to connect';
  return !isHindered && isDatabaseUnreachable(error);
}

interface CircuitOptions {
  /** How long to leave a dead database alone before asking again, in milliseconds. */
  openForMs?: number | undefined;
  now?: () => number;
}

/** Knows whether the database was away a moment ago, so that nobody waits for it meanwhile. */
export type DatabaseCircuit = ReturnType<typeof createDatabaseCircuit>;

/** Makes a circuit that is opened by what the database does not answer, and closed by its next answer. */
export function createDatabaseCircuit({
  openForMs = 2_000,
  // No clock that somebody sets: an hour back, and the database would be away for an hour.
  now = () => performance.now(),
}: CircuitOptions = {}) {
  let openUntil = Number.NEGATIVE_INFINITY;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let openings = 0;
  const isOpen = () => now() < openUntil;
  const waiting = new Set<(error: Error) => void>();
  const away = () => databaseUnavailable(new Error('it did not answer a moment ago'));

  return {
    now,
    isOpen,
    /** How often the database was found to be away. */
    countOpenings: () => openings,
    noteAnswer() {
      openUntil = Number.NEGATIVE_INFINITY;
      answeredAt = now();
    },
    hasAnsweredSince: (askedAt: number) => answeredAt > askedAt,
    /**
     * Notes that what was asked at an instant had no answer. Opens, unless others have had theirs
     * since: then the database is slow, and not away.
     */
    noteMiss(askedAt: number) {
      if (answeredAt > askedAt) return;
      if (!isOpen()) openings += 1;
      openUntil = now() + openForMs;
      for (const refuse of waiting) refuse(away());
      waiting.clear();
    },
    /**
     * Waits for work while the circuit is closed; what comes of it later goes to `discard`. Throws
     * `database-unavailable` (503) when the circuit is open, or opens.
     */
    whileClosed<T>(work: () => Promise<T>, discard: (late: T) => void): Promise<T> {
      if (isOpen()) return Promise.reject(away());
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      waiting.add(reject);
      work().then(
        (result) => (waiting.delete(reject) ? resolve(result) : discard(result)),
        (error) => {
          waiting.delete(reject);
          reject(error);
        },
      );
      return promise;
    },
  };
}
