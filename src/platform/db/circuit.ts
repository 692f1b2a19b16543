import { Socket } from 'node:net';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { Client, DatabaseError } from 'pg';
import { AppError, databaseUnavailable } from '#platform/errors/errors.ts';

/**
 * Codes of the connection or the machine rather than of the statement: those of Node, and of PostgreSQL
 * (appendix A) a lost connection (08), no resources (53), an intervention (57), a failing disk (58) and
 * a standby that can only be read (25006).
 */
const unreachableCode =
  /^(?:08|53|57|58|25006$|ECONN|EPIPE$|ETIMEDOUT$|EHOSTUNREACH$|ENETUNREACH$|ENOTFOUND$|EAI_AGAIN$|ENOENT$)/;

/** Messages of `pg` that have no code. */
const unreachableMessage =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|connection timeout|pool after calling end|not queryable/i;

/**
 * Returns whether an error, or one that caused it, says that the database cannot be reached in time, or
 * does nothing right now: a retry may succeed.
 */
export function isDatabaseUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // It knows what failed, which may be the storage: its causes look the same.
    if (cause instanceof AppError) return cause.code === 'database-unavailable';
    if ('code' in cause && unreachableCode.test(String(cause.code))) return true;
    if (unreachableMessage.test(cause.message)) return true;
  }
  return false;
}

/** Turns the error of a database client that cannot reach its database into `database-unavailable` (503). */
export const markUnreachable = (error: unknown) =>
  isDatabaseUnreachable(error) && !(error instanceof AppError) ? databaseUnavailable(error) : error;

/**
 * Returns whether what was thrown comes from a database that is unavailable. Codes alone do not tell:
 * a request that breaks off has the same ones.
 */
export function isDatabaseFailure(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof AppError || cause instanceof DrizzleQueryError)
      return isDatabaseUnreachable(cause);
  return false;
}

/** How often the circuit looks whether the database still answers, in milliseconds. */
const usualCheckMs = 500;

/** A database that gives no connection for so long is unavailable, in milliseconds. */
const probeMs = 1_500;

interface CircuitOptions {
  connectionString: string;
  checkMs?: number | undefined;
}

/** What the circuit needs to know of a pool. */
interface WatchedPool {
  /** Whether anybody waits for the database. */
  isBusy(): boolean;
  /** Ends every connection, and with it every wait. */
  breakOff(): void;
}

export type DatabaseCircuit = ReturnType<typeof createDatabaseCircuit>;

/**
 * Fails requests quickly while the database is unavailable. When queries wait and none was answered since
 * the last check, it tries to open a separate connection. If that fails, the circuit opens, about two
 * seconds after the last answer, and all waiting queries fail. It closes when a connection succeeds.
 */
export function createDatabaseCircuit({ connectionString, checkMs }: CircuitOptions) {
  const pools = new Set<WatchedPool>();
  let isOpen = false;
  let isProbing = false;
  let openings = 0;
  let answers = 0;
  let answersBefore = 0;

  async function probeNow(): Promise<void> {
    if (isProbing) return;
    isProbing = true;
    const before = answers;
    const isThere = await probe(connectionString);
    isProbing = false;
    if (isThere || answers > before) {
      isOpen = false;
      return;
    }
    if (!isOpen) openings += 1;
    isOpen = true;
    for (const pool of pools) pool.breakOff();
  }

  function check(): void {
    const isSilent = answers === answersBefore && [...pools].some((pool) => pool.isBusy());
    answersBefore = answers;
    if (isOpen || isSilent) void probeNow();
  }

  // It keeps no process alive.
  const timer = setInterval(check, checkMs ?? usualCheckMs).unref();

  return {
    isOpen: () => isOpen,
    /** How often the database has become unavailable. */
    countOpenings: () => openings,
    noteAnswer() {
      answers += 1;
    },
    /** A connection broke, or was refused. */
    suspect: () => void probeNow(),
    watch(pool: WatchedPool) {
      pools.add(pool);
      return () => {
        pools.delete(pool);
        if (pools.size === 0) clearInterval(timer);
      };
    },
  };
}

/** Returns whether the database gives a connection, or says why it does not. */
async function probe(connectionString: string): Promise<boolean> {
  const socket = new Socket();
  const client = new Client({
    ...{ connectionString, application_name: 'probe', stream: () => socket },
    connectionTimeoutMillis: probeMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    return error instanceof DatabaseError;
  } finally {
    socket.destroy();
  }
}
