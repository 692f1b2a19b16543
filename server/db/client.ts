import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool, type PoolClient, type PoolConfig, type QueryResult } from 'pg';
import { describeError } from '#server/errors.ts';
import type { Logger } from '#server/logger.ts';
import { createDatabaseCircuit, type DatabaseCircuit, isConnectionLost } from './circuit.ts';
import { type Database, schema } from './executor.ts';

/**
 * How long a visitor waits for the database, in milliseconds: for a connection, and for each
 * answer on it. Pages give up after 10 seconds, and must hear of it before.
 */
export const visitorWaitMs = 4_000;

/** The same for a job, for which nobody waits. */
export const jobWaitMs = 15_000;

/** The database answers a statement that took too long; a network that has gone silent does not. */
const graceMs = 500;

interface ClientOptions {
  connectionString: string;
  log: Logger;
  /** The longest wait for a connection and for an answer. */
  waitMs?: number;
  /** Shared by the pools of one process. */
  circuit?: DatabaseCircuit;
  /** The most connections at once. */
  maxConnections?: number;
}

/**
 * Opens a pool on the database, with typed queries over it, of which every wait is bounded:
 * queries and transactions throw what `isDatabaseUnreachable` knows, at once while the circuit is
 * open. Nothing is connected before the first query. The session's zone is UTC. `close` waits for
 * queries in flight.
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
    connectionTimeoutMillis: waitMs,
    statement_timeout: waitMs,
    query_timeout: waitMs + graceMs,
    keepAlive: true,
    idle_in_transaction_session_timeout: 20_000,
    options: '-c timezone=UTC',
  };
  const pool = new BoundedPool(config, circuit);
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

  constructor(config: PoolConfig, circuit: DatabaseCircuit) {
    super(config);
    this.#circuit = circuit;
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
    this.#circuit.requireClosed();
    const client = await super.connect().catch((error: Error) => {
      if (isConnectionLost(error)) this.#circuit.open();
      throw error;
    });
    const release = client.release.bind(client);
    let isReleased = false;
    client.release = (error) => {
      if (!isReleased) release(error);
      isReleased = true;
    };
    return client;
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
    try {
      const result = await ask(statement, values);
      circuit.close();
      return result;
    } catch (error) {
      if (error instanceof Error && isConnectionLost(error)) {
        circuit.open();
        // At once: a rollback would wait behind what was not answered, and Drizzle keeps a
        // connection on which a transaction could not begin.
        client.release(error);
      }
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
