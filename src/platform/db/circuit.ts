import { Socket } from 'node:net';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { Client, DatabaseError } from 'pg';
import { AppError, databaseUnavailable } from '#platform/errors/errors.ts';

/**
 * Error codes about the connection or the machine, not the statement: those of Node, and
 * PostgreSQL's (appendix A) for a lost connection (08), insufficient resources (53), operator
 * intervention (57), a failing disk (58) and a read-only standby (25006).
 */
const unreachableCode =
  /^(?:08|53|57|58|25006$|ECONN|EPIPE$|ETIMEDOUT$|EHOSTUNREACH$|ENETUNREACH$|ENOTFOUND$|EAI_AGAIN$|ENOENT$)/;

/** Messages of `pg` errors without a code. */
const unreachableMessage =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|connection timeout|pool after calling end|not queryable/i;

/**
 * Returns whether an error or one of its causes means that the database is unreachable, too slow or
 * temporarily unable to work, so that a retry may succeed.
 */
export function isDatabaseUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // An AppError states what failed. It may be the storage, whose causes look the same.
    if (cause instanceof AppError) return cause.code === 'database-unavailable';
    if ('code' in cause && unreachableCode.test(String(cause.code))) return true;
    if (unreachableMessage.test(cause.message)) return true;
  }
  return false;
}

/** Turns the error of a database client without a connection into `database-unavailable` (503). */
export const markUnreachable = (error: unknown) =>
  isDatabaseUnreachable(error) && !(error instanceof AppError) ? databaseUnavailable(error) : error;

/**
 * Returns whether an error comes from an unavailable database. Codes alone are not enough: an
 * aborted request has the same ones.
 */
export function isDatabaseFailure(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof AppError || cause instanceof DrizzleQueryError)
      return isDatabaseUnreachable(cause);
  return false;
}

/** How often the circuit checks for answers, in milliseconds. */
const usualCheckMs = 500;

/** The timeout of a connection attempt, in milliseconds. */
const usualProbeMs = 1_500;

interface CircuitOptions {
  connectionString: string;
  checkMs?: number | undefined;
  probeMs?: number | undefined;
}

/** The parts of a pool that the circuit needs. */
interface WatchedPool {
  /** Whether any query is waiting for the database. */
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
export function createDatabaseCircuit({
  connectionString,
  checkMs,
  probeMs = usualProbeMs,
}: CircuitOptions) {
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
    const isReachable = await probe(connectionString, probeMs);
    isProbing = false;
    if (isReachable || answers > before) {
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

  // The timer does not keep the process alive.
  const timer = setInterval(check, checkMs ?? usualCheckMs).unref();

  return {
    isOpen: () => isOpen,
    /** Returns how often the database has become unavailable. */
    countOpenings: () => openings,
    noteAnswer() {
      answers += 1;
    },
    /** Checks now, because a connection broke or was rejected. */
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

/** Returns whether the database accepts a connection or reports why not. */
async function probe(connectionString: string, probeMs: number): Promise<boolean> {
  const socket = new Socket();
  const client = new Client({
    connectionString,
    application_name: 'probe',
    stream: () => socket,
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
