import { describeError, describeOrigin } from '#platform/errors/errors.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * A Ctrl+C may arrive several times within this period: from the terminal, npm and the script. In
 * milliseconds.
 */
const sameRequestMs = 2_000;

/**
 * Resolves with the reason on the first signal, or when the parent process ends. A later signal
 * ends the process immediately, as does an uncaught error: all confirmed data is on the disk.
 */
export function untilStopSignal(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let firstAt: number | undefined;
  for (const signal of signals) {
    process.on(signal, () => {
      firstAt ??= Date.now();
      if (Date.now() - firstAt > sameRequestMs) process.exit(1);
      resolve(signal);
    });
  }
  process.on('disconnect', () => resolve('npm start has ended'));
  // The channel must not keep this process alive.
  process.channel?.unref();
  process.on('uncaughtException', (error) => {
    console.error([describeError(error), ...describeOrigin(error)].join('\n    '));
    process.exit(1);
  });
  return promise;
}
