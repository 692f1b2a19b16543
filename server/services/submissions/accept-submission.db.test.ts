import { rm, writeFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { leadContent } from '#domain/lead.ts';
import { bookings, leads } from '#server/db/schema.ts';
import { visitorWith } from '#tests/support/accounts.ts';
import type { TestApi } from '#tests/support/api.ts';
import {
  openingMorning,
  sessionBody,
  sessionNotice,
  tuesdaySlots,
} from '#tests/support/booking-bodies.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { setUpOutage } from '#tests/support/outage.ts';

const outage = setUpOutage();

const listNotices = async () => {
  const jobs = sql`select from pgboss.job where data ->> 'kind' = 'lead-notice'`;
  return (await outage.db.execute(jobs)).rows;
};

const content = leadContent.parse(contactBody());

it('stores a lead that was sent without JavaScript', async () => {
  const api = await outage.start();
  await api.services.takeLead(content, visitorWith());
  expect(await outage.db.$count(leads)).toBe(1);
  await expect.poll(outage.mailCount).toBe(1);
  expect(api.journal.listPending()).toEqual([]);
});

it('takes a lead that was sent twice without JavaScript once, and other words too', async () => {
  const api = await outage.start();
  const take = (words = content) => api.services.takeLead(words, visitorWith());
  await Promise.all([take(), take()]);
  await take();
  await take({ ...content, name: 'Somebody Else' });
  expect(await outage.db.$count(leads)).toBe(2);
  await expect.poll(outage.mailCount).toBe(2);
});

it('journals a lead sent without JavaScript while the database is unavailable, and stores it once', async () => {
  const api = await outage.start();
  await outage.passage.cut();
  await api.services.takeLead(content, visitorWith());
  await expect.poll(outage.mailCount).toBe(1);
  const restoredAt = new Date();
  await outage.passage.restore();
  await expect.poll(() => api.journal.listPending()).toEqual([]);
  const stored = await outage.db.select().from(leads);
  expect(stored).toMatchObject([{ name: content.name, message: content.message }]);
  // From when it was sent. It was mailed: no job does that again.
  expect(stored[0]?.createdAt.getTime()).toBeLessThan(restoredAt.getTime());
  expect(await listNotices()).toEqual([]);
  expect(outage.mailCount()).toBe(1);
});

it('refuses too many leads without JavaScript, and journals none of them', async () => {
  const api = await outage.start({ isLimited: true });
  let times = 0;
  const take = () => {
    times += 1;
    return api.services.takeLead({ ...content, name: `Visitor ${times}` }, visitorWith());
  };
  while (times < 30) await take();
  await expect(take()).rejects.toMatchObject({ status: 429 });
  expect(api.journal.listPending()).toEqual([]);
  expect(await outage.db.$count(leads)).toBe(30);
  expect(api.logged()).not.toContain('falling back');
});

const afterwards = new Date('2030-01-09T08:00:00Z');

/** Returns the answer to a notification, or to a booking sent to the fallback. */
async function notify(api: TestApi, body: ReturnType<typeof sessionBody>): Promise<string> {
  const response = await api.post('/contact.php', sessionNotice(body));
  return response.status === 200 ? 'taken in' : (await response.json()).message;
}

it('takes a booking for a free slot, of which the database has not heard', async () => {
  const api = await outage.start({ now: () => openingMorning });
  expect(await notify(api, sessionBody())).toBe('taken in');
  await expect.poll(() => outage.db.$count(bookings)).toBe(1);
});

it('refuses a booking under an id that another has, for a free slot too', async () => {
  const api = await outage.start({ now: () => openingMorning });
  const body = sessionBody();
  expect((await api.post('/api/bookings', body)).status).toBe(201);
  const other = { ...sessionBody({ booking_date: tuesdaySlots[1] }), id: body.id };
  expect(await notify(api, other)).toContain('already sent with different content');
  expect(api.journal.listPending()).toEqual([]);
});

it('takes a repeat of a booking after its time, whether it is stored or waits', async () => {
  let now = openingMorning;
  const api = await outage.start({ now: () => now });
  const [stored, waiting] = [sessionBody(), sessionBody({ booking_date: tuesdaySlots[1] })];
  expect((await api.post('/api/bookings', stored)).status).toBe(201);
  now = afterwards;
  expect(await notify(api, stored)).toBe('taken in');

  now = openingMorning;
  await outage.passage.cut();
  expect(await notify(api, waiting)).toBe('taken in');
  now = afterwards;
  expect(await notify(api, waiting)).toBe('taken in');
});

describe('with a journal that cannot be written', () => {
  async function start(options: Parameters<typeof outage.start>[0] = {}) {
    const api = await outage.start({ now: () => openingMorning, ...options });
    await rm(api.directories.journal, { recursive: true, force: true });
    await writeFile(api.directories.journal, '');
    return api;
  }

  it('what is stored is taken in, though the mail server refuses its mail', async () => {
    const api = await start();
    outage.receiver.behave('refuse');
    expect((await api.post('/contact.php', contactBody())).status).toBe(200);
    expect(await outage.db.$count(leads)).toBe(1);
  });

  it('stores what was only mailed, once the database is back', async () => {
    const api = await start();
    await outage.passage.cut();
    const body = contactBody();
    expect((await api.post('/contact.php', body)).status).toBe(200);
    expect(outage.mailCount()).toBe(1);
    await outage.passage.restore();
    await expect.poll(() => outage.isStored(body.id)).toBe(true);
    expect((await outage.listDeliveries(body.id))[0]?.status).toBe('sent');
    expect(outage.mailCount()).toBe(1);
  });

  it('a slot goes to one of those who race for it', async () => {
    const api = await start();
    const names = ['Ann Archer', 'Ben Baker', 'Cleo Cook', 'Dan Dyer', 'Eve Eaton'];
    const answers = await Promise.all(names.map((name) => notify(api, sessionBody({ name }))));
    const taken = 'That time has just been booked. Please choose another.';
    expect(answers.toSorted()).toEqual([...names.slice(1).map(() => taken), 'taken in'].toSorted());
    expect(await outage.db.$count(bookings)).toBe(1);
  });
});
