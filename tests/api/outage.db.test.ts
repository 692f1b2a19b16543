import { appendFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, like } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { schema } from '#server/db/executor.ts';
import { findLead } from '#server/db/queries/leads.ts';
import { mailDeliveries } from '#server/db/schema.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { bookingBody, contactBody } from '#tests/support/lead-bodies.ts';
import { type SeverableDatabase, severDatabase } from '#tests/support/severable-database.ts';
import { type SmtpReceiver, startSmtpReceiver } from '#tests/support/smtp-receiver.ts';

let database: TestDatabase;
/** A way to the database that stays open while the site's is cut. */
let direct: pg.Pool;
let passage: SeverableDatabase;
let receiver: SmtpReceiver;
let running: TestApi[];

beforeEach(async () => {
  database = await createTestDatabase();
  direct = new pg.Pool({ connectionString: database.connectionString, max: 2 });
  passage = await severDatabase(database.connectionString);
  receiver = await startSmtpReceiver();
  running = [];
});
afterEach(async () => {
  receiver.behave('accept');
  receiver.release();
  await passage.restore();
  for (const api of running) await api.stop({ keepData: true });
  // Not before: some share a folder.
  for (const { dataDirectory } of running)
    await rm(dataDirectory, { recursive: true, force: true });
  await passage.close();
  await receiver.close();
  await direct.end();
  await database.drop();
});

async function start(options: Partial<Parameters<typeof startApi>[0]> = {}): Promise<TestApi> {
  const { connectionString } = passage;
  const api = await startApi({ connectionString, smtpUrl: receiver.url, ...options });
  running.push(api);
  await api.startJobs();
  api.services.replayer.wake();
  return api;
}

const isStored = async (id: string) =>
  (await findLead(drizzle(direct, { schema }), id)) !== undefined;
const deliveriesOf = (id: string) =>
  drizzle(direct, { schema })
    .select({ status: mailDeliveries.status, attempts: mailDeliveries.attempts })
    .from(mailDeliveries)
    .where(ofLead(id));
const queued = eq(mailDeliveries.status, 'queued');
const ofLead = (id: string) => like(mailDeliveries.key, `%${id}%`);
const mailCount = () => receiver.received.length;

/** Waits until the database has it, says it was mailed, and the journal needs it no more. */
async function untilSettled(api: TestApi, id: string): Promise<void> {
  await expect.poll(() => isStored(id)).toBe(true);
  await expect.poll(async () => (await deliveriesOf(id))[0]?.status).toBe('sent');
  await expect.poll(() => api.journal.listPending()).toEqual([]);
}

it.each(['cut', 'freeze'] as const)(
  'with the database away (%s), answers, mails at once, and stores later',
  async (way) => {
    const api = await start();
    const body = contactBody();
    await passage[way]();

    // Whoever asks is answered while it is still away, however long that lasts.
    expect((await api.post('/api/leads', body)).status).toBe(503);
    expect(await (await api.post('/contact.php', body)).json()).toEqual({ ok: true });
    await expect.poll(mailCount).toBe(1);
    expect(await isStored(body.id)).toBe(false);

    await passage.restore();
    await untilSettled(api, body.id);
    expect(mailCount()).toBe(1);
  },
);

it('with the database and the mail server away, keeps it until they are back', async () => {
  const api = await start();
  const body = contactBody();
  await passage.cut();
  receiver.behave('refuse');
  expect((await api.post('/contact.php', body)).status).toBe(200);
  await expect.poll(receiver.offered).toBeGreaterThan(0);
  expect(mailCount()).toBe(0);

  receiver.behave('accept');
  await passage.restore();
  await untilSettled(api, body.id);
  expect(mailCount()).toBe(1);
});

it('with everything away and the process killed, the next one carries on', async () => {
  const killed = await start();
  const lead = contactBody();
  const booking = bookingBody();
  await passage.cut();
  receiver.behave('refuse');
  expect((await killed.post('/contact.php', lead)).status).toBe(200);
  expect((await killed.post('/contact.php', booking)).status).toBe(200);
  await killed.services.replayer.stop();
  const [name = ''] = await readdir(killed.directories.journal);
  await appendFile(join(killed.directories.journal, name), '{"type":"received","submi');

  receiver.behave('accept');
  await passage.restore();
  const next = await start({ dataDirectory: killed.dataDirectory });
  await untilSettled(next, lead.id);
  await expect.poll(mailCount).toBe(2);
  const subjects = receiver.received.map(({ mail }) => mail.subject).sort();
  expect(subjects).toEqual([
    'Contact Form Submission: Jane Doe',
    'New Mentorship Booking: Jane Doe',
  ]);
});

it('killed after the fallback was mailed and before the database was back: no second mail', async () => {
  const killed = await start();
  const body = contactBody();
  await passage.cut();
  await killed.post('/contact.php', body);
  await expect.poll(mailCount).toBe(1);
  await killed.services.replayer.stop();

  await passage.restore();
  const next = await start({ dataDirectory: killed.dataDirectory });
  await untilSettled(next, body.id);
  expect(mailCount()).toBe(1);
});

it('keeps trying while the mail server refuses, and mails once', async () => {
  const api = await start();
  receiver.behave('refuse');
  const body = contactBody();
  expect((await api.post('/api/leads', body)).status).toBe(201);
  await expect.poll(receiver.offered).toBeGreaterThan(1);
  receiver.behave('accept');
  await untilSettled(api, body.id);
  expect(mailCount()).toBe(1);
  const [delivery] = await deliveriesOf(body.id);
  expect(delivery?.attempts).toBeGreaterThan(2);
});

it('an insert that was committed but never answered, and its fallback, make one mail', async () => {
  const api = await start();
  // Committed, its mail still owed when the database goes away.
  receiver.behave('refuse');
  const body = contactBody();
  await api.post('/api/leads', body);
  await expect.poll(receiver.offered).toBeGreaterThan(0);
  await passage.cut();
  receiver.behave('accept');

  expect(await (await api.post('/contact.php', body)).json()).toEqual({ ok: true });
  await expect.poll(mailCount).toBe(1);
  await passage.restore();
  await untilSettled(api, body.id);
  expect(mailCount()).toBe(1);
});

it('a fallback that arrives after the mail went out makes no second one', async () => {
  const api = await start();
  const body = contactBody();
  await api.post('/api/leads', body);
  await expect.poll(mailCount).toBe(1);
  await expect.poll(async () => (await deliveriesOf(body.id))[0]?.status).toBe('sent');

  await passage.cut();
  expect((await api.post('/contact.php', body)).status).toBe(200);
  expect(api.journal.listPending()).toHaveLength(1);
  await passage.restore();
  await untilSettled(api, body.id);
  expect(mailCount()).toBe(1);
});

it.each(['alone', 'with a fallback on top'])(
  'a mail that was taken while the database went away is not sent again, %s',
  async (company) => {
    const api = await start();
    receiver.behave('hold');
    const body = contactBody();
    await api.post('/api/leads', body);
    await expect.poll(receiver.offered).toBe(1);
    await passage.cut();
    receiver.behave('accept');
    receiver.release();
    await expect.poll(mailCount).toBe(1);
    // The worker cannot tell the database that it was.
    if (company !== 'alone') await api.post('/contact.php', body);
    await passage.restore();
    await untilSettled(api, body.id);
    expect(mailCount()).toBe(1);
  },
);

it('two processes on one database mail each lead once', async () => {
  const apis = [await start(), await start()];
  const bodies = Array.from({ length: 20 }, () => contactBody());
  const sendToBoth = async (body: object) => {
    const answers = await Promise.all(apis.map((api) => api.post('/api/leads', body)));
    return answers.some(({ status }) => status === 201);
  };
  // Whoever is told that the site was too slow sends it again.
  await Promise.all(bodies.map((body) => expect.poll(() => sendToBoth(body)).toBe(true)));
  await expect.poll(() => drizzle(direct, { schema }).$count(mailDeliveries, queued)).toBe(0);
  const ids = receiver.received.map(({ mail }) => mail.messageId);
  expect(ids).toHaveLength(20);
  expect(new Set(ids).size).toBe(20);
});

it('a job that is given to two workers at once sends one mail', async () => {
  const [one, other] = [await start(), await start()];
  receiver.behave('refuse');
  const body = contactBody();
  await one.post('/api/leads', body);
  await expect.poll(receiver.offered).toBeGreaterThan(0);
  // No worker of the queue comes in between: this is about the two below.
  await one.jobs.stop(5_000);
  await other.jobs.stop(5_000);
  const before = receiver.offered();

  receiver.behave('hold');
  const [delivery] = await drizzle(direct, { schema })
    .select()
    .from(mailDeliveries)
    .where(ofLead(body.id));
  const payload = { kind: 'lead-notice', leadId: body.id, mail: delivery?.key ?? '' } as const;
  const first = one.services.jobHandlers.sendMail(payload);
  await expect.poll(receiver.offered).toBe(before + 1);
  await expect(other.services.jobHandlers.sendMail(payload)).rejects.toThrow('Another worker');
  receiver.release();
  await first;
  await other.services.jobHandlers.sendMail(payload);
  expect(mailCount()).toBe(1);
});

it('other words under the id of a lost insert are kept and mailed too', async () => {
  const api = await start();
  const first = contactBody({ message: 'The first words of it' });
  await api.post('/api/leads', first);
  await expect.poll(mailCount).toBe(1);
  await passage.cut();
  const second = { ...first, message: 'The second words of it' };
  expect((await api.post('/contact.php', second)).status).toBe(200);
  await passage.restore();
  await expect.poll(() => api.journal.listPending()).toEqual([]);
  await expect.poll(mailCount).toBe(2);
  const { rows } = await direct.query('select message from leads where message like $1', [
    'The % words of it',
  ]);
  expect(rows.map(({ message }) => message).sort()).toEqual([first.message, second.message]);
});

/** Puts a file where the journal's folder was, which even root cannot write into. */
async function breakJournal(api: TestApi): Promise<void> {
  await rm(api.directories.journal, { recursive: true, force: true });
  await writeFile(api.directories.journal, '');
}

it('with a journal that cannot be written, stores at once', async () => {
  const api = await start();
  await breakJournal(api);
  const body = contactBody();
  expect(await (await api.post('/contact.php', body)).json()).toEqual({ ok: true });
  expect(await isStored(body.id)).toBe(true);
  await expect.poll(mailCount).toBe(1);
});

it('with neither journal nor database, answers well only when the mail server has it', async () => {
  const api = await start();
  await breakJournal(api);
  await passage.cut();
  expect((await api.post('/contact.php', contactBody())).status).toBe(200);
  expect(mailCount()).toBe(1);

  receiver.behave('refuse');
  const response = await api.post('/contact.php', contactBody());
  expect(response.status).toBe(502);
  expect(await response.json()).toEqual({ ok: false, message: 'Server returned an error.' });
  const booking = await api.post('/contact.php', bookingBody());
  expect(await booking.json()).toEqual({ ok: false, message: 'Server error.' });
});

it('marks a mail that was given up', async () => {
  const api = await start();
  receiver.behave('refuse');
  const body = contactBody();
  await api.post('/api/leads', body);
  await expect.poll(receiver.offered).toBeGreaterThan(0);
  const [delivery] = await drizzle(direct, { schema })
    .select()
    .from(mailDeliveries)
    .where(ofLead(body.id));
  const mail = delivery?.key ?? '';
  await api.services.jobHandlers.giveUpMail({ kind: 'lead-notice', leadId: body.id, mail });
  expect((await deliveriesOf(body.id))[0]?.status).toBe('failed');
});
