import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OwnSite, runOwnSite } from '#tests/support/own-site.ts';

let site: OwnSite;

beforeAll(async () => {
  site = await runOwnSite({});
  await site.untilReady();
});
afterAll(() => site.remove());

const forms = [
  '/contact',
  '/mentorship',
  '/booking/unknown',
  '/login',
  '/login/setup',
  '/pay/unknown',
];

const intent = (type: string, payload: object) =>
  `__intent__=${encodeURIComponent(JSON.stringify({ type, payload }))}`;

/** Names that could allocate huge objects, and intents that Conform would follow. */
const hostile: Record<string, string> = {
  'an index of nine digits': 'a[999999999]=1',
  'an index of eight digits below a known name': 'name[10000000]=1&email[10000000]=1',
  'an intent that changes a list': intent('update', { name: 'a', index: 5_000_000, value: 1 }),
  'an intent that adds to a list': intent('insert', { name: 'name', index: 5_000_000 }),
  'an intent that is not JSON': '__intent__=%7B',
  'a repeated intent': '__intent__=a&__intent__=b',
  'a state that is not JSON': '__state__=%7B',
  'names with many parts': `a${'.a'.repeat(30_000)}=1`,
  'names with many lists': `a${'[0]'.repeat(20_000)}=1`,
  'names of objects': '__proto__.a=1&constructor.prototype.a=1&name.__proto__=1&toString=1',
  'a known name a hundred times': Array(100).fill('name=Naledi').join('&'),
  'NUL and halves of surrogate pairs': 'name=%00&email=%ED%A0%80&message=%00%FF&token=%00&code=%00',
  'invalid escapes': 'name=%&email=%zz&%=%',
  nothing: '',
  'the characters with the longest HTML escapes': `message=${'%26'.repeat(9_000)}&trading_goals=${'"'.repeat(4_000)}`,
};

async function send(path: string, body: string, type = 'application/x-www-form-urlencoded') {
  const answer = await fetch(site.url + path, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body,
    redirect: 'manual',
  });
  return { status: answer.status, size: (await answer.arrayBuffer()).byteLength };
}

it.each(forms)('%s survives hostile names, intents and characters', async (path) => {
  for (const [name, body] of Object.entries(hostile))
    for (const address of [path, `${path}.data`]) {
      const { status, size } = await send(address, body);
      expect(status, `${address}: ${name}`).toBeLessThan(500);
      expect(size, `${address}: ${name}`).toBeLessThan(300_000);
    }
});

it('accepts at most 100 fields, 64 KB and 15,000 characters, and only URL-encoded forms', async () => {
  const path = '/contact';
  expect(await send(path, 'a=1&'.repeat(100))).not.toMatchObject({ status: 400 });
  expect(await send(path, 'a=1&'.repeat(101))).toMatchObject({ status: 400 });
  expect(await send(path, `a=${'x'.repeat(70_000)}`)).toMatchObject({ status: 413 });
  expect(await send(path, `a=${'x'.repeat(15_001)}`)).toMatchObject({ status: 413 });
  for (const type of ['multipart/form-data; boundary=x', 'text/plain', 'application/json'])
    expect(await send(path, '--x\r\n', type)).toMatchObject({ status: 415 });
});

it('redirects to the sign-in page without a provider', async () => {
  const answer = await fetch(`${site.url}/login/provider`, {
    method: 'POST',
    body: new URLSearchParams({ next: '/admin' }),
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe('/login?provider-failed');
});

it("returns only the text of the form's own fields", async () => {
  const body = new URLSearchParams({ name: 'N', email: 'naledi@example.com', more: 'secret' });
  const answer = await fetch(`${site.url}/contact`, { method: 'POST', body });
  expect(answer.status).toBe(422);
  const html = await answer.text();
  expect(html).toContain('Name is required.');
  expect(html).toContain('naledi@example.com');
  expect(html).not.toContain('secret');
});

it.each(['/%', '/education/%', '/blog/%C0%AF'])(
  'refuses %s before the router, which would log it',
  async (path) => {
    expect((await fetch(site.url + path)).status).toBe(400);
    expect(site.output()).not.toContain('could not be decoded');
  },
);
