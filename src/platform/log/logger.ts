import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import { describeError } from '#platform/errors/errors.ts';

export type { Logger };

/** How long lines are buffered, in milliseconds. */
const waitMs = 100;

/** How many bytes are written together. */
const batchLength = 64_000;

/**
 * Opens a buffered standard output: lines are written together, after a tenth of a second at the
 * latest, and the rest when the process ends. The buffer has bytes, because pino's own stream
 * measures its whole buffer for each new line.
 */
function openOutput(): DestinationStream {
  const limits = { minLength: 2 * batchLength, maxWrite: 4 * batchLength };
  const output = pino.destination({ sync: false, ...limits });
  const batch = Buffer.allocUnsafe(batchLength);
  let length = 0;
  const handOn = () => {
    if (length > 0) output.write(batch.toString('utf8', 0, length));
    length = 0;
  };
  const write = () => {
    if (length === 0) return;
    handOn();
    output.flush();
  };
  setInterval(write, waitMs).unref();
  process.on('exit', () => {
    handOn();
    output.flushSync();
  });
  return {
    write(line) {
      // A UTF-16 unit takes at most three bytes.
      const most = 3 * line.length;
      if (length + most > batchLength) write();
      if (most > batchLength) output.write(line);
      else length += batch.write(line, length);
    },
  };
}

let lastMs = 0;
let lastTimestamp = '';

/** Formatted once for all lines of a millisecond. */
function timestamp(): string {
  const ms = Date.now();
  if (ms !== lastMs) {
    lastMs = ms;
    lastTimestamp = `,"time":"${new Date(ms).toISOString()}"`;
  }
  return lastTimestamp;
}

/**
 * Creates a log of JSON lines, or of readable ones on a terminal. A `reason` may be any thrown
 * value. Never pass visitors' data to the log.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: null, timestamp, serializers: { reason: describeError } };
  if (destination) return pino(options, destination);
  if (!process.stdout.isTTY) return pino(options, openOutput());
  return pino(
    options,
    pretty({
      colorize: true,
      translateTime: 'SYS:HH:MM:ss',
      ignore: 'pid,hostname,id',
      // In the same thread, so that no line is lost when the process ends.
      sync: true,
    }),
  );
}

/**
 * Creates a function that prints a message to the operator: on a terminal unchanged, otherwise as a
 * log line at any level.
 */
export function createAnnouncer(log: Logger): (text: string) => void {
  if (process.stdout.isTTY) return (text) => console.log(text);
  const always = log.child({}, { level: 'info' });
  return (text) => always.info(text);
}

/**
 * Switches the log level at every SIGUSR2: to debug, or from debug and trace to info, and back.
 * Existing child loggers keep their level; each request has a new one.
 */
export function switchLevelOnSignal(log: Logger): void {
  const own = log.level;
  const other = log.isLevelEnabled('debug') ? 'info' : 'debug';
  process.on('SIGUSR2', () => {
    log.level = log.level === own ? other : own;
    createAnnouncer(log)(`The level of the log is ${log.level} now`);
  });
}
