/**
 * Node's arguments for running the site. Smaller heap limits (in megabytes) make V8 collect garbage
 * before the heap is several times larger than needed.
 */
export const siteArguments = [
  '--max-semi-space-size=8',
  '--max-old-space-size=256',
  'build/server/index.js',
];

/**
 * By default, glibc gives threads up to eight memory pools per core, which cannot use each other's
 * free memory. Large blocks would fragment a pool instead of being allocated separately (threshold
 * in bytes).
 */
export const siteEnvironment = {
  NODE_ENV: 'production',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '60000',
};
