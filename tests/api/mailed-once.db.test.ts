import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { mailDeliveries } from '#platform/db/schema/schema.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { setUpOutage } from '#tests/support/outage.ts';

const outage = setUpOutage();

it('keeps trying while the mail server refuses, and mails once', async () => {
  const api = await outage.start();
  outage.receiver.behave('refuse');
  const body = contactBody();
  expect((await api.post('/api/leads', body)).status).toBe(201);
  await expect.poll(outage.receiver.offered).toBeGreaterThan(1);
  outage.receiver.behave('accept');
  await outage.untilSettled(api, body.id);
  expect(outage.mailCount()).toBe(1);
  const [delivery] = await outage.listDeliveries(body.id);
  expect(delivery?.attempts).toBeGreaterThan(2);
});

it('killed after the fallback was mailed and before the database was back: no second mail', async () => {
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

it('an insert whose answer was lost, and its fallback, make one mail', async () => {
  // A single process does not wait for the database first.
  const api = await outage.start({ isAlone: true });
  // Committed, its mail still queued when the database becomes unavailable.
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

it('a fallback that arrives after the mail was sent makes no second one', async () => {
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

it('two processes on one database mail each lead once', async () => {
  const apis = [await outage.start(), await outage.start()];
  const bodies = Array.from({ length: 20 }, () => contactBody());
  const sendToBoth = async (body: object) => {
    const answers = await Promise.all(apis.map((api) => api.post('/api/leads', body)));
    return answers.some(({ status }) => status === 201);
  };
  // A client that gets an error sends it again.
  await Promise.all(bodies.map((body) => expect.poll(() => sendToBoth(body)).toBe(true)));
  await expect
    .poll(() => outage.db.$count(mailDeliveries, eq(mailDeliveries.status, 'queued')))
    .toBe(0);
  const ids = outage.receiver.received.map(({ mail }) => mail.messageId);
  expect(ids).toHaveLength(20);
  expect(new Set(ids).size).toBe(20);
});

it('a job that two workers run at the same time sends one mail', async () => {
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

it('a fallback waits for the database where another process may have mailed the same', async () => {
  const options = { mailAloneAfterMs: 60_000 };
  const [one, other] = [await outage.start(options), await outage.start(options)];
  const body = contactBody();
  await one.post('/api/leads', body);
  await expect.poll(outage.mailCount).toBe(1);
  await expect.poll(async () => (await outage.listDeliveries(body.id))[0]?.status).toBe('sent');
  await outage.passage.cut();
  // The notification reaches the other process, which cannot ask the database.
  expect((await other.post('/contact.php', body)).status).toBe(200);
  await expect.poll(other.logged).toContain('"left":1');
  await outage.passage.restore();
  await outage.untilSettled(other, body.id);
  expect(outage.mailCount()).toBe(1);
});

it('a mail whose answer was lost is sent again, with the same Message-ID', async () => {
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

it('marks a mail that was given up', async () => {
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
