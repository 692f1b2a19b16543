import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDatabaseServer, withDatabase } from '#tests/support/database-server.ts';
import { createMachine, type Machine } from '#tests/support/machine.ts';
import { sendMessage } from '#tests/support/own-folder.ts';
import { publicName } from '#tests/support/proxies.ts';
import { query } from '#tests/support/site-state.ts';
import { copySiteTemplate } from '#tests/support/site-template.ts';

let machine: Machine;
let data: string;
let debian: Awaited<ReturnType<typeof startDatabaseServer>>;
/** The ids of the messages that visitors have sent. */
const sent: string[] = [];

beforeAll(async () => {
  debian = await startDatabaseServer({ isDebian: true });
  machine = await createMachine('site');
  data = machine.onMachine('var/lib/time-vs-price');
  await copySiteTemplate(data);
});
afterAll(async () => {
  await machine[Symbol.asyncDispose]();
  await debian.stop();
});

/** Runs a script on a machine whose PostgreSQL is the test's. */
const run = (script: string, ...args: string[]) =>
  machine.run(script, args, {
    PGHOST: debian.socketDirectory,
    PGPORT: String(debian.port),
    PGUSER: 'postgres',
  });

const send = async () => sent.push(await sendMessage(machine));
const readStored = async () => {
  const rows = await query(withDatabase(debian.superuser, 'time-vs-price'), 'select id from leads');
  return rows.map(({ id }) => id).sort();
};
const readSettings = () => machine.read('etc/time-vs-price/site.env');

it('keeps the private database when asked to, and when Debian’s cannot be used', async () => {
  const asked = await run('install', publicName, '--private-database');
  expect(asked.code, asked.output).toBe(0);
  expect(await readSettings()).not.toContain('DATABASE_URL');
  await send();

  const missing = { PGHOST: machine.onMachine('nowhere') };
  const kept = await machine.run('install', [publicName, '--debian-database'], missing);
  expect(kept.code, kept.output).toBe(0);
  expect(kept.output).toContain('The database was not moved.');
  expect(await readSettings()).not.toContain('DATABASE_URL');
  await send();
});

it('moves an existing site in an update, and keeps every row', async () => {
  const newest = await machine.publish();
  const { code, output } = await run('update');
  expect(code, output).toBe(0);
  expect(output).toContain("Moving the database to Debian's PostgreSQL.");
  expect(output).toContain('Everyone has to sign in again');
  expect(await machine.running()).toBe(newest);
  await send();
  expect(await readStored()).toEqual(sent.toSorted());
  expect(existsSync(path.join(data, 'postgres'))).toBe(false);
  // The data stays readable, because its secret is the same.
  const secret = await machine.read('var/lib/time-vs-price/secret');
  expect(await readSettings()).toContain(`\nAUTH_SECRET='${secret.trim()}'`);
});

it('stays on Debian’s database in the next update and in the previous version', async () => {
  await machine.publish();
  const updated = await run('update');
  expect(updated.code, updated.output).toBe(0);
  expect(updated.output).not.toContain('Moving');
  await send();
  expect(await run('update', '--back')).toMatchObject({ code: 0 });
  await send();
  expect(await readStored()).toEqual(sent.toSorted());
});
