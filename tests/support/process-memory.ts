import { readFileSync, writeFileSync } from 'node:fs';

/** A process's resident memory as reported by the operating system, in bytes. Linux only. */
export interface ResidentMemory {
  now: number;
  /** The peak since the process started, or since `forgetPeak`. */
  peak: number;
}

/** Reads the memory synchronously, so that it can be read just before a kill. */
export function readResidentMemory(pid: number): ResidentMemory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => {
    const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
    if (kilobytes === undefined) throw new Error(`No ${name} of process ${pid}`);
    return Number(kilobytes) * 1024;
  };
  return { now: read('VmRSS'), peak: read('VmHWM') };
}

/** Resets the peak, which the kernel tracks without gaps. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');
