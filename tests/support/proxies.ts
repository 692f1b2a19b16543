import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { CertificateAuthority } from './certificate-authority.ts';
import { configureNginx, nginxArgs } from './nginx-main.ts';
import { createDirectory, removeDirectory, until } from './site-process.ts';

/** The site's name behind its proxies, which only the tests resolve. */
export const publicName = 'timevsprice.test';

export type ProxyKind = 'nginx' | 'caddy';

interface ProxyOptions {
  /** The address of each of the site's processes, such as `127.0.0.1:3000`. */
  upstreams: string[];
  httpPort: number;
  httpsPort: number;
  authority: CertificateAuthority;
  /** Whether the proxy appends the port to the visitor's address, as some do. */
  tellsPort?: boolean;
}

/** Replaces values in a configuration file. Throws if one is missing. */
function fillIn(configuration: string, values: [string, string][]): string {
  return values.reduce((filled, [named, value]) => {
    if (!filled.includes(named)) throw new Error(`Not in the configuration: ${named}`);
    return filled.replaceAll(named, value);
  }, configuration);
}

/**
 * How each proxy is started: with its files in a separate folder, and no port or path of the
 * machine.
 */
const proxies = {
  async nginx(directory: string, options: ProxyOptions) {
    const { upstreams, httpPort, httpsPort, authority, tellsPort } = options;
    const site = await readFile('deploy/nginx.conf', 'utf8');
    const port = tellsPort ? '$remote_addr:$remote_port' : '$remote_addr';
    const filled = fillIn(site, [
      ['https://www.example.com', `https://${publicName}:${httpsPort}`],
      ['server_name www.example.com', `server_name ${publicName}`],
      ['/etc/ssl/www.example.com.pem', authority.siteCertificate],
      ['/etc/ssl/www.example.com.key', authority.siteKey],
      ['/var/cache/nginx/site', path.join(directory, 'cache')],
      [
        'server 127.0.0.1:3000 max_fails=0;',
        upstreams.map((address) => `server ${address} max_fails=0;`).join('\n  '),
      ],
      // Not every test machine has IPv6.
      ['  listen [::]:80;\n', ''],
      ['  listen [::]:443 ssl http2;\n', ''],
      ['listen 80;', `listen 127.0.0.1:${httpPort};`],
      ['listen 443 ', `listen 127.0.0.1:${httpsPort} `],
      ['X-Forwarded-For $remote_addr;', `X-Forwarded-For ${port};`],
    ]);
    await writeFile(path.join(directory, 'site.conf'), filled);
    const main = configureNginx(['include site.conf;']);
    await writeFile(path.join(directory, 'nginx.conf'), main);
    return { command: 'nginx', args: nginxArgs(directory) };
  },

  async caddy(directory: string, options: ProxyOptions) {
    const { upstreams, httpPort, httpsPort, authority, tellsPort } = options;
    const site = await readFile('deploy/Caddyfile', 'utf8');
    const ports = [`http_port ${httpPort}`, `https_port ${httpsPort}`];
    const ownCertificate = 'tls /etc/ssl/www.example.com.pem /etc/ssl/www.example.com.key';
    const header = tellsPort ? '\n\t\theader_up X-Forwarded-For {remote}' : '';
    const filled = fillIn(site, [
      ['email mentor@example.com', ['admin off', ...ports, 'default_bind 127.0.0.1'].join('\n\t')],
      [`# ${ownCertificate}`, `tls ${authority.siteCertificate} ${authority.siteKey}`],
      ['www.example.com {', `${publicName} {`],
      ['reverse_proxy 127.0.0.1:3000 {', `reverse_proxy ${upstreams.join(' ')} {${header}`],
    ]);
    const file = path.join(directory, 'Caddyfile');
    await writeFile(file, filled);
    return { command: 'caddy', args: ['run', '--adapter', 'caddyfile', '--config', file] };
  },
} satisfies Record<ProxyKind, unknown>;

/** Starts a proxy with its configuration from `deploy/`. Returns a function that stops it. */
export async function startProxy(kind: ProxyKind, options: ProxyOptions) {
  const directory = await createDirectory();
  await mkdir(path.join(directory, 'home'));
  const { command, args } = await proxies[kind](directory, options);
  const { send } = createClient(options);
  const stop = await runProxy(command, args, path.join(directory, 'home'), async () => {
    return (await send('GET', '/healthz')).status === 200;
  });
  return async () => {
    await stop();
    await removeDirectory(directory);
  };
}

/**
 * Runs a proxy with a separate home folder and waits until it answers. Returns a function that
 * stops it.
 */
export async function runProxy(
  command: string,
  args: string[],
  home: string,
  answers: () => Promise<boolean>,
): Promise<() => Promise<void>> {
  const proxy = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Debian installs servers in a folder that is not on every user's PATH.
    env: { PATH: `${process.env.PATH}:/usr/sbin`, HOME: home },
  });
  let output = '';
  for (const stream of [proxy.stdout, proxy.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let hasEnded = false;
  proxy.on('error', ({ message }) => {
    output += message;
  });
  proxy.on('close', () => {
    hasEnded = true;
    end();
  });
  await until(`${command} to answer`, async () => {
    if (hasEnded) throw new Error(`${command} has ended: ${output}`);
    return answers().catch(() => false);
  });
  return async () => {
    proxy.kill('SIGTERM');
    await ended;
  };
}

interface Sent {
  headers?: Record<string, string>;
  body?: unknown;
}

/**
 * Creates a client without a browser that trusts only the test's authority. `localAddress` is any
 * address of 127.0.0.0/8, so that it differs from the proxy's.
 */
export function createClient(
  {
    httpsPort,
    authority,
  }: Pick<ProxyOptions, 'httpsPort'> & { authority: Pick<CertificateAuthority, 'certificate'> },
  localAddress = '127.0.0.1',
) {
  const origin = `https://${publicName}:${httpsPort}`;
  const open = (method: string, pathname: string, headers: Record<string, string> = {}) =>
    request({
      host: '127.0.0.1',
      port: httpsPort,
      method,
      path: pathname,
      localAddress,
      servername: publicName,
      ca: authority.certificate,
      agent: false,
      headers: { Host: new URL(origin).host, ...headers },
    });

  async function send(method: string, pathname: string, { headers, body }: Sent = {}) {
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const sent = open(method, pathname, { ...type, ...headers });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const { statusCode: status, headers: answered } = answer;
    return { status, headers: answered, body: await text(answer) };
  }
  return { origin, open, send };
}
