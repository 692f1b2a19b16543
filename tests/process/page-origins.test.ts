import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OwnSite, runOwnSite } from '#tests/support/own-site.ts';

/** Returns every path with an action, from the router's manifest. */
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

/** Sends an empty form to the site as a proxy does. */
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

/** The path for a browser without JavaScript, and the path for the page's script. */
const bothWays = (paths: string[]) => paths.flatMap((path) => [path, `${path}.data`]);

describe('a site behind an HTTPS proxy', () => {
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

  it('a site behind an HTTPS proxy has many pages with forms', () => {
    expect(paths).toEqual(
      expect.arrayContaining(['/login', '/contact', '/mentorship', '/login/setup.data']),
    );
  });

  it.each([
    { Host: name, Origin: publicOrigin },
    { Host: name, Origin: publicOrigin, 'Sec-Fetch-Site': 'same-origin' },
    // A proxy that does not forward the host.
    { Host: '127.0.0.1:3000', Origin: publicOrigin, 'Sec-Fetch-Site': 'same-origin' },
    { Host: '127.0.0.1:3000', Origin: publicOrigin },
    { Host: name, Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
    { Host: name },
  ])('a site behind an HTTPS proxy accepts a form from its own origin: %j', async (headers) => {
    for (const path of paths) {
      const { status, location, body } = await sendForm(site, path, headers);
      const answer = `${path}: ${status} ${body.slice(0, 200)}`;
      // This form is only a button: it passes the origin check but lacks its one-time token.
      const refused = path.startsWith('/login/open-link') ? [400] : [400, 403];
      expect(refused, answer).not.toContain(status);
      expect(body, answer).not.toContain('did not come from this site');
      // Redirects stay on this site.
      expect(location ?? '/', answer).toMatch(/^\/(?!\/)/);
    }
  });

  it.each([
    { Origin: 'https://evil.example' },
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: `https://shop.${name}`, 'Sec-Fetch-Site': 'same-site' },
    { Origin: `http://${name}` },
    { Origin: 'null' },
    // Forwarded headers do not make another origin trusted.
    {
      Origin: 'https://evil.example',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'https',
      Forwarded: 'host=evil.example;proto=https',
    },
    { Origin: `http://${name}`, 'X-Forwarded-Proto': 'http' },
  ])('refuses a form from another origin: %j', async (headers) => {
    for (const path of paths) {
      const { status } = await sendForm(site, path, { Host: name, ...headers });
      expect(status, path).toBe(403);
    }
  });

  it.each(['/contact', '/mentorship', '/services', '/api/leads'])(
    'answers a person whose form came from a copy of the site with a page: %s',
    async (path) => {
      const foreign = {
        Host: name,
        Origin: 'https://timevsprice-test.translate.goog',
        'Sec-Fetch-Site': 'cross-site',
      };
      const page = await sendForm(site, path, { ...foreign, Accept: 'text/html,*/*;q=0.8' });
      expect(page.status).toBe(403);
      expect(page.body).toContain('This form was not sent');
      expect(page.body).toContain(`href="${path.startsWith('/api') ? '/contact' : path}"`);
      // A program gets a format that it can read.
      const answer = await sendForm(site, path, { ...foreign, Accept: '*/*' });
      expect(JSON.parse(answer.body)).toMatchObject({ status: 403, code: 'foreign-origin' });
    },
  );

  it('links to no other place from that page', async () => {
    for (const at of ['//evil.example', 'https://evil.example', '/a?b', '/%2F/evil.example']) {
      const page = await fetch(`${site.url}/form-refused?at=${encodeURIComponent(at)}`);
      expect(page.status).toBe(403);
      expect(await page.text()).not.toContain('evil.example"');
    }
  });
});
