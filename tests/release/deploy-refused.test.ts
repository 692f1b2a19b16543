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
  ['without root', [publicName], { MACHINE_USER_ID: '1000' }, 'run it with sudo'],
  ['with a URL instead of a name', ['https://www.example.com'], {}, 'is not a domain name'],
  ['without a name', [], {}, 'sudo ./deploy/install www.example.com'],
  ['if another server uses the port', [publicName], { MACHINE_TAKEN_PORT: '80' }, '"apache2"'],
] as const)(
  'refuses an install %s, with a line that says what to do',
  async (_, args, environment, words) => {
    const { code, output } = await machine.run('install', [...args], environment);
    expect(code).toBeGreaterThan(0);
    expect(output).toContain(words);
    expect(output).not.toContain('Building');
  },
);

it('refuses an install when the disk is nearly full', async () => {
  const given = { MACHINE_FREE_MEGABYTES: '2999' };
  expect(await machine.run('install', [publicName], given)).toMatchObject({
    code: 1,
    output: expect.stringContaining('Only 2999 MB are free on the disk of /opt/time-vs-price'),
  });
});

it('refuses an install when Caddy serves another site', async () => {
  const file = machine.onMachine('etc/caddy/Caddyfile');
  const others = 'blog.example.com { respond "A blog" }\n';
  await writeFile(file, others);
  const { code, output } = await machine.install();
  expect(code).toBe(1);
  expect(output).toContain('Caddy already serves another site');
  expect(await readFile(file, 'utf8')).toBe(others);
});

it('refuses an update when nothing is installed', async () => {
  expect(await machine.run('update')).toMatchObject({
    code: 1,
    output: expect.stringContaining('The site is not installed on this machine.'),
  });
});
