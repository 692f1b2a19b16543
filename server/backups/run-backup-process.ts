import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { projectDirectory } from '#server/db/migrate.ts';
import type { BackupResult, BackupTask } from './backup-task.ts';

const processFile = path.join(projectDirectory, 'server/backups/backup-process.ts');

/** Visitors come first (nice, as `os.setPriority` takes it). */
const priority = 10;

/**
 * Half of what Node would take by itself: it is mostly bytes on their way, which V8 lets lie. In
 * megabytes; scripts/backups.mjs has the same.
 */
const sparing = ['--max-semi-space-size=2', '--max-old-space-size=256'];
const fewPools = { MALLOC_ARENA_MAX: '2' };

/** One that is told to end takes away what it has begun first. In milliseconds. */
const endingMs = 10_000;

export type RunBackup = typeof runBackupProcess;

/**
 * Lets a process of its own make a backup. `content` has its bytes, unless they go to a place by
 * themselves, and ends without an error whatever becomes of it: `result` says so, and never rejects.
 */
export function runBackupProcess(task: BackupTask) {
  const child = fork(processFile, [], {
    execArgv: sparing,
    env: { ...process.env, ...fewPools },
    serialization: 'advanced',
    // The backup has a pipe of its own: what is printed has no place in it.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc', task.nightly ? 'ignore' : 'pipe'],
  });
  const { promise: result, resolve } = Promise.withResolvers<BackupResult>();
  const fail = (reason: string) => resolve({ outcome: 'failed', reason });
  // Nothing of it is there when the system has no room for another process.
  const pipe = child.stdio?.[4];
  const content = pipe instanceof Readable ? pipe : Readable.from([]);
  child.once('message', (message: BackupResult) => resolve(message));
  child.on('error', (error) => fail(error.message));
  const { promise: ending, resolve: noteEnding } = Promise.withResolvers<number | string | null>();
  child.once('exit', (code, signal) => noteEnding(signal ?? code));
  // After all that it has said was heard: its end may be known before.
  child.once('disconnect', async () => fail(`It was cut off (${await ending}).`));
  child.once('spawn', () => {
    tryToSetPriority(child.pid);
    child.send(task, (error) => error && fail(error.message));
  });

  /** Gives it up. */
  function stop(): void {
    content.destroy();
    if (child.connected) child.disconnect();
    const deadline = setTimeout(() => child.kill('SIGKILL'), endingMs).unref();
    child.once('exit', () => clearTimeout(deadline));
  }
  return { content, result, stop };
}

/** A system that does not know it goes without. */
function tryToSetPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, priority);
  } catch {}
}
