import type { Config } from '#platform/config/config.ts';
import { DataDirectoryInUseError, lockDataDirectory } from '#platform/config/data-directory.ts';
import type { Logger } from '#platform/log/logger.ts';
import { findRunningPostgres, startPrivatePostgres } from './private/postmaster.ts';

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDirectory'>;

/** Returns the address of the database. Starts the private one if none is named, until disposal. */
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

/** The same for commands that may run while the site does, with its private database. */
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
