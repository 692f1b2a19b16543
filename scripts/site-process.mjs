/**
 * What Node is told when it runs the site (megabytes). The nearer bound of what lives long lets V8
 * collect it before it has grown to twice what is in use, and some 50 MB less are held; the one of what
 * lives shortly is V8's own, in which a page is rendered before anything of it has to be moved.
 */
export const siteArguments = [
  ...['--max-semi-space-size=16', '--max-old-space-size=512'],
  'build/server/index.js',
];

/**
 * Else glibc gives threads up to eight pools of memory a core, and what one has freed no other may use:
 * with two of them a process holds 80 MB more after some thousand pages than with one.
 */
export const siteEnvironment = { NODE_ENV: 'production', MALLOC_ARENA_MAX: '1' };
