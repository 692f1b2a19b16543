import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '#platform/log/logger.ts';
import {
  type Cluster,
  passwordFileOf,
  prepareCluster,
  privateConnectionString,
} from './cluster.ts';
import { launchServer, type ServerProcess, TransientError, untilReady } from './launch.ts';
import { readPidFile, stopOrphan } from './orphan.ts';
import { setUpRoles } from './set-up-roles.ts';

/** Processes of a killed server may use its memory for some seconds, in milliseconds. */
const retryDeadline = 20_000;

/** The pauses between attempts double, in milliseconds. */
const pauses = { shortest: 250, longest: 10_000 };

/** Returns a free port of the loopback interface. */
async function findFreePort(): Promise<number> {
  await using probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  if (typeof address !== 'object' || !address) throw new Error('No free port on loopback.');
  return address.port;
}

/** Starts the PostgreSQL of this process. The caller has locked the data folder. */
export async function startPrivatePostgres(dataDirectory: string, log: Logger) {
  const cluster = await prepareCluster(dataDirectory);
  const { port, stop } = await startPostmaster(cluster, log);
  return { connectionString: privateConnectionString(cluster.password, port), stop };
}

/** Returns the connection string of the private database if another process runs it. */
export function findRunningPostgres(dataDirectory: string): string | undefined {
  const passwordFile = passwordFileOf(dataDirectory);
  const port = readPidFile(path.join(dataDirectory, 'postgres'))?.port;
  if (!port || !existsSync(passwordFile)) return undefined;
  return privateConnectionString(readFileSync(passwordFile, 'utf8').trim(), port);
}

/**
 * Starts the server of a cluster, and restarts it on the same port when it dies. Returns when it
 * accepts connections, or throws the end of its log.
 */
export async function startPostmaster(cluster: Cluster, log: Logger) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let server: ServerProcess | undefined;

  const interruptOnExit = () => server?.interrupt();
  process.on('exit', interruptOnExit);

  async function launch(port: number): Promise<number> {
    await stopOrphan(cluster.directory);
    signal.throwIfAborted();
    setUpRoles(cluster);
    server = launchServer(cluster, port);
    try {
      await untilReady(server, cluster, signal);
      return port;
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  async function launchFirst(): Promise<number> {
    const deadline = Date.now() + retryDeadline;
    for (;;) {
      try {
        return await launch(await findFreePort());
      } catch (error) {
        if (!(error instanceof TransientError) || Date.now() > deadline) throw error;
        await delay(pauses.shortest);
      }
    }
  }

  async function keepRunning(port: number): Promise<void> {
    let pause = pauses.shortest;
    while (!signal.aborted) {
      const end = await server?.exited;
      if (signal.aborted) return;
      log.error({ ...end }, 'The private database has stopped; starting it again');
      try {
        await launch(port);
        log.info('The private database is running again');
        pause = pauses.shortest;
      } catch (error) {
        if (signal.aborted) return;
        log.error({ reason: String(error) }, 'The private database does not start');
        await delay(pause, undefined, { signal }).catch(() => {});
        pause = Math.min(pause * 2, pauses.longest);
      }
    }
  }

  const port = await launchFirst();
  const keeping = keepRunning(port);
  return {
    port,
    async stop() {
      stopping.abort();
      await server?.stop();
      await keeping;
      process.off('exit', interruptOnExit);
    },
  };
}
