/** What counts for the speed now: the last so many milliseconds. */
const windowMs = 8_000;

/** Before so much time is seen, a speed would be a guess, in milliseconds. */
const shortestMs = 400;

/** Measures how fast bytes go, from where they were when: smooth enough to read, quick enough to be true. */
export function createTransferRate() {
  let seen: { sent: number; at: number }[] = [];
  return {
    /** Forgets what it has seen: the bytes stood still, or began elsewhere. */
    reset() {
      seen = [];
    },
    /** `sent` bytes in all at the instant `at` (milliseconds). Returns bytes a second, once it can tell. */
    read(sent: number, at: number): number | undefined {
      if (sent < (seen.at(-1)?.sent ?? 0)) seen = [];
      seen.push({ sent, at });
      while (seen.length > 2 && at - (seen[0]?.at ?? at) > windowMs) seen.shift();
      const first = seen[0];
      if (!first || at - first.at < shortestMs) return undefined;
      return ((sent - first.sent) / (at - first.at)) * 1000;
    },
  };
}
