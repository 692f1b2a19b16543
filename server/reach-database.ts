import type { Config } from './config.ts';
import { DataDirectoryInUseError, lockDataDirectory } from './data-directory.ts';
import { findRunningPostgres, startPrivatePostgres } from './db/private/postmaster.ts';
import type { Logger } from './logger.ts';

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDirectory'>;

/** The database that was named, or a private one that lives until `disposables` are disposed of. */
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
 * For commands, beside the running site or without it: the database that was named; or the private
 * one, which is that of the running site if there is one, as it holds the data folder, or else one
 * that is started for as long as this takes.
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
