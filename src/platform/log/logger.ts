import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import { describeError } from '#platform/errors/errors.ts';

export type { Logger };

/** How long a line may wait for others to be written with, in milliseconds. */
const waitMs = 100;

/** How much is written at once, in bytes. */
const batchLength = 64_000;

/**
 * Opens standard output for lines that do not wait for it: many are written at once, after a tenth of a
 * second at the latest, and whatever is left when the process ends. They are gathered here, as bytes:
 * pino's stream measures all that it holds anew with each text that comes.
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
      // No character takes more than three bytes of each of its units.
      const most = 3 * line.length;
      if (length + most > batchLength) write();
      if (most > batchLength) output.write(line);
      else length += batch.write(line, length);
    },
  };
}

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
  if (!process.stdout.isTTY) return pino(options, openOutput());
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

/**
 * Makes what tells whoever starts the site something: on a terminal as it is, else as a line of the
 * log, which has it at every level.
 */
export function createAnnouncer(log: Logger): (text: string) => void {
  if (process.stdout.isTTY) return (text) => console.log(text);
  const always = log.child({}, { level: 'info' });
  return (text) => always.info(text);
}

/**
 * Switches a log between its own level and another at every SIGUSR2: to debug, or from debug and
 * trace to info. Children that stand keep theirs; each request has a new one.
 */
export function switchLevelOnSignal(log: Logger): void {
  const own = log.level;
  const other = log.isLevelEnabled('debug') ? 'info' : 'debug';
  process.on('SIGUSR2', () => {
    log.level = log.level === own ? other : own;
    createAnnouncer(log)(`The level of the log is ${log.level} now`);
  });
}
