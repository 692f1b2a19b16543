import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { mailDeliveries } from '#platform/db/schema/schema.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { setUpOutage } from '#tests/support/outage.ts';

const outage = setUpOutage();

it('retries while the mail server refuses, and sends one mail', async () => {
  const api = await outage.start();
  outage.receiver.behave('refuse');
  const body = contactBody();
  expect((await api.post('/api/leads', body)).status).toBe(201);
  await expect.poll(outage.receiver.offered).toBeGreaterThan(1);
  outage.receiver.behave('accept');
  await outage.untilSettled(api, body.id);
  expect(outage.mailCount()).toBe(1);
  const [delivery] = await outage.listDeliveries(body.id);
  expect(delivery?.attempts).toBeGreaterThanOrEqual(2);
});

it('sends no second mail after a kill between the mailed fallback and the return of the database', async () => {
  const killed = await outage.start();
  const body = contactBody();
  await outage.passage.cut();
  await killed.post('/contact.php', body);
  await expect.poll(outage.mailCount).toBe(1);
  await killed.services.replayer.stop();

  await outage.passage.restore();
  const next = await outage.start({ dataDirectory: killed.dataDirectory });
  await outage.untilSettled(next, body.id);
  expect(outage.mailCount()).toBe(1);
});

it('sends one mail for an insert whose answer was lost and its fallback', async () => {
  // A single process does not wait for the database first.
  const api = await outage.start({ isAlone: true });
  // The lead is committed, and its mail is still queued when the database becomes unavailable.
  outage.receiver.behave('refuse');
  const body = contactBody();
  await api.post('/api/leads', body);
  await expect.poll(outage.receiver.offered).toBeGreaterThan(0);
  await outage.passage.cut();
  outage.receiver.behave('accept');

  expect(await (await api.post('/contact.php', body)).json()).toEqual({ ok: true });
  await expect.poll(outage.mailCount).toBe(1);
  await outage.passage.restore();
  await outage.untilSettled(api, body.id);
  expect(outage.mailCount()).toBe(1);
});

it('sends no second mail for a fallback that arrives after the mail was sent', async () => {
  const api = await outage.start();
  const body = contactBody();
  await api.post('/api/leads', body);
  await expect.poll(outage.mailCount).toBe(1);
  await expect.poll(async () => (await outage.listDeliveries(body.id))[0]?.status).toBe('sent');

  await outage.passage.cut();
  expect((await api.post('/contact.php', body)).status).toBe(200);
  expect(api.journal.listPending()).toHaveLength(1);
  await outage.passage.restore();
  await outage.untilSettled(api, body.id);
  expect(outage.mailCount()).toBe(1);
});

it('mails each lead once from two processes on one database', async () => {
  const apis = [await outage.start(), await outage.start()];
  const bodies = Array.from({ length: 20 }, () => contactBody());
  const sendToBoth = async (body: object) => {
    const answers = await Promise.all(apis.map((api) => api.post('/api/leads', body)));
    return answers.some(({ status }) => status === 201);
  };
  // A client repeats a request that failed.
  await Promise.all(bodies.map((body) => expect.poll(() => sendToBoth(body)).toBe(true)));
  await expect
    .poll(() => outage.db.$count(mailDeliveries, eq(mailDeliveries.status, 'queued')))
    .toBe(0);
  const ids = outage.receiver.received.map(({ mail }) => mail.messageId);
  expect(ids).toHaveLength(20);
  expect(new Set(ids).size).toBe(20);
});

it('sends one mail for a job that two workers run at the same time', async () => {
  const [one, other] = [await outage.start(), await outage.start()];
  outage.receiver.behave('refuse');
  const body = contactBody();
  await one.post('/api/leads', body);
  await expect.poll(outage.receiver.offered).toBeGreaterThan(0);
  // No other worker interferes.
  await one.jobs.stop(5_000);
  await other.jobs.stop(5_000);
  const before = outage.receiver.offered();

  outage.receiver.behave('hold');
  const [delivery] = await outage.listDeliveries(body.id);
  const payload = { kind: 'lead-notice', leadId: body.id, mail: delivery?.key ?? '' } as const;
  const first = one.services.jobHandlers.sendMail(payload);
  await expect.poll(outage.receiver.offered).toBe(before + 1);
  await expect(other.services.jobHandlers.sendMail(payload)).rejects.toThrow('Another worker');
  outage.receiver.release();
  await first;
  await other.services.jobHandlers.sendMail(payload);
  expect(outage.mailCount()).toBe(1);
});

it('waits for the database with a fallback that another process may have mailed', async () => {
  const options = { mailAloneAfterMs: 60_000 };
  const [one, other] = [await outage.start(options), await outage.start(options)];
  const body = contactBody();
  await one.post('/api/leads', body);
  await expect.poll(outage.mailCount).toBe(1);
  await expect.poll(async () => (await outage.listDeliveries(body.id))[0]?.status).toBe('sent');
  await outage.passage.cut();
  // The notification reaches the other process, which cannot query the database.
  expect((await other.post('/contact.php', body)).status).toBe(200);
  await expect.poll(other.logged).toContain('"left":1');
  await outage.passage.restore();
  await outage.untilSettled(other, body.id);
  expect(outage.mailCount()).toBe(1);
});

it('sends a mail whose answer was lost again, with the same Message-ID', async () => {
  const api = await outage.start();
  outage.receiver.behave('drop');
  const body = contactBody();
  await api.post('/api/leads', body);
  await expect.poll(outage.mailCount).toBeGreaterThan(0);
  outage.receiver.behave('accept');
  await outage.untilSettled(api, body.id);
  const ids = outage.receiver.received.map(({ mail }) => mail.messageId);
  expect(ids.length).toBeGreaterThan(1);
  expect(new Set(ids).size).toBe(1);
});

it('marks a mail that could not be delivered', async () => {
  const api = await outage.start();
  outage.receiver.behave('refuse');
  const body = contactBody();
  await api.post('/api/leads', body);
  await expect.poll(outage.receiver.offered).toBeGreaterThan(0);
  const [delivery] = await outage.listDeliveries(body.id);
  const mail = delivery?.key ?? '';
  await api.services.jobHandlers.giveUpMail({ kind: 'lead-notice', leadId: body.id, mail });
  expect((await outage.listDeliveries(body.id))[0]?.status).toBe('failed');
});
