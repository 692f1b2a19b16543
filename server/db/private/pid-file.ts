import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What stands in which line. A server adds its status (`starting`, `ready` …) once it has its port. */
const lineOf = { pid: 0, port: 3, status: 7 } as const;

/** Where a server that runs on this cluster says so itself. */
export const pidFileOf = (clusterDirectory: string) =>
  path.join(clusterDirectory, 'postmaster.pid');

/** Returns what the server of a cluster says of itself; nothing when there is no such file. */
export function readPidFile(clusterDirectory: string) {
  let lines: string[];
  try {
    lines = readFileSync(pidFileOf(clusterDirectory), 'utf8').split('\n');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const read = (name: keyof typeof lineOf) => lines[lineOf[name]]?.trim() ?? '';
  return {
    pid: Number.parseInt(read('pid'), 10),
    port: read('port'),
    isListening: read('status') !== '',
  };
}
