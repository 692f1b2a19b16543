import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import { describeError } from './errors.ts';

export type { Logger };

/**
 * Makes a log of JSON lines, or of readable ones at a terminal. A `reason` may be anything that was
 * thrown; what visitors write or who they are is never handed to it.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const timestamp = () => `,"time":"${new Date().toISOString()}"`;
  const options = { level, base: null, timestamp, serializers: { reason: describeError } };
  if (destination) return pino(options, destination);
  // Lines that come while others are written go out with the next ones: none waits for a file.
  if (!process.stdout.isTTY) return pino(options, pino.destination({ sync: false }));
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
