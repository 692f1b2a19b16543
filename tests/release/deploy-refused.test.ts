import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMachine, type Machine } from '#tests/support/machine.ts';
import { publicName } from '#tests/support/proxies.ts';

let machine: Machine;

beforeAll(async () => {
  machine = await createMachine();
});
afterAll(() => machine[Symbol.asyncDispose]());

it.each([
  ['without rights', [publicName], { MACHINE_USER_ID: '1000' }, 'run it with sudo'],
  ['with an address for a name', ['https://www.example.com'], {}, 'is not a domain name'],
  ['without a name', [], {}, 'sudo ./deploy/install www.example.com'],
  ['where another server is', [publicName], { MACHINE_TAKEN_PORT: '80' }, '"apache2"'],
] as const)(
  'an install is refused %s, with a line that says what to do',
  async (_, args, environment, words) => {
    const { code, said } = await machine.run('install', [...args], environment);
    expect(code).toBeGreaterThan(0);
    expect(said).toContain(words);
    expect(said).not.toContain('Building');
  },
);

it('an install is refused where the disk is nearly full', async () => {
  const given = { MACHINE_FREE_MEGABYTES: '2999' };
  expect(await machine.run('install', [publicName], given)).toMatchObject({
    code: 1,
    said: expect.stringContaining('Only 2999 MB are free on the disk of /opt/time-vs-price'),
  });
});

it('an install is refused where Caddy serves something else', async () => {
  const file = machine.onMachine('etc/caddy/Caddyfile');
  const others = 'blog.example.com { respond "A blog" }\n';
  await writeFile(file, others);
  const { code, said } = await machine.install();
  expect(code).toBe(1);
  expect(said).toContain('Caddy already serves another site');
  expect(await readFile(file, 'utf8')).toBe(others);
});

it('an update of what is not there is refused', async () => {
  expect(await machine.run('update')).toMatchObject({
    code: 1,
    said: expect.stringContaining('The site is not installed on this machine.'),
  });
});
