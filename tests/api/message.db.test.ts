import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { findLead } from '#features/leads/server/queries/leads.ts';
import { leads } from '#platform/db/schema/lead-schema.ts';
import { mailDeliveries } from '#platform/db/schema/schema.ts';
import { mentorAddress, startApi, type TestApi } from '#tests/support/api.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { bookingBody, contactBody } from '#tests/support/lead-bodies.ts';
import { readMailbox } from '#tests/support/mail-reader.ts';

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  api = await startApi({ connectionString: database.connectionString });
  await api.startJobs();
});
afterEach(() => api.stop());

const mails = () => readMailbox(api.directories.mailbox);
const mailsAbout = async (text: string) =>
  (await mails()).filter((mail) => mail.text?.includes(text));
const rowCount = async (id: string) => ((await findLead(api.db, id)) ? 1 : 0);

/** Waits until the outbox is empty, so that any second mail would have arrived. */
const untilOutboxIsEmpty = () =>
  expect.poll(() => api.db.$count(mailDeliveries, sql`status = 'queued'`)).toBe(0);

it('stores a message and mails it to the mentor, once', async () => {
  const body = contactBody({ name: 'Zoë O’Neil', phone: ' +27 82 000 0000 ' });
  const response = await api.post('/api/leads', body);
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual({ id: body.id });
  expect(await findLead(api.db, body.id)).toMatchObject({
    name: 'Zoë O’Neil',
    phone: '+27820000000',
    message: body.message,
  });

  await expect.poll(mails).toHaveLength(1);
  const [mail] = await mails();
  expect(mail).toMatchObject({
    subject: expect.stringMatching(
      /^Contact Form Submission: Zoë O’Neil, \w+, \d+ \w+ \d{4}, \d\d:\d\d$/,
    ),
    to: [{ address: mentorAddress }],
    from: { address: 'no-reply@timevsprice.test' },
    replyTo: [{ name: 'Zoë O’Neil', address: 'jane@example.com' }],
  });
  expect(mail?.text).toContain('I would like to learn more.\nWhere do I begin?');
  expect(mail?.html).toContain('I would like to learn more.<br/>Where do I begin?');
  expect(mail?.text).toContain('SAST (Africa/Johannesburg)');
  await untilOutboxIsEmpty();
});

it('escapes what visitors write', async () => {
  const body = contactBody({ name: '<b>Jane</b>', message: '<script>alert("x")</script> & more' });
  await api.post('/api/leads', body);
  await expect.poll(mails).toHaveLength(1);
  const [mail] = await mails();
  expect(mail?.html).not.toMatch(/<script>|<b>Jane/);
  expect(mail?.text).toContain('<script>alert("x")</script> & more');
});

it('answers a repeat like the first call and does nothing more', async () => {
  const body = contactBody();
  for (const path of ['/api/leads', '/api/leads', '/contact.php', '/contact.php']) {
    const response = await api.post(path, body);
    expect(response.ok).toBe(true);
  }
  await untilOutboxIsEmpty();
  expect(await mails()).toHaveLength(1);
  expect(api.journal.listPending()).toEqual([]);
});

it('creates one row and one mail for forty concurrent calls', async () => {
  const body = contactBody();
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      api.post(index % 2 ? '/api/leads' : '/contact.php', body),
    ),
  );
  expect(responses.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
  await expect.poll(() => api.journal.listPending()).toEqual([]);
  await untilOutboxIsEmpty();
  expect(await rowCount(body.id)).toBe(1);
  expect(await mails()).toHaveLength(1);
});

it.each(['/api/leads', '/contact.php'])(
  'refuses other content under a known id at %s',
  async (path) => {
    const body = contactBody();
    await api.post('/api/leads', body);
    const response = await api.post(path, { ...body, message: 'Something else altogether' });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject(
      path === '/api/leads' ? { code: 'id-reused', status: 409 } : { ok: false },
    );
    expect(await findLead(api.db, body.id)).toMatchObject({ message: body.message });
  },
);

it('stores nothing when the mail job cannot be queued', async () => {
  await api.jobs.stop(1_000);
  const body = contactBody();
  const response = await api.post('/api/leads', body);
  expect(response.status).toBe(503);
  expect(await rowCount(body.id)).toBe(0);
  expect(await api.db.$count(mailDeliveries, sql`key like ${`%${body.id}%`}`)).toBe(0);
});

it('pretends success to a bot', async () => {
  const body = contactBody({ leave_empty: 'https://spam.example' });
  const created = await api.post('/api/leads', body);
  expect(created.status).toBe(201);
  expect(await created.json()).toEqual({ id: body.id });
  const accepted = await api.post('/contact.php', body);
  expect(await accepted.json()).toEqual({ ok: true });
  expect(await rowCount(body.id)).toBe(0);
  expect(api.journal.listPending()).toEqual([]);
  expect(api.logged()).toContain('honeypot field');
});

it('stores and mails a message that only arrives at /contact.php', async () => {
  const body = contactBody({ source: 'Course Purchase Inquiry', message: undefined });
  const response = await api.post('/contact.php', body);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ ok: true });
  await expect.poll(() => rowCount(body.id)).toBe(1);
  await expect.poll(mails).toHaveLength(1);
});

it('recognises a repeat from a client without ids', async () => {
  const { id: _, ...body } = contactBody({ name: `Foreign ${randomUUID()}` });
  await api.post('/contact.php', body);
  await api.post('/contact.php', { ...body, phone: '' });
  await expect.poll(() => api.journal.listPending()).toEqual([]);
  await untilOutboxIsEmpty();
  expect(await api.db.$count(leads, sql`name = ${body.name}`)).toBe(1);
  expect(await mailsAbout(body.name)).toHaveLength(1);
});

it('mails a booking sent to the fallback once', async () => {
  const body = bookingBody();
  expect(await (await api.post('/contact.php', body)).json()).toEqual({ ok: true });
  await expect.poll(mails).toHaveLength(1);
  expect(await (await api.post('/contact.php', body)).json()).toEqual({ ok: true });
  await expect.poll(() => api.journal.listPending()).toEqual([]);
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail?.subject).toContain('New Mentorship Booking: Jane Doe, ');
  expect(mail?.text).toContain('Not provided');
});

it('a late notification does not restore a deleted lead', async () => {
  const body = contactBody();
  await api.post('/api/leads', body);
  await untilOutboxIsEmpty();
  await api.db.delete(leads).where(sql`id = ${body.id}`);
  expect(await (await api.post('/contact.php', body)).json()).toEqual({ ok: true });
  expect(api.journal.listPending()).toEqual([]);
});

it('logs nothing that a visitor wrote', async () => {
  await api.post('/api/leads', contactBody({ name: 'Secret Name' }));
  await api.post('/api/leads?token=secret-token', contactBody({ email: 'secret@nowhere' }));
  await api.post('/contact.php', contactBody({ message: 'secret message here' }));
  await untilOutboxIsEmpty();
  expect(api.logged()).not.toMatch(/secret/i);
  expect(api.logged()).toContain('"route":"/api/leads"');
});
