import { existsSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where Debian's package `libfaketime` puts it. */
const library = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
].find(existsSync);

/** Why this machine has no clock to set; nothing when it has. */
export const ownClockMissing = library ? undefined : 'libfaketime is not installed';

/** So long a process may go on with what it knew of the clock, in milliseconds. */
export const clockDelay = 1_500;

export type OwnClock = ReturnType<typeof createOwnClock>;

/** Makes a clock that processes have in the place of the machine's: those with its environment. */
export function createOwnClock(folder: string) {
  const file = path.join(folder, 'clock');
  function set(seconds: number): void {
    const next = `${file}.next`;
    // Whoever reads it is another user.
    writeFileSync(next, `${seconds < 0 ? '' : '+'}${seconds}`, { mode: 0o644 });
    renameSync(next, file);
  }
  set(0);
  return {
    environment: {
      LD_PRELOAD: library ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      // What only ever goes on does so when a clock is set.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    /** Sets it so many seconds before or behind the machine's. */
    set,
  };
}
