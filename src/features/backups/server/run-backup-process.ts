import { fork } from 'node:child_process';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { projectDirectory } from '#platform/db/migrate.ts';

const commandFile = path.join(projectDirectory, 'src/features/backups/server/backups-main.ts');

/** Keeps V8 from accumulating buffers, in megabytes. `tools/tool.mjs` uses the same limits. */
const smallMemory = ['--max-semi-space-size=2', '--max-old-space-size=256'];

/** A backup that takes longer has stalled. In milliseconds. */
const maxMs = 12 * 60 * 60_000;

/** The file descriptor of a download. Standard output would fail with a slow reader. */
export const downloadDescriptor = 4;

/** The exit code when another backup is running (EX_TEMPFAIL). */
export const runningCode = 75;

export interface BackupEnd {
  outcome: 'made' | 'running' | 'failed';
  /** The output of the command. */
  said: string;
}

export type RunBackup = typeof runBackupProcess;

/**
 * Runs the command `backup` in a separate process, because reading and encrypting would slow down
 * requests. `content` is the backup if it is a download. The process ends with this one.
 */
export function runBackupProcess(environment: NodeJS.ProcessEnv, args: string[]) {
  const child = fork(commandFile, ['backup', ...args], {
    execArgv: smallMemory,
    env: { ...environment, MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
    timeout: maxMs,
    // Ctrl+C in the terminal goes to the site, which ends its backups.
    detached: true,
  });
  // It is missing if the system cannot start another process.
  const pipe = child.stdio?.[downloadDescriptor];
  const content = pipe instanceof Readable ? pipe : Readable.from([]);
  const { promise: ended, resolve } = Promise.withResolvers<BackupEnd>();
  const said = child.stderr ? text(child.stderr) : Promise.resolve('');
  child.once('error', ({ message }) => resolve({ outcome: 'failed', said: message }));
  child.once('exit', async (code, signal) => {
    const lines = (await said).trim();
    if (code === 0) resolve({ outcome: 'made', said: lines });
    else if (code === runningCode) resolve({ outcome: 'running', said: lines });
    else resolve({ outcome: 'failed', said: lines || `It was cut off (${signal ?? code}).` });
  });
  function stop(): void {
    content.destroy();
    child.kill();
  }
  return { content, ended, stop };
}
