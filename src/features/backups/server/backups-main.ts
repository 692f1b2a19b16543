import { setPriority } from 'node:os';
import { ConfigError, readConfig } from '#platform/config/config.ts';
import { privateUmask } from '#platform/config/data-directory.ts';
import { describeError } from '#platform/errors/errors.ts';
import { createLogger } from '#platform/log/logger.ts';
import { runBackupCommand } from './backup-command.ts';
import { BackupError } from './manifest.ts';
import { runRestoreCommand } from './restore-command.ts';
import { runningCode } from './run-backup-process.ts';
import { BackupRunningError } from './snapshot/open-snapshot.ts';

/* npm run backup, npm run restore. Node runs it from its source: neither needs a build. */

const commands: Record<string, typeof runBackupCommand> = {
  backup: runBackupCommand,
  restore: runRestoreCommand,
};

process.umask(privateUmask);
// An orderly end removes half-written files and stops a database that was started for it.
const end = () => process.exit(1);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
// The site that runs it has ended.
process.once('disconnect', end);
process.channel?.unref();
const [name = '', ...args] = process.argv.slice(2);
try {
  const command = commands[name];
  if (!command) throw new ConfigError(`Unknown command ${name}. Use backup or restore.`);
  // Visitors come first.
  if (process.channel) setPriority(10);
  await command(readConfig(process.env), createLogger('warn'), args);
} catch (error) {
  const isRunning = error instanceof BackupRunningError;
  const isForOperator = isRunning || error instanceof ConfigError || error instanceof BackupError;
  console.error(isForOperator ? error.message : describeError(error));
  process.exitCode = isRunning ? runningCode : 1;
}
