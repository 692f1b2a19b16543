import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { databaseUnavailable, describeError } from '#platform/errors/errors.ts';
import type { Logger } from '#platform/log/logger.ts';
import { createDatabaseCircuit, type DatabaseCircuit, markUnreachable } from './circuit.ts';
import { type Database, schema } from './executor.ts';
import { createSockets } from './sockets.ts';

/**
 * How long a visitor waits for a slow database, in milliseconds: for a connection, and for each
 * answer.
 */
export const visitorWaitMs = 6_000;

/** The same for a job, which no visitor waits for. */
export const jobWaitMs = 15_000;

/**
 * How much earlier the database cancels a statement, in milliseconds, so that the connection
 * survives.
 */
const graceMs = 250;

interface ClientOptions {
  connectionString: string;
  log: Logger;
  /** The maximum wait for a connection, and for an answer. */
  waitMs?: number;
  circuit?: DatabaseCircuit;
  maxConnections?: number;
}

/**
 * Opens a pool of database connections. Every wait is bounded, and ends early when the circuit
 * opens: queries then throw errors that `isDatabaseUnreachable` recognises. Connects on the first
 * query. `close` waits a few seconds for running queries.
 */
export function openDatabase({
  connectionString,
  log,
  waitMs = jobWaitMs,
  circuit = createDatabaseCircuit({ connectionString }),
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
  const pool = new GuardedPool(config, circuit);
  // A broken idle connection is replaced when it is needed.
  pool.on('error', (error) =>
    log.warn({ reason: describeError(error) }, 'A database connection broke'),
  );
  const unwatch = circuit.watch({
    isBusy: () => pool.totalCount > pool.idleCount || pool.waitingCount > 0,
    breakOff() {
      sockets.destroy();
      pool.refuseWaiting();
    },
  });
  const db: Database = drizzle(pool, { schema });
  async function close(): Promise<void> {
    unwatch();
    await sockets.endAfter(pool.end());
  }
  return { db, pool, close };
}

/** Resolves if the database answers, and throws otherwise. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.execute(sql`select 1`);
}

/** The timeout of the readiness check, in milliseconds. */
const readinessMs = 1_000;

/** Returns whether the database answers within a second. Never rejects. */
export const isDatabaseReady = (db: Database): Promise<boolean> =>
  Promise.race([
    pingDatabase(db).then(
      () => true,
      () => false,
    ),
    delay(readinessMs, false, { ref: false }),
  ]);

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/** A pool that hands out no connection while the circuit is open. */
class GuardedPool extends Pool {
  readonly #circuit: DatabaseCircuit;
  readonly #waiting = new Set<(error: Error) => void>();
  readonly #broken = new WeakSet<PoolClient>();

  constructor(config: PoolConfig, circuit: DatabaseCircuit) {
    super(config);
    this.#circuit = circuit;
    this.on('connect', (client) => {
      client.on('drain', circuit.noteAnswer);
      // A connection can break before its user listens, and an error without a listener ends the process.
      client.on('error', () => this.#broken.add(client));
    });
  }

  /** Rejects everyone who waits for a connection. */
  refuseWaiting(): void {
    for (const refuse of this.#waiting) refuse(unavailable());
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
    if (this.#circuit.isOpen()) throw unavailable();
    const { promise: refused, reject } = Promise.withResolvers<never>();
    this.#waiting.add(reject);
    const connecting = super.connect();
    try {
      const client = await Promise.race([connecting, refused]);
      if (this.#broken.has(client)) throw unavailable();
      return releaseWhenBroken(client, this.#circuit);
    } catch (error) {
      connecting.then((late) => late.release()).catch(this.#circuit.suspect);
      throw markUnreachable(error);
    } finally {
      this.#waiting.delete(reject);
    }
  }
}

const unavailable = () => databaseUnavailable(new Error('it did not answer a moment ago'));

/**
 * Removes a broken connection from the pool, because Drizzle keeps one on which a transaction could
 * not begin.
 */
function releaseWhenBroken(client: PoolClient, circuit: DatabaseCircuit): PoolClient {
  const release = client.release.bind(client);
  let isReleased = false;
  function releaseOnce(error?: Error | boolean): void {
    if (isReleased) return;
    isReleased = true;
    client.off('error', onError);
    release(error);
  }
  function onError(error: Error): void {
    releaseOnce(error);
    circuit.suspect();
  }
  client.on('error', onError);
  client.release = releaseOnce;
  return client;
}
