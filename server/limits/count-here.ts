import { LRUCache } from 'lru-cache';

/** So many are told apart at most: whoever was seen longest ago begins anew. */
const mostKeys = 20_000;

/**
 * Returns what counts uses in this process alone, at once and with nothing to wait for: whether one
 * more was left for a key. Its time begins with its first use.
 */
export function createCountHere(
  { most, seconds }: { most: number; seconds: number },
  perf: { now(): number } = performance,
) {
  const counts = new LRUCache<string, { used: number }>({
    ...{ max: mostKeys, ttl: seconds * 1_000, perf },
    // The clock is asked once a second, not for each use.
    ttlResolution: 1_000,
  });
  return (key: string): boolean => {
    const count = counts.get(key) ?? { used: 0 };
    if (count.used === 0) counts.set(key, count);
    count.used += 1;
    return count.used <= most;
  };
}
