import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import {
  createDirectory,
  findFreePort,
  removeDirectory,
  until,
} from '#tests/support/site-process.ts';

/*
 * Builds the Dockerfile and runs the image without an image registry: a minimal Debian with this
 * machine's Node replaces the official Node image. Containers are isolated with chroot, which needs
 * no cgroups.
 */

const image = 'localhost/time-vs-price-release-test';
const standIn = `${image}-node`;
const execute = promisify(execFile);
const environment = { ...process.env, BUILDAH_ISOLATION: 'chroot' };

async function run(command: string, ...args: string[]): Promise<string> {
  const options = { env: environment, maxBuffer: 64 * 1024 ** 2 };
  return (await execute(command, args, options)).stdout.trim();
}

/** Builds the replacement for the official image, with the certificates that npm trusts here. */
async function makeStandIn(directory: string): Promise<void> {
  const base = path.join(directory, 'base.tar');
  await run('mmdebstrap', '--variant=minbase', '--include=ca-certificates', 'bookworm', base);
  const container = await run('buildah', 'from', 'scratch');
  await run('buildah', 'add', '--quiet', container, base, '/');
  const node = process.env.NODE ?? (await run('sh', '-c', 'command -v node'));
  await run('buildah', 'copy', '--quiet', container, await realpath(node), '/usr/bin/node');
  const npm = path.dirname(path.dirname(await realpath(await run('sh', '-c', 'command -v npm'))));
  const npmFolder = '/usr/lib/node_modules/npm';
  await run('buildah', 'copy', '--quiet', container, npm, npmFolder);
  const link = `ln -sf ${npmFolder}/bin/npm-cli.js /usr/bin/npm`;
  // The official image has this user too, and initdb looks it up.
  const user = 'groupadd --gid 1000 node && useradd --uid 1000 --gid node node';
  await run('buildah', 'run', container, '--', 'sh', '-c', `${link} && ${user}`);
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates) {
    const copy = '/etc/ssl/certs/extra.crt';
    await run('buildah', 'copy', '--quiet', container, certificates, copy);
    await run('buildah', 'config', '--env', `NODE_EXTRA_CA_CERTS=${copy}`, container);
  }
  await run('buildah', 'commit', '--quiet', container, standIn);
  await run('buildah', 'rm', container);
}

/** The build downloads packages from the registry. In milliseconds. */
const buildTimeout = 45 * 60_000;

let directory: string;
let container: string;

beforeAll(async () => {
  directory = await createDirectory();
  await makeStandIn(directory);
  await run(
    ...(['buildah', 'build', '--format', 'docker', '--network', 'host'] as const),
    '--build-arg',
    `NODE_IMAGE=${standIn}`,
    '--build-arg',
    'SITE_COMMIT=0123456789ab',
    '--tag',
    image,
    '.',
  );
  container = await run('buildah', 'from', image);
}, buildTimeout);
afterAll(async () => {
  await run('buildah', 'rm', container);
  await run('buildah', 'rmi', '--force', image, standIn);
  await removeDirectory(directory);
});

it('runs as an unprivileged user, with a health check and one volume', async () => {
  const { Docker } = JSON.parse(await run('buildah', 'inspect', '--type', 'image', image));
  expect(Docker.config).toMatchObject({
    User: '1000:1000',
    Volumes: { '/data': {} },
    Healthcheck: { Test: expect.arrayContaining(['CMD', 'node_modules/.bin/node']) },
  });
  const files = await run('buildah', 'run', container, '--', 'ls', '-A');
  expect(files.split('\n')).not.toEqual(expect.arrayContaining(['tests']));
});

it('serves the site from an empty volume, stores its data there and stops on request', async () => {
  const { Docker } = JSON.parse(await run('buildah', 'inspect', '--type', 'image', image));
  const port = String(await findFreePort());
  const inside = ['run', '--network', 'host', '--env', `PORT=${port}`, container, '--'];
  // buildah would answer a signal by killing the site, so the site prints its process id.
  const tellProcess = ['sh', '-c', 'echo $$; exec "$0" "$@"'];
  const site = spawn('buildah', [...inside, ...tellProcess, ...Docker.config.Cmd], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environment,
  });
  onTestFinished(() => {
    site.kill();
  });
  const ended = once(site, 'exit');
  const [processId] = await once(createInterface(site.stdout), 'line');
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  await until('the container to be ready', () =>
    ask('/readyz').then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  expect(await (await ask('/healthz')).json()).toMatchObject({ commit: '0123456789ab' });
  expect((await ask('/')).status).toBe(200);
  const [, ...healthCheck] = Docker.config.Healthcheck.Test;
  await run('buildah', ...inside, ...healthCheck);
  process.kill(Number(processId), 'SIGTERM');
  expect(await ended).toEqual([0, null]);
  await run('buildah', ...inside, 'mountpoint', '/data');
  expect(await run('buildah', ...inside, 'stat', '--format', '%u', '/data/postgres')).toBe('1000');
});
