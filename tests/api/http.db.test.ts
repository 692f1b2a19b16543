import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { startApi } from '#tests/support/api.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { openTestSite } from '#tests/support/site.ts';

const { api, startAnother } = await openTestSite();

const endpoints = ['/api/leads', '/contact.php'] as const;
const send = (path: string, init: RequestInit) =>
  api.app.request(path, { method: 'POST', ...init });
const json = { 'Content-Type': 'application/json' };

/** Checks the shape of an error, which differs for `/contact.php`. */
async function expectError(path: string, response: Response, status: number, code: string) {
  expect(response.status).toBe(status);
  const body = await response.json();
  if (path === '/contact.php') {
    expect(body).toEqual({ ok: false, message: expect.any(String) });
    return;
  }
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(body).toMatchObject({
    type: `urn:problem:${code}`,
    title: expect.any(String),
    status,
    code,
    detail: expect.any(String),
    instance: `urn:request:${response.headers.get('x-request-id')}`,
  });
}

it.each(endpoints)('names the invalid fields at %s', async (path) => {
  const response = await api.post(
    path,
    contactBody({ name: 'J', email: 'nowhere', message: 'short' }),
  );
  expect(response.status).toBe(422);
  const body = await response.json();
  if (path === '/contact.php') {
    expect(body).toEqual({ ok: false, message: 'Name is required.' });
  } else {
    expect(body).toMatchObject({
      title: 'Unprocessable Entity',
      detail: 'Name is required.',
      errors: [
        { field: 'name', message: 'Name is required.' },
        { field: 'email', message: 'A valid email is required.' },
        { field: 'message', message: 'Message must be at least 10 characters.' },
      ],
    });
  }
});

it.each(endpoints)('refuses malformed bodies at %s', async (path) => {
  for (const body of [
    '',
    '{',
    'null,',
    '{"a":1',
    '\uFEFF{"a":',
    new Uint8Array([0x22, 0xff, 0x22]),
  ]) {
    await expectError(path, await send(path, { headers: json, body }), 400, 'malformed-json');
  }
});

it.each(endpoints)('accepts only JSON at %s', async (path) => {
  const body = JSON.stringify(contactBody());
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/jsonp',
  ]) {
    const response = await send(path, { headers: { 'Content-Type': type }, body });
    await expectError(path, response, 415, 'unsupported-media-type');
  }
});

it.each(endpoints)(
  'refuses a body that is too large at %s, with or without a declared length',
  async (path) => {
    const body = JSON.stringify(contactBody({ message: 'x'.repeat(300_000) }));
    await expectError(path, await send(path, { headers: json, body }), 413, 'body-too-large');
    const stream = new Blob([body]).stream();
    const init = { headers: json, body: stream, duplex: 'half' };
    await expectError(path, await send(path, init), 413, 'body-too-large');
  },
);

it.each(endpoints)('refuses a cross-site request to %s', async (path) => {
  for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'https://evil.example' }]) {
    const body = contactBody();
    await expectError(path, await api.post(path, body, headers), 403, 'foreign-origin');
    expect(api.journal.listPending()).toEqual([]);
  }
  const own = { 'Sec-Fetch-Site': 'same-origin', Origin: 'http://localhost' };
  expect((await api.post(path, contactBody(), own)).ok).toBe(true);
});

it.each([
  ['/api/leads', 'POST, GET, HEAD'],
  ['/contact.php', 'POST'],
])('lists the allowed methods of %s', async (path, methods) => {
  const response = await api.app.request(path, { method: 'PUT' });
  expect(response.headers.get('allow')).toBe(methods);
  await expectError(path, response, 405, 'method-not-allowed');
});

it.each(['/api', '/api/', '/api/nothing', '/api/leads/nothing/there'])(
  'answers %s with a problem document',
  async (path) => {
    await expectError(path, await api.app.request(path), 404, 'not-found');
  },
);

it('sends the security headers with every answer', async () => {
  for (const path of ['/login', '/api/nothing', '/healthz']) {
    const { headers } = await api.app.request(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self'(?: 'sha256-[^']+')*;/);
    expect(policy).toMatch(/style-src 'self'(?: 'sha256-[^']+')*;/);
    for (const directive of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "connect-src 'self'",
    ]) {
      expect(policy.split('; ')).toContain(directive);
    }
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
  }
});

it('lets only the site itself frame a public page, and no site frame any other page', async () => {
  const framing = async (path: string) => {
    const { headers } = await api.app.request(path);
    const policy = headers.get('content-security-policy')?.split('; ') ?? [];
    const ancestors = policy.find((directive) => directive.startsWith('frame-ancestors'));
    return [ancestors, headers.get('x-frame-options'), headers.get('cross-origin-opener-policy')];
  };
  for (const path of ['/', '/contact', '/contact?sent', '/education'])
    expect(await framing(path), path).toEqual([
      "frame-ancestors 'self'",
      'SAMEORIGIN',
      'unsafe-none',
    ]);
  for (const path of ['/login', '/admin', '/admin/settings/site', '/admin/account', '/booking/x'])
    expect(await framing(path), path).toEqual(["frame-ancestors 'none'", 'DENY', 'same-origin']);
});

it('keeps the policy of a page, which names its inline code', async () => {
  const page = await api.app.request('/');
  const policy = page.headers.get('content-security-policy')?.split('; ') ?? [];
  expect(policy).toContain("script-src 'self' 'sha256-its-own'");
});

it('enforces HTTPS on a site with HTTPS', async () => {
  const secure = await startAnother({ siteUrl: 'https://timevsprice.test' });
  const { headers } = await secure.app.request('/');
  expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
  expect(headers.get('content-security-policy')).toContain('upgrade-insecure-requests');
});

it('accepts a well-formed request id and logs it', async () => {
  const id = randomUUID();
  const named = await api.app.request('/healthz', { headers: { 'X-Request-Id': id } });
  expect(named.headers.get('x-request-id')).toBe(id);
  const token = Buffer.from(id).toString('base64url').slice(0, 43);
  for (const wild of ['a b', 'a'.repeat(65), '"><script>', 'a;b', token]) {
    const response = await api.app.request('/', { headers: { 'X-Request-Id': wild } });
    expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  }
  expect(api.logged()).toContain(`"id":"${id}"`);
});

it('lets shared caches keep public pages only', async () => {
  const keeping = async (path: string) =>
    (await api.app.request(path)).headers.get('cache-control');
  expect(await keeping('/healthz')).toBe('no-store');
  expect(await keeping('/readyz')).toBe('no-store');
  expect(await keeping('/api/nothing')).toBe('no-store');
  expect((await api.post('/api/leads', contactBody())).headers.get('cache-control')).toBe(
    'no-store',
  );
  expect(await keeping('/nothing')).toBe('no-store');
  expect(await keeping('/')).toMatch(/^public, max-age=0, s-maxage=\d, stale-while-revalidate=\d,/);
});

it('compresses API answers', async () => {
  const leadsError = await api.app.request('/api/nothing', {
    headers: { 'Accept-Encoding': 'gzip' },
  });
  expect(leadsError.headers.get('content-encoding')).toBe('gzip');
  const bytes = Buffer.from(await leadsError.arrayBuffer());
  expect(JSON.parse(gunzipSync(bytes).toString())).toMatchObject({ status: 404 });
});

it('reports its version, liveness and readiness', async () => {
  const alive = await api.app.request('/healthz');
  expect(alive.status).toBe(200);
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(await alive.json()).toMatchObject({ status: 'alive', version });
  const ready = await api.app.request('/readyz');
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({
    status: 'ready',
    checks: { database: true, migrations: true, jobs: true },
  });
  const lonely = await startApi({ connectionString: 'postgresql://nobody@127.0.0.1:1/none' });
  const notReady = await lonely.app.request('/readyz');
  expect(notReady.status).toBe(503);
  expect(await notReady.json()).toMatchObject({ checks: { database: false, jobs: false } });
  expect((await lonely.app.request('/healthz')).status).toBe(200);
  await lonely.stop();
});
