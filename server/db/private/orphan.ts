import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** How long a server that was left behind may take to stop, in milliseconds. */
const stopDeadline = 15_000;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** The command line of a process; empty when it cannot be told. */
function readCommandLine(pid: number): string {
  if (existsSync('/proc/self')) {
    const file = `/proc/${pid}/cmdline`;
    return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\0', ' ') : '';
  }
  return spawnSync('ps', ['-o', 'args=', '-p', `${pid}`], { encoding: 'utf8' }).stdout ?? '';
}

/**
 * Stops the PostgreSQL that a killed process has left running on this cluster, and
 * clears away the file by which it would refuse a new one. Only to be called by
 * whoever holds the data folder's lock. A number that now belongs to another
 * program is left alone.
 */
export async function stopOrphan(clusterDirectory: string): Promise<void> {
  const pidFile = path.join(clusterDirectory, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  const isOurs = pid > 1 && isAlive(pid) && readCommandLine(pid).includes(clusterDirectory);
  if (isOurs) {
    process.kill(pid, 'SIGINT');
    const deadline = Date.now() + stopDeadline;
    while (isAlive(pid) && Date.now() < deadline) await delay(20);
    if (isAlive(pid)) process.kill(pid, 'SIGQUIT');
    while (isAlive(pid) && Date.now() < deadline + stopDeadline) await delay(20);
  }
  rmSync(pidFile, { force: true });
}
