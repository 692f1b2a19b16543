import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mentor, visitorWith } from '#tests/support/accounts.ts';
import { startAdminApi } from '#tests/support/admin-api.ts';
import { mentorAddress } from '#tests/support/api.ts';
import { openingMorning, sessionBody, tuesdaySlots } from '#tests/support/booking-bodies.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';

let site: Awaited<ReturnType<typeof startAdminApi>>;

beforeEach(async () => {
  // A single process, because the tests inspect its disk.
  site = await startAdminApi({ now: () => openingMorning, isAlone: true });
});
afterEach(() => site.close());

const email = 'jane@example.com';
const atWork = 'jane.at.work@example.com';

async function call(method: string, address: string, body?: unknown) {
  const answer = await site.admin.asMentor(method, `/api/${address}`, body);
  const text = await answer.text();
  const isJson = answer.headers.get('Content-Type')?.includes('json');
  return { status: answer.status, body: isJson ? JSON.parse(text) : text };
}
const find = async (text: string, included: string[] = []) =>
  (await call('POST', 'people/search', { text, with: included })).body;
const rowsOf = async (text: string, values: unknown[] = []) =>
  (await site.api.pool.query(text, values)).rows;

async function send(address: string, body: object): Promise<void> {
  const answer = await site.api.post(`/api/${address}`, body);
  expect(answer.status, await answer.text()).toBe(201);
}

const untilMailed = () =>
  expect
    .poll(async () => (await rowsOf(`select from mail_deliveries where status = 'queued'`)).length)
    .toBe(0);

/**
 * Adds two leads, one of them in the trash and from another address, and three bookings, one
 * cancelled and one in the trash.
 */
async function fill() {
  const inquiry = { source: 'Course Purchase Inquiry', message: null, phone: '082 555 1234' };
  const trashed = contactBody({ ...inquiry, email: atWork });
  await send('leads', contactBody({ email: 'Jane@Example.com', phone: '+27 (0)82 555 1234' }));
  await send('leads', trashed);
  const bookings = [0, 2, 4].map((slot) => sessionBody({ booking_date: tuesdaySlots[slot] }));
  for (const booking of bookings) await send('bookings', booking);
  // A deletion cancels mails that are still queued.
  await untilMailed();
  await call('DELETE', `leads/${trashed.id}`);
  await call('PUT', `bookings/${bookings[1]?.id}/cancellation`, { version: 1 });
  await call('DELETE', `bookings/${bookings[2]?.id}`);
  await send('leads', contactBody({ name: 'Ben', email: 'ben@example.com' }));
  await untilMailed();
}

/** Adds a submission to the journal. */
async function journal(content: object): Promise<string> {
  const id = randomUUID();
  const payload = { kind: 'lead', id, content };
  await site.api.journal.receive(`lead:${id}:0123456789ab`, payload);
  return id;
}

const readJournal = async () => {
  const { journal: folder } = site.api.directories;
  const names = await readdir(folder);
  return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
};

describe('the list of people', () => {
  const list = async (body: object = {}) => (await call('POST', 'people/list', body)).body;

  it('shows and searches everyone who wrote or booked, newest activity first, without the trash', async () => {
    await rowsOf(
      `insert into leads (name, email, phone, source, created_at, deleted_at) values
        ('Jane', 'Jane@example.com', '082 555 1234', 'Contact', '2029-01-01Z', null),
        ('Jane Doe', 'jane@example.com', null, 'Contact', '2029-01-03Z', null),
        ('Gone', 'gone@example.com', null, 'Contact', '2029-01-04Z', now())`,
    );
    await send('bookings', sessionBody({ name: 'Ben Smith', email: 'ben@example.com' }));
    const jane = {
      email,
      name: 'Jane Doe',
      phone: '082 555 1234',
      leads: 2,
      bookings: 0,
      customers: 0,
      last_at: '2029-01-03T00:00:00.000000Z',
    };
    const { items, next } = await list();
    expect(items[1]).toMatchObject({ name: 'Ben Smith', bookings: 1 });
    expect([items[0], items.length, next]).toEqual([jane, 2, null]);
    for (const search of ['DOE jane', 'jane@exa', '+27 82 555 1234', '0825551234'])
      expect((await list({ search })).items, search).toEqual([jane]);
    expect((await list({ search: '100%_' })).items).toEqual([]);
  });

  it('the list of people is split into pages', async () => {
    await rowsOf(
      `insert into leads (name, email, source, created_at)
       select 'Person ' || n, 'person' || n || '@example.com', 'Contact', '2029-01-01Z'
       from generate_series(1, 35) as n`,
    );
    const [one, other] = [await list(), await list({ after: (await list()).next })];
    expect([one.items.length, other.items.length, other.next]).toEqual([30, 5, null]);
    expect(new Set([...one.items, ...other.items].map(({ name }) => name)).size).toBe(35);
  });
});

describe('a person', () => {
  it('a person is found in the trash, mails, the journal and captured mails', async () => {
    await fill();
    await journal(contactBody());
    for (const [text, ...others] of [
      [' JANE@example.com', atWork],
      ['0825551234', atWork, email],
    ] as [string, ...string[]][]) {
      const person = await find(text, others);
      expect(person).toMatchObject({
        mailboxes: [atWork, email],
        suggestions: [],
        phones: ['+27825551234'],
        names: ['Jane Doe'],
        counts: { leads: 2, bookings: 3, sessions: 1, journal_entries: 1, requests: 0 },
      });
      expect(person.mails).toHaveLength(9);
      expect(person.files).toHaveLength(9);
      expect(person.leads[1]).toMatchObject({ deleted_at: openingMorning.toISOString() });
    }
    const alone = await find(email);
    expect(alone.mailboxes).toEqual([email]);
    expect(alone.counts).toMatchObject({ leads: 1, bookings: 3 });
  });

  it('a person includes a record with the same number or a similar address only if the mentor adds it', async () => {
    const phone = '082 555 1234';
    await send('leads', contactBody({ phone }));
    await send('leads', contactBody({ name: 'Stranger', email: 'stranger@example.com', phone }));
    await send('leads', contactBody({ name: 'Plus', email: 'jane+gold@example.com' }));
    await send('bookings', sessionBody({ name: 'Plus', email: 'Jane+Gold@example.com' }));
    await journal(contactBody({ name: 'Waiting', email: 'waiting@example.com', phone }));
    const suggestions = [
      { mailbox: 'jane+gold@example.com', reason: 'mailbox', names: ['Plus'] },
      { mailbox: 'stranger@example.com', reason: 'phone', names: ['Stranger'] },
      { mailbox: 'waiting@example.com', reason: 'phone', names: ['Waiting'] },
    ];
    const { stamp, ...person } = await find(email);
    expect(person).toMatchObject({ names: ['Jane Doe'], suggestions });
    expect(person.counts).toMatchObject({ leads: 1, bookings: 0, journal_entries: 0 });
    const { body: file } = await call('POST', 'people/export', { text: email });
    expect(file).toContain('Jane Doe');
    expect(file).not.toMatch(/stranger|plus|waiting@/i);
    const included = await find(email, ['Waiting@Example.com']);
    expect(included.counts).toMatchObject({ leads: 1, journal_entries: 1 });
    expect(included.suggestions).toEqual(suggestions.slice(0, 2));

    expect((await call('POST', 'people/erasure', { text: email, stamp })).status).toBe(201);
    expect(await rowsOf('select name from leads order by name')).toEqual([
      { name: 'Plus' },
      { name: 'Stranger' },
    ]);
    expect(await rowsOf('select name from bookings')).toEqual([{ name: 'Plus' }]);
    expect(site.api.journal.listPending()).toHaveLength(1);
    // Repeat the erasure, as after a restore. It erases no one else.
    await writeFile(path.join(site.api.dataDirectory, 'erasures.json'), '[]');
    await rowsOf(`update erasures set erased_at = now() + interval '1 minute'`);
    await site.api.services.people.applyErasures({ isStart: true });
    expect(await rowsOf('select from leads')).toHaveLength(2);
  });

  it('requires an address, and a search requires an address or a number', async () => {
    await send('leads', contactBody({ phone: '082 555 1234' }));
    const text = '082 555 1234';
    const { stamp, ...person } = await find(text);
    expect(person).toMatchObject({ mailboxes: [], leads: [], counts: { leads: 0, mails: 0 } });
    expect(person.suggestions).toEqual([{ mailbox: email, reason: 'phone', names: ['Jane Doe'] }]);
    for (const [what, body] of [
      ['export', {}],
      ['correction', { stamp, name: 'Jane Smith' }],
      ['erasure', { stamp }],
    ] as const)
      expect((await call('POST', `people/${what}`, { text, ...body })).status, what).toBe(422);
    for (const words of ['', 'Jane', '123'])
      expect((await call('POST', 'people/search', { text: words })).status).toBe(422);
  });

  it('a person can be erased by number if their bookings have no email', async () => {
    await fill();
    const { id, ...booking } = sessionBody({ booking_date: '2030-01-10T09:00:00Z' });
    const byPhone = { ...booking, id, email: '', phone: '+27 82 555 1234', mentor_note: '' };
    expect((await call('POST', 'bookings/by-mentor', byPhone)).status).toBe(201);
    const { bookings, stamp } = await find('082 555 1234');
    expect(bookings).toMatchObject([{ id, email: null, phone: '+27825551234' }]);
    const erased = await call('POST', 'people/erasure', { text: '082 555 1234', stamp });
    expect(erased.body.counts).toMatchObject({ bookings: 1, leads: 0 });
    expect(await rowsOf('select from bookings where id = $1', [id])).toEqual([]);
  });

  it('a person is exported as HTML with JSON, and what they wrote cannot run as code', async () => {
    await send('leads', contactBody({ message: '</script><script>alert(1)</script> & gold' }));
    const { status, body } = await call('POST', 'people/export', { text: email });
    expect(status).toBe(200);
    const [, json = ''] =
      /<script type="application\/json" id="data">(.*)<\/script>/s.exec(body) ?? [];
    expect(JSON.parse(json).leads[0].message).toBe('</script><script>alert(1)</script> & gold');
    expect(body.match(/<script/g)).toHaveLength(1);
    expect(body).toContain('&#38; gold');
    expect(body).not.toContain('search_text');
  });
});

describe('a correction', () => {
  it('changes every record and redirects queued mails', async () => {
    await fill();
    await rowsOf(
      `update mail_deliveries set status = 'failed', sent_at = null where recipient = $1`,
      [email],
    );
    const { stamp } = await find(email, [atWork]);
    const name = 'Jane Smith';
    const corrected = await call('POST', 'people/correction', {
      text: email,
      with: [atWork],
      stamp,
      name,
      email: 'jane.smith@example.com',
      phone: '',
    });
    expect(corrected.status).toBe(200);
    expect(corrected.body).toMatchObject({
      mailboxes: ['jane.smith@example.com'],
      phones: ['+27825551234'],
      names: [name],
      counts: { leads: 2, bookings: 3 },
    });
    expect(corrected.body.bookings[0].version).toBeGreaterThan(1);
    const recipients = await rowsOf(
      `select distinct recipient from mail_deliveries where status = 'failed'`,
    );
    expect(recipients).toEqual([{ recipient: 'jane.smith@example.com' }]);
  });

  it('a correction is refused if it is empty or the person has changed', async () => {
    await fill();
    const { stamp } = await find(email);
    await send('leads', contactBody());
    const late = await call('POST', 'people/correction', { text: email, stamp, name: 'Jane S' });
    expect(late).toMatchObject({ status: 409, body: { code: 'edited-elsewhere' } });
    expect(late.body.current.counts.leads).toBe(2);
    expect((await call('POST', 'people/correction', { text: email, stamp })).status).toBe(422);
  });
});

describe('an erasure', () => {
  const erase = async (text: string, included: string[] = []) => {
    const { stamp } = await find(text, included);
    return call('POST', 'people/erasure', { text, with: included, stamp });
  };

  it('removes every trace from tables, journal and files, and leaves a record without a name', async () => {
    await fill();
    const waiting = await journal(contactBody());
    const other = await journal(contactBody({ email: 'cleo@example.com' }));
    await rowsOf(
      `insert into account_event (email, kind, ip_address, user_agent) values ($1, 'sign-in-failed', '::1', '')`,
      [email],
    );
    await rowsOf(`insert into rate_limits (key, points) values ($1, 1)`, [
      `mail-to-stranger:${email}`,
    ]);
    const later = { id: randomUUID(), at: new Date(Date.now() + 3_600_000) };
    const signIn = { kind: 'account-mail', purpose: 'magic-link', email, mail: 'later' } as const;
    await site.api.db.transaction((transaction) =>
      site.api.jobs.sendMail(transaction, signIn, later),
    );
    const stamped = path.join(site.api.dataDirectory, 'stamped');
    const stranger = randomUUID();
    const [{ id: recordId }] = await rowsOf(`select id from leads where lower(email) = $1`, [
      email,
    ]);
    for (const owner of [recordId, stranger]) {
      await mkdir(path.join(stamped, owner), { recursive: true });
      await writeFile(path.join(stamped, owner, 'copy.pdf'), email);
    }
    const { status, body } = await erase('0825551234', [email, atWork]);
    expect(status).toBe(201);
    expect(await readdir(stamped)).toEqual([stranger]);
    expect(body).toMatchObject({
      erased_by: mentor.email,
      counts: {
        leads: 2,
        bookings: 3,
        sessions: 1,
        mails: 9,
        journal_entries: 1,
        log_entries: 1,
        requests: 0,
      },
    });
    expect(body.counts.files).toBe(9);
    expect((await call('GET', 'people/erasures')).body).toMatchObject([{ id: body.id }]);

    expect(site.api.journal.listPending().map(({ submission }) => submission)).toEqual([
      expect.stringContaining(other),
    ]);
    const journals = (await readJournal()).join();
    expect(journals).not.toContain(email);
    expect(journals).not.toContain(waiting);
    for (const table of await rowsOf(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
    )) {
      const found = await rowsOf(
        `select t::text as row from ${table.name} t where t::text ~* 'jane|5551234|learn more'`,
      );
      // Another person's rows stay.
      expect(found.filter(({ row }) => !row.includes('ben@example.com'))).toEqual([]);
    }
    expect(await find('ben@example.com')).toMatchObject({ counts: { leads: 1, mails: 1 } });
    expect(site.api.logged()).not.toMatch(/jane|5551234/i);
    const file = await readFile(path.join(site.api.dataDirectory, 'erasures.json'), 'utf8');
    expect(file).toContain(body.id);
    expect(file).not.toMatch(/jane|5551234/i);
  });

  it('an erasure is refused if the person has changed, and its repetition spares people who returned later', async () => {
    await send('leads', contactBody());
    const { stamp } = await find(email);
    await send('leads', contactBody());
    const refused = await call('POST', 'people/erasure', { text: email, stamp });
    expect(refused).toMatchObject({ status: 409, body: { code: 'edited-elsewhere' } });
    expect((await erase(email)).status).toBe(201);
    await send('leads', contactBody({ name: 'Jane Returned' }));
    // As after the restore of a backup with a row that the erasure did not know.
    await rowsOf(
      `insert into leads (name, email, source, created_at) values ('Jane', 'JANE@example.com', 'Contact', '2020-01-01Z')`,
    );
    // Repeat this, because a notification about the erasure may write the file in between.
    const repeat = async () => {
      await writeFile(path.join(site.api.dataDirectory, 'erasures.json'), '[]');
      await site.api.services.people.applyErasures({ isStart: true });
      return rowsOf('select name from leads');
    };
    await expect.poll(repeat).toEqual([{ name: 'Jane Returned' }]);
  });

  it('frees the slot, and a late repeat of a form restores nothing', async () => {
    const booking = sessionBody();
    await send('bookings', booking);
    await untilMailed();
    await erase(email);
    await send('bookings', sessionBody({ email: 'ben@example.com' }));
    const lead = contactBody();
    await send('leads', lead);
    await untilMailed();
    await erase(email);
    expect((await site.api.post('/contact.php', lead)).status).toBe(200);
    expect((await find(email)).counts).toMatchObject({ leads: 0, journal_entries: 0 });
  });

  it('keeps the log of admin accounts and the recipient of notices', async () => {
    await send('leads', contactBody({ email: mentor.email }));
    await untilMailed();
    const person = await find(mentor.email);
    expect(person.own_mailboxes).toEqual([mentor.email]);
    const events = await rowsOf('select from account_event where email = $1', [mentor.email]);
    expect((await erase(mentor.email)).body.counts).toMatchObject({ leads: 1, log_entries: 0 });
    expect(await rowsOf('select from account_event where email = $1', [mentor.email])).toEqual(
      events,
    );
    expect((await call('GET', 'today')).status).toBe(200);
  });

  it.each([
    ['has applied none', '[]'],
    ['has an unreadable list', '\0\0'],
  ])('an erasure is applied to the disk of another process that %s', async (_, list) => {
    await send('leads', contactBody());
    await erase(email);
    await journal(contactBody({ name: 'Late' }));
    // The erasure is newer than the journal and not applied here, as in another process.
    await rowsOf(`update erasures set erased_at = now() + interval '1 minute'`);
    // Waits for the current run.
    await site.api.services.people.applyErasures();
    const { dataDirectory } = site.api;
    await writeFile(path.join(dataDirectory, 'erasures.json'), list);
    // Triggers the notification.
    await rowsOf('update erasures set erased_by = erased_by');
    await expect.poll(() => site.api.journal.listPending()).toEqual([]);
    await expect
      .poll(async () => (await rowsOf('select counts from erasures'))[0].counts.journal_entries)
      .toBe(1);
  });
});

describe('a request', () => {
  const listRequests = async () => (await call('GET', 'people/requests')).body;

  it('a request counts after its mailbox has confirmed it, and notifies the mentor once', async () => {
    const victim = 'victim@example.com';
    const booked = await site.api.post('/api/bookings', sessionBody({ email: victim }));
    const { manage_path } = await booked.json();
    const booking = manage_path.split('/').at(-1);
    const { people } = site.api.services;
    for (const kind of ['access', 'correction', 'deletion'] as const)
      await people.askFromBooking({ kind, message: null, booking }, visitorWith());
    expect(await listRequests()).toEqual([]);
    await untilMailed();
    const [mail] = await rowsOf(
      `select recipient, key from mail_deliveries where key like 'person-request:%'`,
    );
    expect(mail.recipient).toBe(victim);
    const { files } = await find(victim);
    const { text } = files.find(({ id }: { id: string }) => id.includes('person-request'));
    const [, token = ''] = /privacy\/request\?token=(\S+)/.exec(text) ?? [];
    for (let clicks = 0; clicks < 2; clicks += 1)
      await people.confirmLinkedRequest(decodeURIComponent(token));
    expect(await listRequests()).toMatchObject([{ email: victim }]);
    await untilMailed();
    const notices = await rowsOf(
      `select recipient, subject, status from mail_deliveries where key like 'person-request:%:notice'`,
    );
    expect(notices).toEqual([
      {
        recipient: mentorAddress,
        status: 'sent',
        subject: expect.stringMatching(/^Data request: victim@example\.com, \w+, \d+ \w+ \d{4}/),
      },
    ]);
    await expect(
      people.askFromBooking({ kind: 'access', message: null, booking: 'none' }, visitorWith()),
    ).rejects.toMatchObject({ status: 404 });
  });
});
