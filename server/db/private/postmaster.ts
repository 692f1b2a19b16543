import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '#server/logger.ts';
import { type Cluster, prepareCluster, privateConnectionString } from './cluster.ts';
import { launchServer, PassingFailure, type ServerProcess, untilReady } from './launch.ts';
import { stopOrphan } from './orphan.ts';
import { readPidFile } from './pid-file.ts';
import { setUpRoles } from './set-up-roles.ts';

/** Processes of a killed server may hold its memory for some seconds. Milliseconds. */
const retryDeadline = 20_000;

/** Between two tries to bring a dead server back: from the first to the second, doubling. Milliseconds. */
const pauses = { shortest: 250, longest: 10_000 };

async function findFreePort(): Promise<number> {
  await using probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  if (typeof address !== 'object' || !address) throw new Error('No free port on loopback.');
  return address.port;
}

/** Starts a PostgreSQL that belongs to this process, on loopback only. The caller holds the lock of the data folder. */
export async function startPrivatePostgres(dataDirectory: string, log: Logger) {
  const cluster = await prepareCluster(dataDirectory);
  const { port, stop } = await startPostmaster(cluster, log);
  return { connectionString: privateConnectionString(cluster.password, port), stop };
}

/** Returns where the private database is that another process of this data folder runs, if one does. */
export function findRunningPostgres(dataDirectory: string): string | undefined {
  const passwordFile = path.join(dataDirectory, 'postgres.password');
  const port = readPidFile(path.join(dataDirectory, 'postgres'))?.port;
  if (!port || !existsSync(passwordFile)) return undefined;
  return privateConnectionString(readFileSync(passwordFile, 'utf8').trim(), port);
}

/**
 * Starts the cluster's server and starts it again on the same port whenever it dies. Returns when
 * it answers; throws the end of its log when it does not.
 */
export async function startPostmaster(cluster: Cluster, log: Logger) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let server: ServerProcess | undefined;

  // Whatever ends this process in an orderly way, no server stays behind.
  const interruptOnExit = () => server?.interrupt();
  process.on('exit', interruptOnExit);

  async function launch(port: number): Promise<ServerProcess> {
    await stopOrphan(cluster.directory);
    signal.throwIfAborted();
    setUpRoles(cluster);
    server = launchServer(cluster, port);
    try {
      await untilReady(server, cluster, port, signal);
      return server;
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  async function launchFirst(): Promise<number> {
    const deadline = Date.now() + retryDeadline;
    for (;;) {
      const port = await findFreePort();
      try {
        await launch(port);
        return port;
      } catch (error) {
        if (!(error instanceof PassingFailure) || Date.now() > deadline) throw error;
        await delay(pauses.shortest);
      }
    }
  }

  async function relaunch(port: number): Promise<void> {
    for (let pause = pauses.shortest; !signal.aborted; ) {
      try {
        await launch(port);
        log.info('The private database is back');
        return;
      } catch (error) {
        if (signal.aborted) return;
        log.error({ reason: String(error) }, 'The private database does not start');
        await delay(pause, undefined, { signal }).catch(() => {});
        pause = Math.min(pause * 2, pauses.longest);
      }
    }
  }

  async function keepAlive(port: number): Promise<void> {
    while (!signal.aborted) {
      const end = await server?.exited;
      if (signal.aborted) return;
      log.error({ ...end }, 'The private database has stopped; starting it again');
      await relaunch(port);
    }
  }

  const port = await launchFirst();
  const keeping = keepAlive(port);
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
