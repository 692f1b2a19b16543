import { createHash } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';

/** How long the measured work takes on an idle machine, in milliseconds. */
const quietMs = 20;

/** Returns how many times longer a fixed piece of work takes than on an idle machine. */
function measureWork(): number {
  const block = Buffer.alloc(1024 ** 2);
  const startedAt = performance.now();
  const hash = createHash('sha256');
  for (let round = 0; round < 32; round += 1) hash.update(block);
  hash.digest();
  return (performance.now() - startedAt) / quietMs;
}

/** How many processes want each core. */
const queued = (loadavg()[0] ?? 0) / availableParallelism();

/**
 * How many times slower this machine is than an idle one, by the measured work and by the number of
 * processes waiting for each core. At least 3, because the test runners start more workers than
 * there are cores. At most 30, so that a real failure still ends.
 */
const slowdown = Math.min(30, Math.max(3, measureWork(), 2 * queued));

/** Timeouts of the tests, in milliseconds. */
export const patience = {
  /** For a whole test or hook. */
  test: Math.ceil(30_000 * slowdown),
  /** For one condition to become true. */
  condition: Math.ceil(10_000 * slowdown),
  /** Between two checks of a condition. */
  interval: 25,
};
