import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pidFileOf, readPidFile } from './pid-file.ts';

/** How long a server that was left behind may take to stop, in milliseconds. */
const stopDeadline = 15_000;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Returns nothing when it cannot be told. Kernel threads and zombies have an empty one. */
function readCommandLine(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
  } catch {
    // No /proc here, or no such process.
    const { stdout } = spawnSync('ps', ['-o', 'args=', '-p', `${pid}`], { encoding: 'utf8' });
    return stdout?.trim() ? stdout.trim().split(/ (?=-)|(?<=-D) /) : undefined;
  }
}

/** A server works in its cluster's folder; the link follows a folder that was moved. */
function readWorkingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** Returns whose process has the number in the pid file: this cluster's server, another program's, or not to be told. */
function identify(pid: number, clusterDirectory: string): 'ours' | 'foreign' | 'unknown' {
  const commandLine = readCommandLine(pid);
  if (!commandLine) return 'unknown';
  const [program = '', ...args] = commandLine;
  if (path.basename(program) !== 'postgres') return 'foreign';
  const workingDirectory = readWorkingDirectory(pid);
  if (workingDirectory !== undefined) {
    return workingDirectory === realpathSync(clusterDirectory) ? 'ours' : 'foreign';
  }
  return args.includes(clusterDirectory) ? 'ours' : 'unknown';
}

async function hasEnded(pid: number, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (isAlive(pid) && Date.now() < deadline) await delay(20);
  return !isAlive(pid);
}

/** Returns the processes of a server on this cluster; none where the system does not list processes. */
const findServers = (clusterDirectory: string): number[] =>
  (existsSync('/proc') ? readdirSync('/proc') : [])
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => identify(pid, clusterDirectory) === 'ours');

/** Fast shutdown, then the immediate one, which recovers from its log at the next start. */
async function stopServer(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (isAlive(pid)) process.kill(pid, signal);
    if (await hasEnded(pid, stopDeadline)) return;
  }
}

/**
 * Stops the PostgreSQL that a killed process has left running on this cluster. The pid file is
 * removed only when its number belongs to another program, or when a power cut has left no number in it
 * and no server runs: else PostgreSQL has to judge it, as it also looks for processes that hold the
 * cluster's memory.
 */
export async function stopOrphan(clusterDirectory: string): Promise<void> {
  const pid = readPidFile(clusterDirectory)?.pid;
  if (pid === undefined) return;
  if (!(pid > 0 && pid < 2 ** 31)) {
    await Promise.all(findServers(clusterDirectory).map(stopServer));
    rmSync(pidFileOf(clusterDirectory), { force: true });
    return;
  }
  if (!isAlive(pid)) return;
  const owner = identify(pid, clusterDirectory);
  if (owner === 'foreign') rmSync(pidFileOf(clusterDirectory), { force: true });
  if (owner === 'ours') await stopServer(pid);
}
