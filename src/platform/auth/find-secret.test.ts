import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findSecret } from './find-secret.ts';

let dataDirectory: string;

beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'secret-'));
});
afterEach(() => rm(dataDirectory, { recursive: true, force: true }));

const file = () => join(dataDirectory, 'secret');
const find = (config: { authSecret?: string; databaseUrl?: string } = {}) =>
  findSecret({ authSecret: undefined, databaseUrl: undefined, dataDirectory, ...config });

it('the secret is created once, in a private file', async () => {
  const secret = await find();
  expect(secret).toHaveLength(43);
  expect(await readFile(file(), 'utf8')).toBe(secret);
  expect((await stat(file())).mode & 0o777).toBe(0o600);
  expect(await find()).toBe(secret);
});

it('the secret is AUTH_SECRET if that is set, whatever the file contains', async () => {
  await find();
  const authSecret = 'an operator has chosen these words';
  expect(await find({ authSecret })).toBe(authSecret);
});

it('the secret is not replaced if its file is damaged, and its file is made private', async () => {
  for (const content of ['', 'short', '\0'.repeat(43), Buffer.alloc(43, 0xff)]) {
    await writeFile(file(), content, { mode: 0o644 });
    await expect(find()).rejects.toThrow(`${file()} is damaged`);
  }
  expect((await stat(file())).mode & 0o777).toBe(0o600);
});

it('the secret must be set together with DATABASE_URL, and the error suggests a new one', async () => {
  const ask = () =>
    find({ databaseUrl: 'postgres://elsewhere' }).catch((error: unknown) => String(error));
  const first = await ask();
  expect(first).toMatch(/^ConfigError: Set AUTH_SECRET/);
  expect(first).toMatch(/^AUTH_SECRET=[\w-]{43}$/m);
  expect(await ask()).not.toBe(first);
});
