import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { type Cluster, privateConnectionString } from './cluster.ts';
import { readPidFile } from './orphan.ts';

/** How long a start may take, including crash recovery, in milliseconds. */
const readyDeadline = 10 * 60_000;

/**
 * How long a fast shutdown may take before an immediate one, in milliseconds. Committed data is
 * safe either way.
 */
const stopDeadline = 20_000;

/** A larger log is rotated at the start, in bytes. */
const largeLog = 10 * 1024 * 1024;

const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=80',
  // PostgreSQL's default of 1 GB is too much for a small disk.
  'max_wal_size=64MB',
  'min_wal_size=32MB',
  'timezone=UTC',
  'log_timezone=UTC',
  // Error details quote rows, which contain visitors' data.
  'log_error_verbosity=terse',
];

export type ServerProcess = ReturnType<typeof launchServer>;

/**
 * The server did not start for a temporary reason: leftovers of a killed one, or a port that is
 * taken.
 */
export class TransientError extends Error {}

const passing = /pre-existing shared memory|lock file .* already exists|could not bind/i;

/** Starts the server on a loopback port. Does not wait until it is ready. */
export function launchServer(cluster: Cluster, port: number) {
  const { logFile } = cluster;
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > largeLog) {
    renameSync(logFile, `${logFile}.old`);
  }
  const output = openSync(logFile, 'a', 0o600);
  const logStart = statSync(logFile).size;
  const options = [...settings, `port=${port}`].flatMap((setting) => ['-c', setting]);
  const [command, args] = cluster.user.wrap(cluster.postgres, [
    '-D',
    cluster.directory,
    ...options,
  ]);
  const child = spawn(command, args, {
    cwd: '/',
    // The environment does not contain the site's secrets.
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    // Ctrl+C in the terminal goes to the site, which needs its database to shut down.
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
    /** Resolves when the process has ended. Never rejects. */
    exited,
    /** Returns the last lines of the server's log as one line. */
    readLogEnd: () => spawnError || readLog().trim().split('\n').slice(-4).join(' | '),
    interrupt: () => void child.kill('SIGINT'),
    /** Shuts down. Open transactions are rolled back. */
    async stop() {
      child.kill('SIGINT');
      const timer = setTimeout(() => child.kill('SIGQUIT'), stopDeadline);
      await exited;
      clearTimeout(timer);
    },
  };
}

/**
 * Waits until the server accepts connections, checking its own pid file, because another server may
 * answer on the port. Throws the end of its log, as TransientError if a retry may help.
 */
export async function untilReady(
  server: ServerProcess,
  cluster: Cluster,
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + readyDeadline;
  for (;;) {
    signal.throwIfAborted();
    if (server.hasExited() || Date.now() > deadline) throw explainFailure(server.readLogEnd());
    const pidFile = readPidFile(cluster.directory);
    if (pidFile?.pid === server.pid && pidFile?.status === 'ready') {
      try {
        return await connectOnce(cluster, pidFile.port);
      } catch (error) {
        if (!server.hasExited()) throw error;
      }
    }
    await Promise.race([delay(25), server.exited]);
  }
}

/**
 * The first connection to a new database fills its caches, which takes longer than queries may
 * wait.
 */
async function connectOnce({ password }: Cluster, port: string): Promise<void> {
  const client = new Client({ connectionString: privateConnectionString(password, port) });
  // An unhandled event would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => {});
  }
}

/** Turns the end of PostgreSQL's log into an error. */
export function explainFailure(words: string): Error {
  const message = `The private database did not start: ${words}`;
  return passing.test(words) ? new TransientError(message) : new Error(message);
}
