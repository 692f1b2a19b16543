import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { DatabaseError, Pool, type PoolClient, type PoolConfig, type QueryResult } from 'pg';
import { describeError } from '#server/errors.ts';
import type { Logger } from '#server/logger.ts';
import { createDatabaseCircuit, type DatabaseCircuit, isConnectionLost } from './circuit.ts';
import { type Database, schema } from './executor.ts';

/**
 * How long a visitor waits for the database, in milliseconds: for a connection, and for each
 * answer on it. One that has gone silent is waited for so long in all.
 */
export const visitorWaitMs = 2_000;

/** The same for a job, for which nobody waits. */
export const jobWaitMs = 15_000;

/** So much earlier the database itself gives a statement up: its answer tells slow from silent. */
const graceMs = 250;

interface ClientOptions {
  connectionString: string;
  log: Logger;
  /** The longest wait for a connection and for an answer. */
  waitMs?: number;
  circuit?: DatabaseCircuit;
  maxConnections?: number;
}

/**
 * Opens a pool on the database, of which every wait is bounded: queries throw what
 * `isDatabaseUnreachable` knows, at once while the circuit is open. Nothing is connected before the
 * first query. `close` waits for queries in flight.
 */
export function openDatabase({
  connectionString,
  log,
  waitMs = jobWaitMs,
  circuit = createDatabaseCircuit(),
  maxConnections = 10,
}: ClientOptions) {
  const config = {
    connectionString,
    max: maxConnections,
    application_name: 'site',
    // Where all are in use, and others are answered, a connection is worth a longer wait.
    connectionTimeoutMillis: 2 * waitMs,
    statement_timeout: waitMs - graceMs,
    query_timeout: waitMs,
    keepAlive: true,
    idle_in_transaction_session_timeout: 20_000,
    options: '-c timezone=UTC',
  };
  const pool = new BoundedPool(config, circuit, waitMs);
  // An idle connection that breaks is no error of ours: the pool opens another one.
  pool.on('error', (error) =>
    log.warn({ reason: describeError(error) }, 'A database connection broke'),
  );
  const db: Database = drizzle(pool, { schema });
  return { db, pool, close: () => pool.end() };
}

/** Returns if the database answers; throws if not. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.execute(sql`select 1`);
}

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/** A pool that gives out no connection while the circuit is open. */
class BoundedPool extends Pool {
  readonly #circuit: DatabaseCircuit;
  readonly #waitMs: number;

  constructor(config: PoolConfig, circuit: DatabaseCircuit, waitMs: number) {
    super(config);
    this.#circuit = circuit;
    this.#waitMs = waitMs;
    this.on('connect', (client) => watchAnswers(client, circuit));
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | undefined {
    const connecting = this.#connect();
    if (!callback) return connecting;
    connecting.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  async #connect(): Promise<PoolClient> {
    const client = await this.#circuit.whileClosed(
      () => this.#takeConnection(),
      (late) => late.release(),
    );
    const release = client.release.bind(client);
    let isReleased = false;
    client.release = (error) => {
      if (!isReleased) release(error);
      isReleased = true;
    };
    return client;
  }

  async #takeConnection(): Promise<PoolClient> {
    const askedAt = this.#circuit.now();
    const noteMiss = () => this.#circuit.noteMiss(askedAt);
    const timer = setTimeout(noteMiss, this.#waitMs);
    try {
      return await super.connect();
    } catch (error) {
      if (error instanceof Error && isConnectionLost(error)) noteMiss();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

type AnswerCallback = (error: Error | undefined, result?: QueryResult) => void;

/** Has a connection tell the circuit what became of each statement. */
function watchAnswers(client: PoolClient, circuit: DatabaseCircuit): void {
  // A connection that breaks while its transaction waits for something else has no query to
  // tell; the event, unheard, would end the process. Its next query fails all the same.
  client.on('error', () => {});
  const ask = client.query.bind(client) as (...given: unknown[]) => Promise<QueryResult>;

  async function watched(statement: unknown, values: unknown): Promise<QueryResult> {
    const askedAt = circuit.now();
    try {
      const result = await ask(statement, values);
      circuit.noteAnswer();
      return result;
    } catch (error) {
      if (error instanceof Error && isConnectionLost(error)) {
        circuit.noteMiss(askedAt);
        // At once: a rollback would wait behind what was not answered, and Drizzle keeps a
        // connection on which a transaction could not begin.
        client.release(error);
      } else if (error instanceof DatabaseError) circuit.noteAnswer();
      throw error;
    }
  }

  Object.assign(client, {
    query(statement: unknown, values?: unknown, callback?: AnswerCallback) {
      const answer = watched(statement, values);
      if (!callback) return answer;
      answer.then((result) => callback(undefined, result), callback);
      return undefined;
    },
  });
}
