import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { ConfigError } from '#server/config.ts';
import { type Cluster, describeShortage, privateConnectionString } from './cluster.ts';
import { readPidFile } from './pid-file.ts';
import { limitWal } from './wal-size.ts';

/** How long a server may stay without a sign of life while it starts, in milliseconds. */
const readyDeadline = 120_000;

/** A fast shutdown that takes longer than this is cut short; nothing committed is lost. */
const stopDeadline = 20_000;

/** PostgreSQL's log is put aside at a start when it is larger than this, in bytes. */
const largeLog = 10 * 1024 * 1024;

export type ServerProcess = ReturnType<typeof launchServer>;

/** The server could not start for a reason that may pass: leftovers of a killed one, a port just taken. */
export class PassingFailure extends Error {}

const passing = /pre-existing shared memory|lock file .* already exists|could not bind/i;

/** Starts the server on this port of the loopback interface. Does not wait until it is ready. */
export function launchServer(cluster: Cluster, port: number) {
  const { logFile } = cluster;
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > largeLog) {
    renameSync(logFile, `${logFile}.old`);
  }
  const output = openSync(logFile, 'a', 0o600);
  const logStart = statSync(logFile).size;
  const [command, args] = cluster.user.wrap(cluster.postgres, [
    ...['-D', cluster.directory],
    ...['-c', 'listen_addresses=127.0.0.1'],
    ...['-c', `port=${port}`],
    ...['-c', 'unix_socket_directories='],
    ...['-c', 'max_connections=80'],
    ...limitWal(cluster.directory),
    ...['-c', 'timezone=UTC'],
    ...['-c', 'log_timezone=UTC'],
    // Details of an error quote the row, and rows hold what visitors wrote.
    ...['-c', 'log_error_verbosity=terse'],
  ]);
  const child = spawn(command, args, {
    cwd: '/',
    // The site's secrets are none of its business.
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    // In a session of its own: Ctrl+C in the terminal is for the site, which still
    // needs its database to finish what is in flight.
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  return watch(child, () => readFileSync(logFile).subarray(logStart).toString());
}

function watch(child: ChildProcess, readLog: () => string) {
  let hasExited = false;
  let spawnError = '';
  type End = { code: number | null; signal: NodeJS.Signals | null };
  const { promise: exited, resolve } = Promise.withResolvers<End>();
  const onEnd = (code: End['code'], signal: End['signal']) => {
    hasExited = true;
    resolve({ code, signal });
  };
  child.once('exit', onEnd);
  child.once('error', (error) => {
    spawnError = error.message;
    if (child.pid === undefined) onEnd(null, null);
  });

  return {
    pid: child.pid,
    hasExited: () => hasExited,
    /** Resolves when the process is gone, with what is known of its end. Never rejects. */
    exited,
    /** Returns what the server itself has logged since it was launched, on one line. */
    lastWords: () => spawnError || readLog().trim().split('\n').slice(-4).join(' | '),
    interrupt: () => void child.kill('SIGINT'),
    /** Shuts down: open transactions are rolled back, the rest is written out. */
    async stop() {
      child.kill('SIGINT');
      const timer = setTimeout(() => child.kill('SIGQUIT'), stopDeadline);
      await exited;
      clearTimeout(timer);
    },
  };
}

/**
 * Waits until the server answers the site's role, as long as it says that it is replaying its log.
 * Throws PassingFailure when another try may help, else the end of the server's own log.
 */
export async function untilReady(
  server: ServerProcess,
  cluster: Cluster,
  port: number,
  signal: AbortSignal,
): Promise<void> {
  let deadline = Date.now() + readyDeadline;
  for (;;) {
    signal.throwIfAborted();
    if (server.hasExited()) throw explainFailure(cluster, server.lastWords());
    try {
      if (hasPort(server, cluster)) return await connectOnce(cluster, port);
      if (Date.now() > deadline) throw explainFailure(cluster, server.lastWords());
    } catch (error) {
      const code = error instanceof DatabaseError ? error.code : undefined;
      if (code === '28P01') {
        throw new ConfigError(
          `The private database does not accept the password in ${cluster.passwordFile}. Put back the file that belongs to it.`,
        );
      }
      if (code === '57P03') deadline = Date.now() + readyDeadline;
      if (Date.now() > deadline) throw error;
    }
    await Promise.race([delay(25), server.exited]);
  }
}

/**
 * Whether the port is this server's. Where another one had it first, that one answers: to the same
 * password too, if its data folder is a copy.
 */
function hasPort({ pid }: ServerProcess, { directory }: Cluster): boolean {
  const told = readPidFile(directory);
  return told?.pid === pid && told?.isListening === true;
}

/** Returns what PostgreSQL's last words mean: a failure that may pass, or one that stays. */
export function explainFailure(cluster: Cluster, words: string): Error {
  const message = `The private database did not start: ${words}${describeShortage(cluster.directory)}`;
  return passing.test(words) ? new PassingFailure(message) : new Error(message);
}

async function connectOnce(cluster: Cluster, port: number): Promise<void> {
  const client = new Client({
    connectionString: privateConnectionString(cluster.password, port),
    connectionTimeoutMillis: 2_000,
  });
  // A connection that breaks says so to whoever waits for it; the event alone would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => {});
  }
}
