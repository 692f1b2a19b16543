import { userInfo } from 'node:os';

const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** The arguments that start nginx with the `nginx.conf` of a folder. */
export const nginxArgs = (directory: string) => [
  '-p',
  directory,
  '-c',
  'nginx.conf',
  '-e',
  'stderr',
];

/**
 * Creates nginx's main configuration: the lines for the site, with all other files in one folder.
 */
export const configureNginx = (site: string[]): string =>
  [
    // As root, nginx would run its workers as a user who may not enter the folder.
    ...(process.getuid?.() === 0 ? [`user ${userInfo().username};`] : []),
    'daemon off; worker_processes 1; pid nginx.pid; error_log stderr;',
    'events {}',
    'http {',
    '  access_log off;',
    ...kinds.map((kind) => `  ${kind}_temp_path temp_${kind};`),
    ...site.map((line) => `  ${line}`),
    '}',
  ].join('\n');
