import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from '#server/logger.ts';
import { prepareCluster, privateConnectionString } from './cluster.ts';
import { startPostmaster } from './postmaster.ts';

/** Starts a PostgreSQL that belongs to this process, on loopback only. The caller holds the lock of the data folder. */
export async function startPrivatePostgres(dataDirectory: string, log: Logger) {
  const cluster = await prepareCluster(dataDirectory);
  const { port, stop } = await startPostmaster(cluster, log);
  return { connectionString: privateConnectionString(cluster.password, port), stop };
}

/** In the server's own pid file, the line that says its port. */
const portLine = 3;

/** Returns where the private database is that another process of this data folder runs, if one does. */
export function findRunningPostgres(dataDirectory: string): string | undefined {
  const pidFile = path.join(dataDirectory, 'postgres/postmaster.pid');
  const passwordFile = path.join(dataDirectory, 'postgres.password');
  if (!existsSync(pidFile) || !existsSync(passwordFile)) return undefined;
  const port = readFileSync(pidFile, 'utf8').split('\n')[portLine]?.trim();
  return port && privateConnectionString(readFileSync(passwordFile, 'utf8').trim(), port);
}
