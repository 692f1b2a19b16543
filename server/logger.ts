import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import { describeError } from './errors.ts';

export type { Logger };

/**
 * No line waits for the file that it goes to: many are written at once, after a tenth of a second at
 * the latest, and whatever is left when the process ends.
 */
const unhurried = { sync: false, minLength: 4_096, periodicFlush: 100 };

let lastMs = 0;
let lastTimestamp = '';

/** Written out once for all lines of a millisecond. */
function timestamp(): string {
  const ms = Date.now();
  if (ms !== lastMs) {
    lastMs = ms;
    lastTimestamp = `,"time":"${new Date(ms).toISOString()}"`;
  }
  return lastTimestamp;
}

/**
 * Makes a log of JSON lines, or of readable ones at a terminal. A `reason` may be anything that was
 * thrown; what visitors write or who they are is never handed to it.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: null, timestamp, serializers: { reason: describeError } };
  if (destination) return pino(options, destination);
  if (!process.stdout.isTTY) return pino(options, pino.destination(unhurried));
  return pino(
    options,
    pretty({
      colorize: true,
      translateTime: 'SYS:HH:MM:ss',
      ignore: 'pid,hostname,id',
      // In the same thread: no line is lost when the process ends.
      sync: true,
    }),
  );
}
