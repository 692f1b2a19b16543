import { randomUUID } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { ErasureRecord } from '#domain/person.ts';
import { mentor, toCookie } from '#tests/support/accounts.ts';
import { runBackups } from '#tests/support/backup-commands.ts';
import { findBytes } from '#tests/support/find-bytes.ts';
import { createOwnFolder } from '#tests/support/own-folder.ts';
import { createDirectory, removeDirectory, until } from '#tests/support/site-process.ts';
import { findPrivateDatabase, query } from '#tests/support/site-state.ts';

const email = 'nomvula.dlamini@example.com';
const person = { name: 'Nomvula Dlamini', email };
const words = 'Wisteriaquartz';
/** Nothing of it may be left. */
const traces = [email, person.name, 'Nomvula', '5559876', words];

const admin = { ADMIN_EMAIL: mentor.email, ADMIN_PASSWORD: mentor.password };

it('who was erased is in no byte of the data folder, nor after an older backup came back', async () => {
  await using folder = await createOwnFolder();
  const { directory } = folder;
  const elsewhere = await createDirectory();
  await using _ = { [Symbol.asyncDispose]: () => removeDirectory(elsewhere) };
  await keepWaitingSubmission(directory);
  const site = await folder.startReady(admin);
  const ask = createCalls(site.url);
  await ask.signIn();
  await fillSite(ask, directory);
  expect(await runBackups({ DATA_DIR: directory }, 'backup', elsewhere)).toMatchObject({ code: 0 });
  expect(await findBytes(directory, traces)).not.toEqual([]);

  const search = { text: email };
  const found = await ask.post('/api/people/search', search);
  expect(found.counts).toMatchObject({
    ...{ leads: 2, bookings: 3, sessions: 1, journal_entries: 1, requests: 0 },
  });
  expect(found.files.length).toBeGreaterThan(3);
  const record: ErasureRecord = await ask.post('/api/people/erasure', {
    ...{ ...search, stamp: found.stamp },
  });
  expect(record).toMatchObject({
    erased_by: mentor.email,
    counts: { leads: 2, bookings: 3, sessions: 1, journal_entries: 1 },
  });
  await until('the files of the database to be written anew', async () => {
    const [row] = await query(
      await findPrivateDatabase(directory),
      'select scrubbed_at from erasures',
    );
    return row.scrubbed_at;
  });
  expect(await findBytes(directory, traces)).toEqual([]);
  // Whoever comes back is somebody new.
  const back = { name: 'Zanele', email, source: 'Contact Form Submission' };
  await ask.post('/api/leads', { id: randomUUID(), ...back, message: 'I am here once more.' });

  await site.end('SIGTERM');
  const [backup = ''] = await readdir(elsewhere);
  const file = path.join(elsewhere, backup);
  const restored = await runBackups({ DATA_DIR: directory }, 'restore', file, '--replace');
  expect(restored).toMatchObject({ code: 0, errors: '' });
  const all = [...traces, 'Zanele'];
  const isOwn = (line: string) =>
    !line.startsWith(`${email} in mailbox`) && !line.startsWith('Zanele in mailbox');
  expect((await findBytes(directory, all)).filter(isOwn)).toEqual([]);

  const again = await folder.startReady(admin);
  const asked = createCalls(again.url);
  await asked.signIn();
  const { counts } = await asked.post('/api/people/search', { text: email });
  expect(counts).toMatchObject({ leads: 0, bookings: 0, journal_entries: 0 });
  expect((await findBytes(directory, traces)).filter(isOwn)).toEqual([]);
});

/** A submission that this version cannot enter anywhere: it stays in the journal. */
async function keepWaitingSubmission(directory: string): Promise<void> {
  const folder = path.join(directory, 'journal');
  await mkdir(folder, { recursive: true });
  const id = randomUUID();
  const content = { ...person, source: 'A form of tomorrow', message: words };
  const record = {
    ...{ type: 'received', submission: `lead:${id}:0123456789ab` },
    ...{ at: new Date().toISOString(), payload: { kind: 'lead', id, content } },
  };
  await writeFile(path.join(folder, '00000001.ndjson'), `${JSON.stringify(record)}\n`);
}

type Calls = ReturnType<typeof createCalls>;

/** Calls the API of a site; what is refused throws. */
function createCalls(url: string) {
  let cookie = '';
  const send = (method: string, address: string, body?: object) =>
    fetch(url + address, {
      method,
      headers: { 'Content-Type': 'application/json', Cookie: cookie },
      ...(body && { body: JSON.stringify(body) }),
    });
  return {
    async signIn() {
      const answer = await send('POST', '/api/auth/sign-in/email', mentor);
      cookie = toCookie(answer.headers.getSetCookie());
    },
    url,
    delete: (address: string) => send('DELETE', address),
    async post(address: string, body: object) {
      const answer = await send('POST', address, body);
      const text = await answer.text();
      expect(answer.ok, text).toBe(true);
      return JSON.parse(text);
    },
  };
}

/** Two leads, one in the trash; three bookings, one to come, one past and one in the trash; all their mails. */
async function fillSite(ask: Calls, directory: string): Promise<void> {
  const database = await findPrivateDatabase(directory);
  const lead = {
    ...person,
    source: 'Contact Form Submission',
    message: `${words} and gold, please.`,
  };
  const inquiry = { ...person, source: 'Course Purchase Inquiry', phone: '+27 (0)82 555 9876' };
  const kept = { ...inquiry, id: randomUUID(), email: 'Nomvula.Dlamini@Example.com' };
  await ask.post('/api/leads', kept);
  const trashed = { ...lead, id: randomUUID() };
  await ask.post('/api/leads', trashed);
  await ask.delete(`/api/leads/${trashed.id}`);
  const from = new Date(Date.now() + 2 * 24 * 3_600_000);
  const to = new Date(from.getTime() + 6 * 24 * 3_600_000);
  const span = `from=${from.toISOString()}&to=${to.toISOString()}`;
  const answer = await fetch(`${ask.url}/api/availability?${span}`);
  const { slots } = await answer.json();
  for (const booking_date of [slots[0], slots.at(-1), slots[Math.floor(slots.length / 2)]]) {
    await ask.post('/api/bookings', {
      ...{ ...person, id: randomUUID(), booking_date, session_type: '1-on-1 Session' },
      ...{ meeting_type: 'Zoom', trading_knowledge: 'Beginner', time_zone: 'Africa/Johannesburg' },
      notes: `Goals: ${words}\nTopics: Not provided`,
    });
  }
  const bookings = await query(database, 'select id from bookings order by booking_date');
  await ask.delete(`/api/bookings/${bookings[1].id}`);
  await query(
    database,
    `update bookings set booking_date = date_trunc('minute', now()) - interval '3 days' where id = $1`,
    [bookings[2].id],
  );
  await until('every mail to be captured', async () => {
    const [row] = await query(
      database,
      `select count(*)::int as count from mail_deliveries where status = 'queued'`,
    );
    return row.count === 0;
  });
  // The planner keeps samples of what stands in tables.
  await query(database, 'analyze');
}
