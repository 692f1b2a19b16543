import { userInfo } from 'node:os';

const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** How an nginx is started on the configuration that lies as `nginx.conf` in a folder of its own. */
export const nginxArgs = (directory: string) => [
  '-p',
  directory,
  '-c',
  'nginx.conf',
  '-e',
  'stderr',
];

/** Makes the configuration of an nginx of a test: what stands for the site, and the folder for all else. */
export const configureNginx = (site: string[]): string =>
  [
    // Root's workers would be somebody else, who may not enter the folder.
    ...(process.getuid?.() === 0 ? [`user ${userInfo().username};`] : []),
    'daemon off; worker_processes 1; pid nginx.pid; error_log stderr;',
    'events {}',
    'http {',
    '  access_log off;',
    ...kinds.map((kind) => `  ${kind}_temp_path temp_${kind};`),
    ...site.map((line) => `  ${line}`),
    '}',
  ].join('\n');
