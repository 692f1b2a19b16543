import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OwnSite, runOwnSite } from '#tests/support/own-site.ts';

/** Every address of a page that takes forms, as the router's own manifest has them. */
async function listActionPaths(): Promise<string[]> {
  const assets = 'build/client/assets';
  const name = (await readdir(assets)).find((file) => /^manifest-.*\.js$/.test(file));
  const script = await readFile(`${assets}/${name}`, 'utf8');
  const { routes } = JSON.parse(script.replace(/^[^{]*/, '').replace(/;\s*$/, '')) as {
    routes: Record<string, { path?: string; hasAction: boolean }>;
  };
  return Object.values(routes)
    .filter(({ hasAction }) => hasAction)
    .map(({ path = '' }) => `/${path.replace(/:\w+/g, 'A'.repeat(43))}`);
}

/** Sends an empty form as a proxy would, with its own idea of the host. */
async function sendForm(site: OwnSite, path: string, headers: Record<string, string>) {
  const { promise, resolve, reject } = Promise.withResolvers<import('node:http').IncomingMessage>();
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  request(site.url + path, { method: 'POST', headers: { ...type, ...headers } }, resolve)
    .on('error', reject)
    .end('name=');
  const answer = await promise;
  return {
    status: answer.statusCode ?? 0,
    location: answer.headers.location,
    body: await text(answer),
  };
}

/** As a browser without JavaScript sends it, and as the page's script does. */
const bothWays = (paths: string[]) => paths.flatMap((path) => [path, `${path}.data`]);

describe('a site behind a proxy that ends https', () => {
  const name = 'timevsprice.test';
  const publicOrigin = `https://${name}`;
  let site: OwnSite;
  let paths: string[];

  beforeAll(async () => {
    paths = bothWays(await listActionPaths());
    site = await runOwnSite({ SITE_URL: publicOrigin, TRUST_PROXY: '1' });
    await site.untilReady();
  });
  afterAll(() => site.remove());

  it('has many pages that take forms', () => {
    expect(paths).toEqual(
      expect.arrayContaining(['/login', '/contact', '/mentorship', '/login/setup.data']),
    );
  });

  it.each([
    { Host: name, Origin: publicOrigin },
    { Host: name, Origin: publicOrigin, 'Sec-Fetch-Site': 'same-origin' },
    // A proxy that does not pass the name on.
    { Host: '127.0.0.1:3000', Origin: publicOrigin, 'Sec-Fetch-Site': 'same-origin' },
    { Host: '127.0.0.1:3000', Origin: publicOrigin },
    { Host: name, Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
    { Host: name },
  ])('every page takes its form: %j', async (headers) => {
    for (const path of paths) {
      const { status, location, body } = await sendForm(site, path, headers);
      const answer = `${path}: ${status} ${body.slice(0, 200)}`;
      expect([400, 403], answer).not.toContain(status);
      // Where it leads on to is on this site, whatever the site is called.
      expect(location ?? '/', answer).toMatch(/^\/(?!\/)/);
    }
  });

  it.each([
    { Origin: 'https://evil.example' },
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: `https://shop.${name}`, 'Sec-Fetch-Site': 'same-site' },
    { Origin: `http://${name}` },
    { Origin: 'null' },
    // Nothing that anybody can write into a request makes another site ours.
    {
      ...{ Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' },
      ...{ 'X-Forwarded-Proto': 'https', Forwarded: 'host=evil.example;proto=https' },
    },
    { Origin: `http://${name}`, 'X-Forwarded-Proto': 'http' },
  ])('no page takes a form from elsewhere: %j', async (headers) => {
    for (const path of paths) {
      const { status } = await sendForm(site, path, { Host: name, ...headers });
      expect(status, path).toBe(403);
    }
  });
});

describe('a site on this machine', () => {
  let site: OwnSite;
  let paths: string[];

  beforeAll(async () => {
    paths = bothWays(await listActionPaths());
    site = await runOwnSite({});
    await site.untilReady();
  });
  afterAll(() => site.remove());

  it.each(['localhost', '127.0.0.1', '[::1]', '192.168.1.20', 'studio.local'])(
    'takes forms when it is visited as %s',
    async (hostname) => {
      const host = `${hostname}:${new URL(site.url).port}`;
      for (const path of paths) {
        const { status, body } = await sendForm(site, path, {
          Host: host,
          Origin: `http://${host}`,
        });
        expect([400, 403], `${path}: ${body.slice(0, 200)}`).not.toContain(status);
      }
    },
  );
});
