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
  '57P01', // terminated by an administrator
  '57P02', // crashed
  '57P03', // starting up
]);

/** Messages of `pg` that come without a code. */
const unreachableMessage =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|connection timeout|pool after calling end|not queryable/i;

/** Whether an error, or one that caused it, says that the database cannot be reached. */
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

/** Bounds every wait on the database, and stops waiting at all while it is known to be away. */
export interface DatabaseCircuit {
  /**
   * Runs `work`, for at most `timeoutMs`. A timeout does not cancel the work: it may still
   * take effect later. Throws `database-unavailable` on a timeout, when the database cannot
   * be reached, and at once while the circuit is open.
   */
  run<T>(work: () => Promise<T>, timeoutMs: number): Promise<T>;
  isOpen(): boolean;
}

interface CircuitOptions {
  /** How long to leave a dead database alone before asking again, in milliseconds. */
  openForMs?: number;
  now?: () => number;
}

/** A circuit that opens on the first failure to reach the database and closes on the first answer. */
export function createDatabaseCircuit({
  openForMs = 2_000,
  now = Date.now,
}: CircuitOptions = {}): DatabaseCircuit {
  let openUntil = 0;

  return {
    isOpen: () => now() < openUntil,
    async run(work, timeoutMs) {
      if (now() < openUntil) throw databaseUnavailable(new Error('it did not answer a moment ago'));
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<never>((_, reject) => {
        timer = setTimeout(
          () => reject(databaseUnavailable(new Error(`no answer within ${timeoutMs} ms`))),
          timeoutMs,
        );
      });
      const running = work();
      // After a timeout nobody waits for it any more; its failure must not end the process.
      running.catch(() => {});
      try {
        const result = await Promise.race([running, timeout]);
        openUntil = 0;
        return result;
      } catch (error) {
        if (!isDatabaseUnreachable(error)) throw error;
        openUntil = now() + openForMs;
        throw databaseUnavailable(error);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
