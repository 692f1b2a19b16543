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

/* npm run backup, npm run restore. Node runs this source file; no build is needed. */

const commands: Record<string, typeof runBackupCommand> = {
  backup: runBackupCommand,
  restore: runRestoreCommand,
};

process.umask(privateUmask);
// `exit` handlers remove half-written files and stop a database that was started for the command.
const end = () => process.exit(1);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
// The site that started this process has ended.
process.once('disconnect', end);
process.channel?.unref();
const [name = '', ...args] = process.argv.slice(2);
try {
  const command = commands[name];
  if (!command) throw new ConfigError(`Unknown command ${name}. Use backup or restore.`);
  // Runs at a low priority, so that the site stays fast.
  if (process.channel) setPriority(10);
  await command(readConfig(process.env), createLogger('warn'), args);
} catch (error) {
  const isRunning = error instanceof BackupRunningError;
  const isForOperator = isRunning || error instanceof ConfigError || error instanceof BackupError;
  console.error(isForOperator ? error.message : describeError(error));
  process.exitCode = isRunning ? runningCode : 1;
}
