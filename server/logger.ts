import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

export type { Logger };

/**
 * Makes a log of JSON lines, or of readable ones at a terminal. What visitors write or who they are
 * is never handed to it.
 */
export function createLogger(level: string): Logger {
  const options = { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` };
  if (!process.stdout.isTTY) return pino(options);
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
