import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** How long a server may take to stop, in milliseconds. */
const stopDeadline = 15_000;

const pidFileOf = (directory: string) => path.join(directory, 'postmaster.pid');

/** Reads the pid file of a cluster's server. Returns undefined if there is none. */
export function readPidFile(directory: string) {
  try {
    const lines = readFileSync(pidFileOf(directory), 'utf8').split('\n');
    const [pid = '', , , port = '', , , , status = ''] = lines.map((line) => line.trim());
    return { pid: Number.parseInt(pid, 10), port, status };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Returns the command of a process with its arguments, or an empty string if it cannot be read. */
function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    // This system has no /proc.
    return spawnSync('ps', ['-o', 'args=', '-p', `${pid}`], { encoding: 'utf8' }).stdout ?? '';
  }
}

/**
 * Returns whether a process is the server of a cluster: its working directory is the cluster's
 * folder.
 */
function isServerOf(directory: string, pid: number, command: string): boolean {
  if (!/\bpostgres -D /.test(command)) return false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(directory);
  } catch {
    return command.includes(`postgres -D ${directory} `);
  }
}

/**
 * Stops the PostgreSQL that a killed process left running on a cluster: first a fast shutdown, then
 * an immediate one. Removes the pid file only if its number belongs to another program or is
 * invalid; otherwise PostgreSQL decides, which also looks for processes that use the cluster's
 * memory.
 */
export async function stopOrphan(directory: string): Promise<void> {
  const pid = readPidFile(directory)?.pid;
  if (pid === undefined) return;
  const forget = () => rmSync(pidFileOf(directory), { force: true });
  if (!(pid > 0 && pid < 2 ** 31)) return forget();
  if (!isAlive(pid)) return;
  const command = readCommand(pid).trim();
  // Zombies and kernel threads have no command.
  if (command === '') return;
  if (!isServerOf(directory, pid, command)) return forget();
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (isAlive(pid)) process.kill(pid, signal);
    const deadline = Date.now() + stopDeadline;
    while (isAlive(pid) && Date.now() < deadline) await delay(20);
  }
}
