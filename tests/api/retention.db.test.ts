import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { legal } from '#content/legal.ts';
import { mentor } from '#tests/support/accounts.ts';
import { type AdminCalls, openAdmin } from '#tests/support/admin-calls.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

let database: TestDatabase;
let api: TestApi;
let admin: AdminCalls;
let now: Date;

beforeEach(async () => {
  now = new Date('2030-01-07T08:00:00Z');
  database = await createTestDatabase();
  const { connectionString } = database;
  api = await startApi({ connectionString, now: () => now, admin: mentor });
  await api.startJobs();
  admin = await openAdmin(api);
});
afterEach(async () => {
  await api.stop();
  await database.drop();
});

const rowsOf = async (text: string, values: unknown[] = []) =>
  (await api.pool.query(text, values)).rows;
const sweep = () => api.services.jobHandlers.keepRetention();

/** Inserts leads with their notices. */
async function addLeads(at: string, { deletedAt = null as string | null } = {}) {
  await rowsOf(
    `with added as (
       insert into leads (name, email, source, created_at, deleted_at)
       values ('Jane Doe', 'jane@example.com', 'Contact Form Submission', $1, $2) returning id
     )
     insert into mail_deliveries (key, recipient, subject, status, created_at, sent_at)
     select 'lead:' || id || ':0123456789ab:notice', 'mentor@mine.example', 'Jane Doe', 'sent', '2030-01-01', now()
     from added`,
    [at, deletedAt],
  );
}

const addBooking = (at: string, cancelledAt: string | null = null) =>
  rowsOf(
    `insert into bookings
       (name, email, session_type, booking_date, meeting_type, trading_knowledge, notes, cancelled_at)
     values ('Jane Doe', 'jane@example.com', '1-on-1 Session', $1, 'Zoom', 'Beginner', '', $2)`,
    [at, cancelledAt],
  );

const daysOf = async (table: 'leads' | 'bookings') => {
  const column = table === 'leads' ? 'created_at' : 'booking_date';
  const rows = await rowsOf(`select ${column} as at from ${table} order by 1`);
  return rows.map(({ at }) => at.toISOString().slice(0, 10));
};

async function saveRetention(changes: Partial<typeof legal.retention>) {
  const value = { ...legal, retention: { ...legal.retention, ...changes } };
  const saved = await admin.asMentor('PUT', '/api/settings/legal', { version: 0, value });
  expect(saved.status).toBe(200);
}

describe('the nightly job', () => {
  it('the nightly job deletes leads and bookings after 24 months, and the recipients of their mails', async () => {
    await addLeads('2028-01-07T08:00:00Z');
    await addLeads('2028-01-07T07:59:59Z');
    await addLeads('2027-12-01T08:00:00Z', { deletedAt: '2030-01-06T08:00:00Z' });
    await addBooking('2028-01-07T09:00:00Z');
    await addBooking('2028-01-06T09:00:00Z');
    await addBooking('2027-01-06T10:00:00Z', '2027-01-01T10:00:00Z');
    await addBooking('2030-01-08T09:00:00Z');
    await sweep();
    expect(await daysOf('leads')).toEqual(['2028-01-07']);
    expect(await daysOf('bookings')).toEqual(['2028-01-07', '2030-01-08']);
    const deliveries = await rowsOf('select recipient, subject from mail_deliveries order by 1');
    expect(deliveries).toEqual([
      ...[1, 2].map(() => ({ recipient: '', subject: '' })),
      { recipient: 'mentor@mine.example', subject: 'Jane Doe' },
    ]);
    now = new Date('2030-01-09T08:00:00Z');
    await sweep();
    expect(await daysOf('leads')).toEqual([]);
    expect(await daysOf('bookings')).toEqual(['2030-01-08']);
  });

  it('keeps data as long as the settings say', async () => {
    await saveRetention({ leadMonths: 1, bookingMonths: 36 });
    await addLeads('2029-12-06T08:00:00Z');
    await addLeads('2029-12-08T08:00:00Z');
    await addBooking('2027-01-08T08:00:00Z');
    await sweep();
    expect(await daysOf('leads')).toEqual(['2029-12-08']);
    expect(await daysOf('bookings')).toEqual(['2027-01-08']);
  });

  it('deletes nothing if the saved settings are invalid', async () => {
    await saveRetention({ leadMonths: 60 });
    await rowsOf(
      `update settings_versions set value = jsonb_set(value, '{retention,leadMonths}', '"long"')
       where section = 'legal'`,
    );
    await addLeads('2027-01-07T08:00:00Z');
    await expect(sweep()).rejects.toThrow('retention.leadMonths');
    expect(await daysOf('leads')).toEqual(['2027-01-07']);
  });

  it('deletes mail records and captured mails after 6 months, except queued mails', async () => {
    await rowsOf(
      `insert into mail_deliveries (key, recipient, subject, status, created_at, sent_at)
       select status || age, 'jane@example.com', 'A mail', status,
         timestamptz '2030-01-07 08:00Z' - age::interval, case status when 'sent' then now() end
       from unnest(array['sent', 'failed', 'cancelled', 'queued']) as status,
         unnest(array['5 months', '7 months']) as age`,
    );
    await rowsOf(
      `insert into mail_handovers (key, created_at)
       values ('old', '2029-07-01T08:00:00Z'), ('young', '2029-08-01T08:00:00Z')`,
    );
    const { mailbox } = api.directories;
    await mkdir(mailbox, { recursive: true });
    for (const [name, at] of [
      ['old', '2029-07-01T08:00:00Z'],
      ['young', '2029-08-01T08:00:00Z'],
    ] as const) {
      const file = join(mailbox, `${name}.eml`);
      await writeFile(file, 'Subject: Words\n\n');
      await utimes(file, new Date(at), new Date(at));
    }
    await sweep();
    const left = await rowsOf('select key from mail_deliveries order by key');
    expect(left.map(({ key }) => key)).toEqual([
      'cancelled5 months',
      'failed5 months',
      'queued5 months',
      'queued7 months',
      'sent5 months',
    ]);
    expect(await rowsOf('select key from mail_handovers')).toEqual([{ key: 'young' }]);
    expect(await readdir(mailbox)).toEqual(['young.eml']);
  });

  it('the nightly job trims the database log', async () => {
    const file = join(api.dataDirectory, 'postgres.log');
    await writeFile(
      file,
      '2029-11-01 08:00:00.000 UTC [7] LOG:  old\n\tand its second line\n2030-01-01 08:00:00.000 UTC [7] LOG:  young\n',
    );
    await sweep();
    expect(await readFile(file, 'utf8')).toBe('2030-01-01 08:00:00.000 UTC [7] LOG:  young\n');
  });

  it('deletes account events as the settings say', async () => {
    const count = async () => (await rowsOf('select count(*)::int as n from account_event'))[0].n;
    await rowsOf(`update account_event set at = '2029-10-07T08:00:00Z'`);
    const before = await count();
    expect(before).toBeGreaterThan(0);
    await api.services.jobHandlers.sweepAccounts();
    expect(await count()).toBe(before);
    await saveRetention({ activityMonths: 2 });
    await rowsOf(`update account_event set at = '2029-10-07T08:00:00Z'`);
    await api.services.jobHandlers.sweepAccounts();
    expect(await count()).toBe(0);
  });

  it('empties the trash as the settings say', async () => {
    await saveRetention({ trashDays: 7 });
    await addLeads('2030-01-01T08:00:00Z', { deletedAt: '2029-12-31T09:00:00Z' });
    const listed = await (await admin.asMentor('GET', '/api/trash')).json();
    expect(listed.items[0].gone_at).toBe('2030-01-07T09:00:00.000Z');
    await api.services.jobHandlers.sweepTrash();
    expect(await daysOf('leads')).toHaveLength(1);
    now = new Date('2030-01-07T09:00:00Z');
    await api.services.jobHandlers.sweepTrash();
    expect(await daysOf('leads')).toEqual([]);
  });
});
