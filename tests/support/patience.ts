import { createHash } from 'node:crypto';

/** How long the work below takes on a quiet machine, in milliseconds. */
const quietMs = 20;

/**
 * Returns how many times slower this machine is now than a quiet one. At least 2, because the test
 * runners start more workers than there are cores; at most 20, so that a real failure still ends.
 */
function measureSlowdown(): number {
  const block = Buffer.alloc(1024 ** 2);
  const startedAt = performance.now();
  const hash = createHash('sha256');
  for (let round = 0; round < 32; round += 1) hash.update(block);
  hash.digest();
  return Math.min(20, Math.max(2, (performance.now() - startedAt) / quietMs));
}

const slowdown = measureSlowdown();

/** How long a test waits before it fails, in milliseconds. */
export const patience = {
  /** For a whole test, or a hook. */
  test: 30_000 * slowdown,
  /** For one condition to become true. */
  condition: 10_000 * slowdown,
};
