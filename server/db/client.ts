import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import {
  Client,
  DatabaseError,
  Pool,
  type PoolClient,
  type PoolConfig,
  type QueryResult,
} from 'pg';
import { databaseUnavailable, describeError } from '#server/errors.ts';
import type { Logger } from '#server/logger.ts';
import {
  createDatabaseCircuit,
  type DatabaseCircuit,
  isConnectionLost,
  markUnreachable,
} from './circuit.ts';
import { type Database, schema } from './executor.ts';
import { createSockets } from './sockets.ts';

/** How long a visitor waits for a database that is slow, in milliseconds: for a connection, and for each answer on it. */
export const visitorWaitMs = 6_000;

/** The same for a job, for which nobody waits. */
export const jobWaitMs = 15_000;

/** One that answers nobody for so long, in milliseconds, is away. */
const longestSilenceMs = 2_000;

/** So much earlier the database itself gives a statement up, and the connection can be kept. */
const graceMs = 250;

interface ClientOptions {
  connectionString: string;
  log: Logger;
  /** The longest wait for a connection and for an answer. */
  waitMs?: number;
  silenceMs?: number;
  circuit?: DatabaseCircuit;
  maxConnections?: number;
}

/**
 * Opens a pool on the database, of which every wait is bounded: queries throw what
 * `isDatabaseUnreachable` knows, at once while the circuit is open. Nothing is connected before the
 * first query. `close` waits for
 * queries in flight, for a few seconds.
 */
export function openDatabase({
  connectionString,
  log,
  waitMs = jobWaitMs,
  silenceMs = longestSilenceMs,
  circuit = createDatabaseCircuit(),
  maxConnections = 10,
}: ClientOptions) {
  const sockets = createSockets();
  const config = {
    connectionString,
    stream: sockets.stream,
    max: maxConnections,
    application_name: 'site',
    connectionTimeoutMillis: waitMs,
    statement_timeout: waitMs - graceMs,
    query_timeout: waitMs,
    keepAlive: true,
    idle_in_transaction_session_timeout: 20_000,
    options: '-c timezone=UTC',
  };
  const pool = new BoundedPool(config, circuit, silenceMs);
  // An idle connection that breaks is no error of ours: the pool opens another one.
  pool.on('error', (error) =>
    log.warn({ reason: describeError(error) }, 'A database connection broke'),
  );
  const db: Database = drizzle(pool, { schema });
  return { db, pool, close: () => sockets.endAfter(pool.end()) };
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
  readonly #silenceMs: number;

  constructor(config: PoolConfig, circuit: DatabaseCircuit, silenceMs: number) {
    super(config);
    this.#circuit = circuit;
    this.#silenceMs = silenceMs;
    this.on('connect', (client) => this.#watchAnswers(client));
    // What breaks a connection is told to the pool's own `query` past the connection's.
    const ask = this.query.bind(this) as (...given: unknown[]) => Promise<QueryResult> | undefined;
    const query = (...given: unknown[]) =>
      ask(...given)?.catch((error: unknown) => {
        throw markUnreachable(error);
      });
    Object.assign(this, { query });
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
    const silence = startSilence(this.#silenceMs, { atEnd: noteMiss });
    try {
      return await super.connect();
    } catch (error) {
      if (error instanceof Error && isConnectionLost(error)) noteMiss();
      throw markUnreachable(error);
    } finally {
      silence.stop();
    }
  }

  /** Has a connection tell the circuit what became of each statement. */
  #watchAnswers(client: PoolClient): void {
    // A connection that breaks while its transaction waits for something else has no query to
    // tell; the event, unheard, would end the process. Its next query fails all the same.
    client.on('error', () => {});
    const ask = client.query.bind(client) as (...given: unknown[]) => Promise<QueryResult>;

    const watched = async (statement: unknown, values: unknown): Promise<QueryResult> => {
      const askedAt = this.#circuit.now();
      const silence = this.#watchSilence(askedAt);
      try {
        const result = await Promise.race([ask(statement, values), silence.promise]);
        this.#circuit.noteAnswer();
        return result;
      } catch (error) {
        if (error instanceof Error && isConnectionLost(error)) {
          this.#circuit.noteMiss(askedAt);
          // At once: a rollback would wait behind what was not answered, and Drizzle keeps a
          // connection on which a transaction could not begin.
          client.release(error);
        } else if (error instanceof DatabaseError) this.#circuit.noteAnswer();
        throw markUnreachable(error);
      } finally {
        silence.stop();
      }
    };

    Object.assign(client, {
      query(statement: unknown, values?: unknown, callback?: AnswerCallback) {
        const answer = watched(statement, values);
        if (!callback) return answer;
        answer.then((result) => callback(undefined, result), callback);
        return undefined;
      },
    });
  }

  /**
   * Rejects when nobody has had an answer for so long. Half-way a connection is asked for: one that
   * is slow with a statement gives it.
   */
  #watchSilence(askedAt: number) {
    const { promise, reject } = Promise.withResolvers<never>();
    const give = () => {
      if (!this.#circuit.hasAnsweredSince(askedAt))
        reject(databaseUnavailable(new Error('it is silent')));
    };
    const atHalf = () => void this.#probe();
    return { promise, ...startSilence(this.#silenceMs, { atHalf, atEnd: give }) };
  }

  /** Asks for a connection beside the pool's, which may all be in use, and notes whether there was an answer. */
  async #probe(): Promise<void> {
    const client = new Client({ ...this.options, connectionTimeoutMillis: this.#silenceMs });
    client.on('error', () => {});
    await client.connect().then(this.#circuit.noteAnswer, (error) => {
      if (error instanceof DatabaseError) this.#circuit.noteAnswer();
    });
    await client.end().catch(() => {});
  }
}

interface SilenceCallbacks {
  atHalf?: () => void;
  atEnd: () => void;
}

/**
 * Times a silence, in milliseconds. Its second half begins only when the first has ended here: a process
 * that was kept waiting itself gets to read what has come.
 */
function startSilence(milliseconds: number, { atHalf, atEnd }: SilenceCallbacks) {
  const half = milliseconds / 2;
  let timer = setTimeout(() => {
    atHalf?.();
    timer = setTimeout(atEnd, half);
  }, half);
  return { stop: () => clearTimeout(timer) };
}

type AnswerCallback = (error: Error | undefined, result?: QueryResult) => void;
