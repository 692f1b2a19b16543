import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { like } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { leads } from '#platform/db/schema/lead-schema.ts';
import { openingMorning } from '#tests/support/booking-bodies.ts';
import { bookingBody, contactBody } from '#tests/support/lead-bodies.ts';
import { setUpOutage, usualWaits } from '#tests/support/outage.ts';

const outage = setUpOutage();

it.each(['cut', 'freeze'] as const)(
  'answers, mails immediately and stores later while the database is unavailable (%s)',
  async (way) => {
    // A single process does not wait for the database first.
    const api = await outage.start({ isAlone: true, ...usualWaits });
    const body = contactBody();
    await outage.passage[way]();

    // The site answers requests during the outage, however long it lasts.
    expect((await api.post('/api/leads', body)).status).toBe(503);
    expect(await (await api.post('/contact.php', body)).json()).toEqual({ ok: true });
    await expect.poll(outage.mailCount).toBe(1);
    expect(await outage.isStored(body.id)).toBe(false);

    await outage.passage.restore();
    await outage.untilSettled(api, body.id);
    expect(outage.mailCount()).toBe(1);
  },
);

it('keeps a message until the database and the mail server are available again', async () => {
  const api = await outage.start();
  const body = contactBody();
  await outage.passage.cut();
  outage.receiver.behave('refuse');
  expect((await api.post('/contact.php', body)).status).toBe(200);
  await expect.poll(outage.receiver.offered).toBeGreaterThan(0);
  expect(outage.mailCount()).toBe(0);

  outage.receiver.behave('accept');
  await outage.passage.restore();
  await outage.untilSettled(api, body.id);
  expect(outage.mailCount()).toBe(1);
});

it('leaves pending messages to the next process if it is killed without database and mail server', async () => {
  const killed = await outage.start();
  const lead = contactBody();
  const booking = bookingBody();
  await outage.passage.cut();
  outage.receiver.behave('refuse');
  expect((await killed.post('/contact.php', lead)).status).toBe(200);
  expect((await killed.post('/contact.php', booking)).status).toBe(200);
  await killed.services.replayer.stop();
  const [name = ''] = await readdir(killed.directories.journal);
  await appendFile(join(killed.directories.journal, name), '{"type":"received","submi');

  outage.receiver.behave('accept');
  await outage.passage.restore();
  const next = await outage.start({ dataDirectory: killed.dataDirectory });
  await outage.untilSettled(next, lead.id);
  await expect.poll(outage.mailCount).toBe(2);
  const subjects = outage.receiver.received.map(({ mail }) => mail.subject).sort();
  expect(subjects).toEqual([
    expect.stringContaining('Contact Form Submission: Jane Doe, '),
    expect.stringContaining('New Mentorship Booking: Jane Doe, '),
  ]);
});

it('keeps and mails other content under the id of a lost insert', async () => {
  const api = await outage.start();
  const first = contactBody({ message: 'The first words of it' });
  await api.post('/api/leads', first);
  await expect.poll(outage.mailCount).toBe(1);
  await outage.passage.cut();
  const second = { ...first, message: 'The second words of it' };
  expect((await api.post('/contact.php', second)).status).toBe(200);
  await outage.passage.restore();
  await expect.poll(() => api.journal.listPending()).toEqual([]);
  await expect.poll(outage.mailCount).toBe(2);
  const rows = await outage.db.query.leads.findMany({
    where: like(leads.message, 'The % words of it'),
  });
  expect(rows.map(({ message }) => message).sort()).toEqual([first.message, second.message]);
});

it('reports that it is not ready before it considers a silent database unavailable', async () => {
  const api = await outage.start({ now: () => openingMorning, ...usualWaits });
  outage.passage.freeze();
  const answered: string[] = [];
  await Promise.all(
    ['/api/availability?from=2030-01-08&to=2030-01-09', '/readyz'].map(async (path) => {
      expect((await api.app.request(path)).status).toBe(503);
      answered.push(path);
    }),
  );
  expect(answered[0]).toBe('/readyz');
});
