import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { mailDeliveries } from '#server/db/schema.ts';
import { mentor } from '#tests/support/accounts.ts';
import { openAdmin } from '#tests/support/admin-calls.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { setUpOutage } from '#tests/support/outage.ts';
import { giveUpJobs, hurryRepeats, query } from '#tests/support/site-state.ts';

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

it('an insert that was committed but never answered, and its fallback, make one mail', async () => {
  // By one process: another one would wait for the database first.
  const api = await outage.start({ isAlone: true });
  // Committed, its mail still queued when the database goes away.
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

it('a fallback that arrives after the mail went out makes no second one', async () => {
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

it.each(['alone', 'with a fallback on top'])(
  'a mail that was taken while the database went away is not sent again, %s',
  async (company) => {
    const api = await outage.start();
    outage.receiver.behave('hold');
    const body = contactBody();
    await api.post('/api/leads', body);
    await expect.poll(outage.receiver.offered).toBe(1);
    await outage.passage.cut();
    outage.receiver.behave('accept');
    outage.receiver.release();
    await expect.poll(outage.mailCount).toBe(1);
    // The worker cannot tell the database that it was.
    if (company !== 'alone') await api.post('/contact.php', body);
    await outage.passage.restore();
    await outage.untilSettled(api, body.id);
    expect(outage.mailCount()).toBe(1);
  },
);

it('two processes on one database mail each lead once', async () => {
  const apis = [await outage.start(), await outage.start()];
  const bodies = Array.from({ length: 20 }, () => contactBody());
  const sendToBoth = async (body: object) => {
    const answers = await Promise.all(apis.map((api) => api.post('/api/leads', body)));
    return answers.some(({ status }) => status === 201);
  };
  // Whoever is told that the site was too slow sends it again.
  await Promise.all(bodies.map((body) => expect.poll(() => sendToBoth(body)).toBe(true)));
  await expect
    .poll(() => outage.db.$count(mailDeliveries, eq(mailDeliveries.status, 'queued')))
    .toBe(0);
  const ids = outage.receiver.received.map(({ mail }) => mail.messageId);
  expect(ids).toHaveLength(20);
  expect(new Set(ids).size).toBe(20);
});

it('a job that is given to two workers at once sends one mail', async () => {
  const [one, other] = [await outage.start(), await outage.start()];
  outage.receiver.behave('refuse');
  const body = contactBody();
  await one.post('/api/leads', body);
  await expect.poll(outage.receiver.offered).toBeGreaterThan(0);
  // No worker of the queue comes in between: this is about the two below.
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

describe('a mail that one process has sent, and could not say so', () => {
  /** Its job is given to any worker again, at once. */
  async function repeatJob() {
    await giveUpJobs(outage.directly.connectionString, new Date());
    await hurryRepeats(outage.directly.connectionString);
  }

  /** One process sends the mail while its database goes away. The other's is there. */
  async function sendUnheard() {
    const sender = await outage.start();
    outage.receiver.behave('hold');
    const body = contactBody();
    await sender.post('/api/leads', body);
    await expect.poll(outage.receiver.offered).toBe(1);
    await outage.passage.cut();
    outage.receiver.behave('accept');
    outage.receiver.release();
    await expect.poll(outage.mailCount).toBe(1);
    const other = await outage.start(outage.directly);
    return { sender, other, body };
  }

  const refusal = 'has not reported yet';

  it('is not sent by another, and said once the database hears', async () => {
    const { sender, other, body } = await sendUnheard();
    await expect
      .poll(async () => {
        await repeatJob();
        return (await outage.db.execute(sql`select output from pgboss.job`)).rows;
      })
      .toContainEqual({ output: { reason: expect.stringContaining(refusal) } });
    expect((await outage.listDeliveries(body.id))[0]?.status).toBe('queued');
    await outage.passage.restore();
    await outage.untilSettled(sender, body.id);
    await other.stop({ keepData: true });
    expect(outage.mailCount()).toBe(1);
  });

  it('is known by its journal when it was killed and starts again', async () => {
    const { sender, other, body } = await sendUnheard();
    await sender.stop({ keepData: true });
    await outage.passage.restore();
    const again = await outage.start({ dataDirectory: sender.dataDirectory });
    await outage.untilSettled(again, body.id);
    await other.stop({ keepData: true });
    expect(outage.mailCount()).toBe(1);
  });

  it('is shown as undelivered by another, when the one stays away', async () => {
    const { sender, body } = await sendUnheard();
    await sender.stop({ keepData: true });
    await query(
      outage.directly.connectionString,
      `update mail_deliveries set claimed_at = now() - interval '61 s'`,
    );
    await expect
      .poll(async () => {
        await repeatJob();
        return (await outage.listDeliveries(body.id))[0]?.status;
      })
      .toBe('failed');
    expect(outage.mailCount()).toBe(1);
  });
});

it('a fallback waits for the database, where another process may have the same in its hands', async () => {
  const options = { mailAloneAfterMs: 60_000 };
  const [one, other] = [await outage.start(options), await outage.start(options)];
  const body = contactBody();
  await one.post('/api/leads', body);
  await expect.poll(outage.mailCount).toBe(1);
  await outage.passage.cut();
  // The notification of what is stored comes to the other one, which cannot ask.
  expect((await other.post('/contact.php', body)).status).toBe(200);
  await expect.poll(other.logged).toContain('"left":1');
  await outage.passage.restore();
  await outage.untilSettled(other, body.id);
  expect(outage.mailCount()).toBe(1);
});

describe('a mail that was taken and whose answer was lost', () => {
  const statusOf = async (id: string) => (await outage.listDeliveries(id))[0]?.status;

  it('is not sent again by itself, is shown, and goes out when the mentor wants it to', async () => {
    const api = await outage.start({ admin: mentor });
    const admin = await openAdmin(api);
    const countAbout = (id: string) =>
      outage.receiver.received.filter(({ mail }) => mail.messageId?.includes(id)).length;
    outage.receiver.behave('drop');
    const body = contactBody();
    await api.post('/api/leads', body);
    await expect.poll(() => statusOf(body.id)).toBe('failed');
    expect(countAbout(body.id)).toBe(1);

    outage.receiver.behave('accept');
    const failed = await (await admin.asMentor('GET', '/api/failed_mails')).json();
    const shown = failed.find(({ key }: { key: string }) => key.includes(body.id));
    expect(shown.last_error).toContain('may or may not have arrived');
    await admin.asMentor('POST', `/api/failed_mails/${encodeURIComponent(shown.key)}/resend`);
    await expect.poll(() => statusOf(body.id)).toBe('sent');
    expect(countAbout(body.id)).toBe(2);
  });

  it('is not sent again by another process', async () => {
    const [one, other] = [await outage.start(), await outage.start()];
    outage.receiver.behave('hold');
    const body = contactBody();
    await one.post('/api/leads', body);
    await expect.poll(outage.receiver.offered).toBe(1);
    // As if the one that sends it had been killed.
    const [delivery] = await outage.listDeliveries(body.id);
    const key = delivery?.key ?? '';
    await outage.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where state = 'idle in transaction' and datname = current_database()`);
    await outage.db.execute(sql`update mail_deliveries set claimed_at = now() - interval '61 s'`);
    outage.receiver.behave('accept');
    await other.services.jobHandlers.sendMail({
      ...{ kind: 'lead-notice', leadId: body.id, mail: key },
    });
    expect(await statusOf(body.id)).toBe('failed');
    expect(outage.mailCount()).toBe(0);
  });

  it('is not sent again once the database is back, if it was away then', async () => {
    const api = await outage.start();
    await outage.passage.cut();
    outage.receiver.behave('drop');
    const body = contactBody();
    await api.post('/contact.php', body);
    await expect.poll(outage.mailCount).toBe(1);
    outage.receiver.behave('accept');
    await outage.passage.restore();
    await expect.poll(() => statusOf(body.id)).toBe('failed');
    await expect.poll(() => api.journal.listPending()).toEqual([]);
    expect(outage.mailCount()).toBe(1);
  });
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
