import { runBackupCommand } from './backup-command.ts';
import { BackupError } from './backups/backup-error.ts';
import { ConfigError, readConfig } from './config.ts';
import { privateUmask } from './data-directory.ts';
import { BackupRunningError } from './db/snapshot/open-snapshot.ts';
import { describeError } from './errors.ts';
import { createLogger } from './logger.ts';
import { runRestoreCommand } from './restore-command.ts';

/*
 * npm run backup, npm run restore. Run from its source, which Node reads as it is: neither needs a
 * build, nor the memory of the site's.
 */

const commands: Record<string, typeof runBackupCommand> = {
  backup: runBackupCommand,
  restore: runRestoreCommand,
};

process.umask(privateUmask);
// In order: what is half done is taken away, and a database that was started for it stops.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(1));
}
const [name = '', ...args] = process.argv.slice(2);
try {
  const command = commands[name];
  if (!command) throw new ConfigError(`Unknown command ${name}. Use backup or restore.`);
  await command(readConfig(process.env), createLogger('warn'), args);
} catch (error) {
  const isForOperator =
    error instanceof ConfigError ||
    error instanceof BackupError ||
    error instanceof BackupRunningError;
  console.error(isForOperator ? error.message : describeError(error));
  process.exitCode = 1;
}
