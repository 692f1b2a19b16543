import { mkdir, readdir, readlink, writeFile } from 'node:fs/promises';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import path from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCertificateAuthority } from '#tests/support/certificate-authority.ts';
import { createClient, publicName, startProxy } from '#tests/support/proxies.ts';
import {
  findFreePort,
  removeDirectory,
  runSite,
  type SiteProcess,
} from '#tests/support/site-process.ts';
import { createSiteDirectory } from '#tests/support/site-template.ts';

/**
 * The built site behind the Caddyfile of deploy/, with a video that clients request and do not
 * read.
 */
const film = '/storage/testimonials/videos/1-film.mp4';

let directory: string;
let site: SiteProcess;
let authority: Awaited<ReturnType<typeof createCertificateAuthority>>;
let stopProxy: () => Promise<void>;
const ports = { httpPort: 0, httpsPort: 0 };

beforeAll(async () => {
  directory = await createSiteDirectory();
  const videos = path.join(directory, 'uploads/testimonials/videos');
  await mkdir(videos, { recursive: true });
  await writeFile(path.join(videos, '1-film.mp4'), Buffer.alloc(16 * 1024 ** 2));
  authority = await createCertificateAuthority(publicName);
  ports.httpPort = await findFreePort();
  ports.httpsPort = await findFreePort();
  const siteUrl = createClient({ ...ports, authority }).origin;
  site = await runSite({ DATA_DIR: directory, SITE_URL: siteUrl, TRUST_PROXY: '1' });
  await site.untilReady();
  const upstreams = [new URL(site.url).host];
  stopProxy = await startProxy('caddy', { ...ports, authority, upstreams });
});
afterAll(async () => {
  await stopProxy();
  await site.end('SIGKILL');
  await authority.remove();
  await removeDirectory(directory);
});

/** Returns how many times the site has the video open. */
async function countOpen(): Promise<number> {
  const folder = `/proc/${site.process.pid}/fd`;
  const links = await readdir(folder);
  const targets = await Promise.all(links.map((fd) => readlink(`${folder}/${fd}`).catch(() => '')));
  return targets.filter((target) => target.endsWith('1-film.mp4')).length;
}

/** Requests the video on many streams of one connection and reads no body. Returns the statuses. */
async function askUnread(session: ClientHttp2Session, streams: number): Promise<number[]> {
  const ask = () =>
    new Promise<number>((resolve) => {
      const stream = session.request({ ':path': film, ':authority': publicName }).pause();
      stream.on('response', (headers) => resolve(Number(headers[':status'])));
      stream.on('error', () => {}).on('close', () => resolve(0));
    });
  return Promise.all(Array.from({ length: streams }, ask));
}

it('serves others while one visitor leaves 2,400 responses unread', async () => {
  // Node passes \`localAddress\` on, but its types do not list it.
  const connection = {
    host: '127.0.0.1',
    port: ports.httpsPort,
    localAddress: '127.0.0.2',
    servername: publicName,
    ca: authority.certificate,
    ALPNProtocols: ['h2'],
  };
  const sessions = Array.from({ length: 10 }, () =>
    connectHttp2(`https://${publicName}:${ports.httpsPort}`, {
      createConnection: () => connectTls(connection),
    }).on('error', () => {}),
  );
  const statuses = await Promise.all(sessions.map((session) => askUnread(session, 240)));
  const count = (wanted: number) => statuses.flat().filter((status) => status === wanted).length;
  expect(count(200)).toBeLessThanOrEqual(250);
  expect(count(429)).toBeGreaterThan(0);
  const visitor = createClient({ ...ports, authority }, '127.0.0.3');
  expect((await visitor.send('GET', '/about')).status).toBe(200);
  for (const session of sessions) session.destroy();
  await expect.poll(countOpen).toBe(0);
});

it('opens one file for a pipelining connection, and stops a flood', async () => {
  const { hostname, port } = new URL(site.url);
  const request = `GET ${film} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`;
  const send = (requests: number) => {
    const socket = connect(Number(port), hostname).pause();
    socket.on('error', () => {}).write(request.repeat(requests));
    return socket;
  };
  const patient = send(8);
  await expect.poll(countOpen).toBe(1);
  const floods = Array.from({ length: 10 }, () => send(5_000).resume());
  await expect.poll(() => floods.every((socket) => socket.closed)).toBe(true);
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  await expect.poll(countOpen).toBe(1);
  patient.destroy();
  await expect.poll(countOpen).toBe(0);
});
