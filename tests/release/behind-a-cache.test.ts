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
import { mentor } from '#tests/support/site-under-test.ts';

/** The built site behind the nginx of deploy/, with a shared cache. */
let directory: string;
let site: SiteProcess;
let stopProxy: () => Promise<void>;
let authority: Awaited<ReturnType<typeof createCertificateAuthority>>;
let from: (localAddress: string) => ReturnType<typeof createClient>;

const publicPaths = [
  '/',
  '/services',
  '/about',
  '/mentorship',
  '/community',
  '/contact',
  '/videos',
  '/freebies',
  '/education',
  '/blog',
  '/feed.xml',
  '/sitemap.xml',
  '/robots.txt',
  '/_.data',
  '/about.data',
  '/education.data',
];

beforeAll(async () => {
  directory = await createSiteDirectory();
  authority = await createCertificateAuthority(publicName);
  const ports = { httpPort: await findFreePort(), httpsPort: await findFreePort() };
  site = await runSite({
    DATA_DIR: directory,
    SITE_URL: createClient({ ...ports, authority }).origin,
    TRUST_PROXY: '1',
    ADMIN_EMAIL: mentor.email,
    ADMIN_PASSWORD: mentor.password,
  });
  await site.untilReady();
  const upstreams = [new URL(site.url).host];
  stopProxy = await startProxy('nginx', { ...ports, authority, upstreams });
  from = (localAddress) => createClient({ ...ports, authority }, localAddress);
});
afterAll(async () => {
  await stopProxy();
  await site.end('SIGKILL');
  await authority.remove();
  await removeDirectory(directory);
});

it('serves every public page from the cache, and continues after the site has stopped', async () => {
  const client = from('127.0.0.2');
  const { origin } = client;
  const signedIn = await client.send('POST', '/api/auth/sign-in/email', {
    headers: { Origin: origin },
    body: mentor,
  });
  const cookie = (signedIn.headers['set-cookie'] ?? [])
    .map((line) => line.split(';')[0])
    .join('; ');
  expect(cookie).toContain('session');
  const admin = await client.send('GET', '/admin', { headers: { Cookie: cookie } });
  expect(admin.status).toBe(200);
  expect(admin.headers['cache-control']).toBe('no-store');

  const kept = new Map<string, string>();
  for (const path of publicPaths) {
    const { status, headers, body } = await client.send('GET', path, {
      headers: { Cookie: cookie },
    });
    expect([path, status]).toEqual([path, 200]);
    expect(headers['set-cookie'], path).toBeUndefined();
    expect(headers['cache-control'], path).toMatch(/^public, max-age=0, s-maxage=\d, stale-while/);
    expect(headers.vary, path).toBe('Accept-Encoding');
    kept.set(path, body);
  }

  await site.end('SIGKILL');
  const visitor = from('127.0.0.3');
  for (const [path, body] of kept) {
    const answer = await visitor.send('GET', path);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(answer.body).toBe(body);
  }
  // Private responses are not cached.
  for (const path of ['/admin', '/login', '/api/leads', '/readyz']) {
    expect([path, (await visitor.send('GET', path)).status]).toEqual([path, 502]);
  }
});
