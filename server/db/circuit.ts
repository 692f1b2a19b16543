import { AppError, databaseUnavailable } from '#server/errors.ts';

/** Errors of the connection rather than of the statement; see PostgreSQL's appendix A. */
const unreachableCodes = new Set([
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
  '53300', // too many connections
  '57014', // a statement took longer than it may
  '57P01', // terminated by an administrator
  '57P02', // crashed
  '57P03', // starting up
]);

/** Messages of `pg` that come without a code. */
const unreachableMessage =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|connection timeout|pool after calling end|not queryable/i;

/** Whether an error, or one that caused it, says that the database cannot be reached, or not in time. */
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

/** Whether an error says that a connection is of no use any more, or that there is none to be had. */
export function isConnectionLost(error: Error): boolean {
  // The database answers others: it took long for one, or all connections were in use.
  const isBusy =
    ('code' in error && error.code === '57014') ||
    error.message === 'timeout exceeded when trying to connect';
  return !isBusy && isDatabaseUnreachable(error);
}

/** Knows whether the database was away a moment ago, so that nobody waits for it meanwhile. */
export interface DatabaseCircuit {
  /** Throws `database-unavailable` (503) while the database is known to be away. */
  requireClosed(): void;
  close(): void;
  open(): void;
}

interface CircuitOptions {
  /** How long to leave a dead database alone before asking again, in milliseconds. */
  openForMs?: number | undefined;
  now?: () => number;
}

/** Makes a circuit that is opened by the first failure to reach the database and closed by the first answer. */
export function createDatabaseCircuit({
  openForMs = 2_000,
  now = Date.now,
}: CircuitOptions = {}): DatabaseCircuit {
  let openUntil = 0;
  return {
    requireClosed() {
      if (now() < openUntil) throw databaseUnavailable(new Error('it did not answer a moment ago'));
    },
    close() {
      openUntil = 0;
    },
    open() {
      openUntil = now() + openForMs;
    },
  };
}
