import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPrivatePostgres } from '#platform/db/private/postmaster.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createDirectory, removeDirectory } from '#tests/support/site-process.ts';
import { query } from '#tests/support/site-state.ts';

const log = createLogger('error');
/** A process that is unrelated to the database. */
const unrelated = spawn('sleep', ['600']);
let directory: string;

const damage = (file: string, text: string | Buffer) =>
  writeFile(path.join(directory, file), text, { mode: 0o600 });
const pidFile = 'postgres/postmaster.pid';
const passwordFile = 'postgres.password';

/** Starts the database, counts its rows and stops it. */
async function countRows(): Promise<number> {
  const postgres = await startPrivatePostgres(directory, log);
  try {
    return (await query(postgres.connectionString, 'select * from marks')).length;
  } finally {
    await postgres.stop();
  }
}

beforeAll(async () => {
  directory = await createDirectory();
  const postgres = await startPrivatePostgres(directory, log);
  await query(postgres.connectionString, 'create table marks as select 1');
  await postgres.stop();
});
afterAll(async () => {
  unrelated.kill();
  await removeDirectory(directory);
});

it.each<[what: string, text: () => string | Buffer]>([
  ['nothing', () => ''],
  ['garbage', () => Buffer.from([0xff, 0xfe, 0x80, 0x0a, 0x00])],
  ['a number that no process can have', () => '99999999999\n'],
  ['the number of the first process', () => `1\n${directory}/postgres\n`],
  ['the number of another program', () => `${unrelated.pid}\n${directory}/postgres\n`],
])('starts with %s in the pid file', async (_, text) => {
  await damage(pidFile, text());
  expect(await countRows()).toBe(1);
  expect(unrelated.exitCode).toBeNull();
});

it.each<[what: string, text: string | Buffer]>([
  ['empty', ''],
  ['cut off', '0123456789abcdef'],
])('starts with a password file that is %s', async (_, text) => {
  await damage(passwordFile, text);
  expect(await countRows()).toBe(1);
  const password = await readFile(path.join(directory, passwordFile), 'utf8');
  expect(password).toMatch(/^[\da-f]{48}$/);
  expect(await countRows()).toBe(1);
});
