import type { Logger } from '#server/logger.ts';
import { prepareCluster } from './cluster.ts';
import { privateConnectionString } from './find-running.ts';
import { startPostmaster } from './postmaster.ts';

/** The private database of a site that was given no other. */
export interface PrivatePostgres {
  connectionString: string;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL that belongs to this process: its files under the data
 * folder, reachable on loopback only, with a password. The caller holds the lock
 * of the data folder.
 */
export async function startPrivatePostgres(
  dataDirectory: string,
  log: Logger,
): Promise<PrivatePostgres> {
  const cluster = await prepareCluster(dataDirectory);
  const { port, stop } = await startPostmaster(cluster, log);
  return { connectionString: privateConnectionString(cluster.password, port), stop };
}
