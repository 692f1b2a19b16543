import type { Config } from '#platform/config/config.ts';
import { DataDirectoryInUseError, lockDataDirectory } from '#platform/config/data-directory.ts';
import type { Logger } from '#platform/log/logger.ts';
import { findRunningPostgres, startPrivatePostgres } from './private/postmaster.ts';

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDirectory'>;

/**
 * Returns the connection string of the database. Without DATABASE_URL, runs the private one until
 * disposal.
 */
export async function findDatabase(
  { databaseUrl, dataDirectory }: DatabaseConfig,
  log: Logger,
  disposables: AsyncDisposableStack,
): Promise<string> {
  if (databaseUrl) return databaseUrl;
  const postgres = await startPrivatePostgres(dataDirectory, log);
  disposables.defer(postgres.stop);
  return postgres.connectionString;
}

/**
 * Returns the same for commands that may run together with the site, using its private database.
 */
export async function reachDatabase(
  config: DatabaseConfig,
  log: Logger,
  disposables: AsyncDisposableStack,
): Promise<string> {
  try {
    if (!config.databaseUrl) disposables.defer(lockDataDirectory(config.dataDirectory));
  } catch (error) {
    const isInUse = error instanceof DataDirectoryInUseError;
    const running = isInUse && findRunningPostgres(config.dataDirectory);
    if (running) return running;
    throw error;
  }
  return findDatabase(config, log, disposables);
}
