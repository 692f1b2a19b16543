import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { test as base, expect } from '#tests/e2e/fixtures.ts';
import {
  type CertificateAuthority,
  createCertificateAuthority,
} from '#tests/support/certificate-authority.ts';
import { patience } from '#tests/support/patience.ts';
import { createClient, type ProxyKind, publicName, startProxy } from '#tests/support/proxies.ts';
import {
  createDirectory,
  findFreePort,
  removeDirectory,
  runSite,
} from '#tests/support/site-process.ts';
import { createSiteDirectory } from '#tests/support/site-template.ts';
import { mentor } from '#tests/support/site-under-test.ts';

const run = promisify(execFile);

/** A site for one worker, with the defaults of a public site, behind one proxy. */
export interface ProxiedSite {
  /** The public URL of the site. */
  origin: string;
  /** The same URL with plain http. */
  plainOrigin: string;
  dataDirectory: string;
  /** A client without a browser, at any address of 127.0.0.0/8. */
  from(localAddress: string): ReturnType<typeof createClient>;
  /** Runs `visit` through a proxy that appends the port to the visitor's address. */
  withPort(visit: (from: ProxiedSite['from']) => Promise<void>): Promise<void>;
}

interface WorkerFixtures {
  proxyKind: ProxyKind;
  authority: CertificateAuthority;
  site: ProxiedSite;
}

/** Creates a home folder in which Chromium finds an authority among the trusted ones. Returns it. */
async function makeTrustingHome({ certificate }: CertificateAuthority): Promise<string> {
  const home = await createDirectory();
  const trusted = path.join(home, '.pki/nssdb');
  const file = path.join(home, 'authority.pem');
  await mkdir(trusted, { recursive: true });
  await writeFile(file, certificate);
  const certutil = (...args: string[]) => run('certutil', ['-d', `sql:${trusted}`, ...args]);
  await certutil('-N', '--empty-password');
  await certutil('-A', '-t', 'C,,', '-n', 'test', '-i', file);
  return home;
}

/** Pages are requested over https, in a browser that trusts the test's certificate authority. */
export const test = base.extend<object, WorkerFixtures>({
  proxyKind: ['nginx', { scope: 'worker', option: true }],

  authority: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture names from it
    async ({}, use) => {
      const authority = await createCertificateAuthority(publicName);
      await use(authority);
      await authority.remove();
    },
    { scope: 'worker' },
  ],

  site: [
    async ({ proxyKind, authority }, use) => {
      const dataDirectory = await createSiteDirectory();
      const ports = { httpPort: await findFreePort(), httpsPort: await findFreePort() };
      const { origin } = createClient({ ...ports, authority });
      const site = await runSite({
        DATA_DIR: dataDirectory,
        SITE_URL: origin,
        TRUST_PROXY: '1',
        RATE_LIMITS: 'on',
        ADMIN_EMAIL: mentor.email,
        ADMIN_PASSWORD: mentor.password,
      });
      await site.untilReady();
      const upstreams = [new URL(site.url).host];
      const stopProxy = await startProxy(proxyKind, { ...ports, authority, upstreams });
      await use({
        origin,
        plainOrigin: `http://127.0.0.1:${ports.httpPort}`,
        dataDirectory,
        from: (localAddress) => createClient({ ...ports, authority }, localAddress),
        async withPort(visit) {
          const others = { httpPort: await findFreePort(), httpsPort: await findFreePort() };
          const options = { ...others, authority, upstreams, tellsPort: true };
          const stop = await startProxy(proxyKind, options);
          await visit((localAddress) => createClient({ ...others, authority }, localAddress));
          await stop();
        },
      });
      await stopProxy();
      await site.end('SIGTERM');
      await removeDirectory(dataDirectory);
    },
    { scope: 'worker', timeout: patience.test },
  ],

  launchOptions: [
    async ({ launchOptions, authority }, use) => {
      const home = await makeTrustingHome(authority);
      await use({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${publicName} 127.0.0.1`],
        env: { ...process.env, HOME: home },
      });
      await removeDirectory(home);
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ site }, use) => use(site.origin),
});

export { expect };
