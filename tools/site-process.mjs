/**
 * What Node is told when it runs the site. Nearer bounds of what lives shortly and of what lives long
 * (megabytes) let V8 collect it before it has grown to several times what is in use.
 */
export const siteArguments = [
  ...['--max-semi-space-size=8', '--max-old-space-size=256'],
  'build/server/index.js',
];

/**
 * Else glibc gives threads up to eight pools of memory a core, and what one has freed no other may use;
 * and what is as large as a page comes from a pool, where it leaves holes, instead of by itself (bytes).
 */
export const siteEnvironment = {
  NODE_ENV: 'production',
  ...{ MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '60000' },
};
