import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMachine, type Machine } from '#tests/support/machine.ts';
import { sendMessage } from '#tests/support/own-folder.ts';
import { until } from '#tests/support/site-process.ts';
import { findPrivateDatabase, query } from '#tests/support/site-state.ts';
import { copySiteTemplate } from '#tests/support/site-template.ts';

let machine: Machine;
let data: string;
/** The ids of the messages that visitors have sent. */
const sent: string[] = [];

beforeAll(async () => {
  machine = await createMachine('site');
  data = machine.onMachine('var/lib/time-vs-price');
  await copySiteTemplate(data);
});
afterAll(() => machine[Symbol.asyncDispose]());

const send = async () => sent.push(await sendMessage(machine));
const readStored = async () => {
  const rows = await query(await findPrivateDatabase(data), 'select id from leads');
  return rows.map(({ id }) => id).sort();
};

it('keeps every row of this site through updates, a failed migration and a return to the previous version', async () => {
  expect(await machine.install('--private-database')).toMatchObject({ code: 0 });
  await send();

  await machine.addMigration('alter table leads add column of_a_test text');
  const newer = await machine.publish();
  const updated = await machine.run('update');
  expect(updated.code, updated.output).toBe(0);
  expect(await machine.running()).toBe(newer);
  await send();

  await machine.addMigration('alter table nothing add column of_a_test text');
  await machine.publish();
  const refused = await machine.run('update');
  expect(refused.code).toBe(1);
  expect(refused.output).toContain('The database cannot be brought up to date');
  expect(refused.output).toContain('The previous version runs again.');
  expect(await machine.running()).toBe(newer);
  await send();

  // The first version, on the database of the second.
  expect(await machine.run('update', ['--back'])).toMatchObject({ code: 0 });
  expect(await machine.running()).toBe(machine.first);
  await send();
  expect(await readStored()).toEqual(sent.toSorted());
  expect(await machine.run('run', ['admin', 'list'])).toMatchObject({ code: 0 });
});

it('restores its data from the backup that an update made', async () => {
  const folder = machine.onMachine('var/backups/time-vs-price/updates');
  const [first = ''] = (await readdir(folder)).sort();
  await machine.control('stop');
  const args = ['restore', path.join(folder, first), '--replace'];
  const restored = await machine.run('run', args);
  expect(restored.code, restored.output).toBe(0);
  await machine.control('start');
  await until('the site', () => machine.running().catch(() => null));
  expect(await readStored()).toEqual(sent.slice(0, 1));
});
