import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { mentor, toCookie } from '#tests/support/accounts.ts';
import { runBackups } from '#tests/support/backup-commands.ts';
import { createOwnFolder } from '#tests/support/own-folder.ts';
import { createDirectory, removeDirectory, until } from '#tests/support/site-process.ts';
import { findPrivateDatabase, query } from '#tests/support/site-state.ts';

const person = { name: 'Nomvula Dlamini', email: 'nomvula.dlamini@example.com' };
const message = 'Wisteriaquartz and gold, please.';
const traces = [person.email, person.name, 'Wisteriaquartz'];
const admin = { ADMIN_EMAIL: mentor.email, ADMIN_PASSWORD: mentor.password };

it('removes an erased person from every row and file, and a restored backup does not bring them back', async () => {
  await using folder = await createOwnFolder();
  const { directory } = folder;
  const elsewhere = await createDirectory();
  await using _ = { [Symbol.asyncDispose]: () => removeDirectory(elsewhere) };
  await writeUnknownSubmission(directory);
  const site = await folder.startReady(admin);
  const post = await signIn(site.url);
  await post('/api/leads', {
    ...person,
    id: randomUUID(),
    source: 'Contact Form Submission',
    message,
  });
  const countQueued = `select from mail_deliveries where status = 'queued'`;
  await until('every mail to be captured', async () => {
    const queued = await query(await findPrivateDatabase(directory), countQueued);
    return queued.length === 0;
  });
  expect(await runBackups({ DATA_DIR: directory }, 'backup', elsewhere)).toMatchObject({ code: 0 });
  expect(await findTraces(directory)).not.toEqual([]);

  const search = { text: person.email };
  const { stamp, counts } = await post('/api/people/search', search);
  expect(counts).toMatchObject({ leads: 1, journal_entries: 1 });
  const erasure = await post('/api/people/erasure', { ...search, stamp });
  expect(erasure.counts).toMatchObject({ leads: 1, journal_entries: 1 });
  expect(await findTraces(directory)).toEqual([]);

  await site.end('SIGTERM');
  const [backup = ''] = await readdir(elsewhere);
  const file = path.join(elsewhere, backup);
  const restored = await runBackups({ DATA_DIR: directory }, 'restore', file, '--replace');
  expect(restored).toMatchObject({ code: 0, errors: '' });
  const postAgain = await signIn((await folder.startReady(admin)).url);
  const found = await postAgain('/api/people/search', search);
  expect(found.counts).toMatchObject({ leads: 0, journal_entries: 0, mails: 0, files: 0 });
  expect(await findTraces(directory)).toEqual([]);
});

/** Writes a submission that this version cannot insert, so that it stays in the journal. */
async function writeUnknownSubmission(directory: string): Promise<void> {
  const folder = path.join(directory, 'journal');
  await mkdir(folder, { recursive: true });
  const id = randomUUID();
  const content = { ...person, source: 'A form of tomorrow', message };
  const record = {
    type: 'received',
    submission: `lead:${id}:0123456789ab`,
    at: new Date().toISOString(),
    payload: { kind: 'lead', id, content },
  };
  await writeFile(path.join(folder, '00000001.ndjson'), `${JSON.stringify(record)}\n`);
}

/** Signs in and returns a function that calls the API. */
async function signIn(url: string) {
  let cookie = '';
  const send = (address: string, body: object) =>
    fetch(url + address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: cookie },
      body: JSON.stringify(body),
    });
  const answer = await send('/api/auth/sign-in/email', mentor);
  cookie = toCookie(answer.headers.getSetCookie());
  return async (address: string, body: object) => {
    const called = await send(address, body);
    const text = await called.text();
    expect(called.ok, text).toBe(true);
    return JSON.parse(text);
  };
}

/** Returns the rows and files of a data folder that contain a trace of the person. */
async function findTraces(directory: string): Promise<string[]> {
  const found: string[] = [];
  const database = await findPrivateDatabase(directory);
  const tables = await query(
    database,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  );
  for (const { name } of tables) {
    const rows = await query(database, `select t::text as text from ${name} t`);
    found.push(...rows.map(({ text }) => text));
  }
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && !path.relative(directory, file).startsWith('postgres'))
      found.push(`${file} ${await readFile(file, 'latin1')}`);
  }
  return found.filter((text) => traces.some((trace) => text.includes(trace)));
}
