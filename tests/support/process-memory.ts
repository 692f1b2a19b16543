import { readFileSync, writeFileSync } from 'node:fs';

/** What the operating system says of a process's resident memory, in bytes. Linux only. */
export interface ResidentMemory {
  now: number;
  /** The highest since the process began, or since `forgetPeak`. */
  peak: number;
}

/** Reads it without a pause, so that it can be read in the moment before a kill. */
export function readResidentMemory(pid: number): ResidentMemory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => {
    const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
    if (kilobytes === undefined) throw new Error(`No ${name} of process ${pid}`);
    return Number(kilobytes) * 1024;
  };
  return { now: read('VmRSS'), peak: read('VmHWM') };
}

/** From now on the peak is that of what follows: no sample between two looks is missed. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');
