import { describeError, describeOrigin } from './errors.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Signals this soon after the first are the same request, in milliseconds: one Ctrl+C
 * reaches the site from the terminal, from npm and from the script that started it.
 */
const sameRequestMs = 2_000;

/**
 * Resolves with the reason at the first signal, or at an error that nobody caught. From
 * this call on no signal ends the process by itself, so it is made before anything is
 * started; one that comes later than the request to stop ends the process at once.
 */
export function untilToldToStop(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let toldAt: number | undefined;
  for (const signal of signals) {
    process.on(signal, () => {
      toldAt ??= Date.now();
      if (Date.now() - toldAt > sameRequestMs) process.exit(1);
      resolve(signal);
    });
  }
  process.once('uncaughtException', (error) => {
    process.exitCode = 1;
    console.error([describeError(error), ...describeOrigin(error)].join('\n    '));
    resolve('an unexpected error');
  });
  return promise;
}
