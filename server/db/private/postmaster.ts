import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from '#server/logger.ts';
import { type Cluster, databaseRole } from './cluster.ts';
import { stopOrphan } from './orphan.ts';

/** Recovery after a crash replays the log first, which may take its time. Milliseconds. */
const readyDeadline = 120_000;

/** Processes of a killed server may hold its memory for some seconds. Milliseconds. */
const retryDeadline = 20_000;

/** A fast shutdown that takes longer than this is cut short; nothing committed is lost. */
const stopDeadline = 20_000;

/** A running private database. */
export interface Postmaster {
  port: number;
  stop(): Promise<void>;
}

/** A free port on the loopback interface. */
async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || !address) throw new Error('No free port on loopback.');
  return address.port;
}

/**
 * Starts the cluster's server and watches over it: if it dies while it should run,
 * it is started again on the same port.
 *
 * @throws Error with the end of the server's own log when it does not start
 */
export async function startPostmaster(
  cluster: Cluster,
  logFile: string,
  log: Logger,
): Promise<Postmaster> {
  const port = await findFreePort();
  let isStopping = false;
  let child = await launchWithRetry(cluster, port, logFile);

  const watch = (): void => {
    child.once('exit', async (code, signal) => {
      if (isStopping) return;
      log.error({ code, signal }, 'The private database has stopped; starting it again');
      for (let pause = 250; !isStopping; pause = Math.min(pause * 2, 10_000)) {
        try {
          child = await launchWithRetry(cluster, port, logFile);
          log.info('The private database is back');
          return watch();
        } catch (error) {
          log.error({ reason: String(error) }, 'The private database does not start');
          await delay(pause);
        }
      }
    });
  };
  watch();

  // Whatever ends this process in an orderly way, no server stays behind.
  const killOnExit = () => child.kill('SIGINT');
  process.once('exit', killOnExit);

  return {
    port,
    async stop() {
      isStopping = true;
      process.off('exit', killOnExit);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGINT');
      const timer = setTimeout(() => child.kill('SIGQUIT'), stopDeadline);
      await exited;
      clearTimeout(timer);
    },
  };
}

async function launchWithRetry(
  cluster: Cluster,
  port: number,
  logFile: string,
): Promise<ChildProcess> {
  const deadline = Date.now() + retryDeadline;
  for (;;) {
    try {
      await stopOrphan(cluster.directory);
      return await launch(cluster, port, logFile);
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(250);
    }
  }
}

async function launch(cluster: Cluster, port: number, logFile: string): Promise<ChildProcess> {
  const output = openSync(logFile, 'a', 0o600);
  const [command, args] = cluster.user.wrap(cluster.postgres, [
    ...['-D', cluster.directory],
    ...['-c', 'listen_addresses=127.0.0.1'],
    ...['-c', `port=${port}`],
    ...['-c', 'unix_socket_directories='],
    ...['-c', 'max_connections=80'],
    ...['-c', 'timezone=UTC'],
    ...['-c', 'log_timezone=UTC'],
  ]);
  // In a session of its own: Ctrl+C in the terminal is for the site, which still
  // needs its database to finish what is in flight.
  const child = spawn(command, args, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`PostgreSQL did not start: ${readLogEnd(logFile)}`)));
  });
  failed.catch(() => {});
  await Promise.race([untilReady(cluster, port), failed]);
  return child;
}

async function untilReady(cluster: Cluster, port: number): Promise<void> {
  const deadline = Date.now() + readyDeadline;
  for (;;) {
    const client = new Client({
      host: '127.0.0.1',
      port,
      user: databaseRole,
      password: cluster.password,
      database: 'postgres',
      connectionTimeoutMillis: 2_000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      await ensureDatabase(client);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(25);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

async function ensureDatabase(client: Client): Promise<void> {
  const found = await client.query('select 1 from pg_database where datname = $1', [databaseRole]);
  if (found.rowCount === 0) await client.query(`create database ${databaseRole}`);
}

/** The last lines of PostgreSQL's log, which say why it has not started. */
function readLogEnd(logFile: string): string {
  return readFileSync(logFile, 'utf8').trim().split('\n').slice(-4).join(' | ');
}
