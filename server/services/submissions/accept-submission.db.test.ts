import { rm, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
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

const content = leadContent.parse(contactBody());

it('stores what comes without a script, as a form with a script would', async () => {
  const api = await outage.start();
  await api.services.takeLead(content, visitorWith());
  expect(await outage.db.$count(leads)).toBe(1);
  await expect.poll(outage.mailCount).toBe(1);
  expect(api.journal.listPending()).toEqual([]);
});

it('journals what comes without a script while the database is away, and stores it once', async () => {
  const api = await outage.start();
  await outage.passage.cut();
  await api.services.takeLead(content, visitorWith());
  await expect.poll(outage.mailCount).toBe(1);
  await outage.passage.restore();
  await expect.poll(() => api.journal.listPending()).toEqual([]);
  expect(await outage.db.$count(leads)).toBe(1);
  expect(outage.mailCount()).toBe(1);
});

it('refuses too many without a script, and journals none of them', async () => {
  const api = await outage.start({ isLimited: true });
  const take = () => api.services.takeLead(content, visitorWith());
  for (let times = 0; times < 30; times += 1) await take();
  await expect(take()).rejects.toMatchObject({ status: 429 });
  expect(api.journal.listPending()).toEqual([]);
  expect(await outage.db.$count(leads)).toBe(30);
  expect(api.logged()).not.toContain('falling back');
});

const afterwards = new Date('2030-01-09T08:00:00Z');

/** What is said of a notice, or of a booking that comes by the fallback. */
async function notify(api: TestApi, body: ReturnType<typeof sessionBody>): Promise<string> {
  const response = await api.post('/contact.php', sessionNotice(body));
  return response.status === 200 ? 'taken in' : (await response.json()).message;
}

it('refuses a booking under an id that another has, for a free slot too', async () => {
  const api = await outage.start({ now: () => openingMorning });
  const body = sessionBody();
  expect((await api.post('/api/bookings', body)).status).toBe(201);
  const other = { ...sessionBody({ booking_date: tuesdaySlots[1] }), id: body.id };
  expect(await notify(api, other)).toContain('already sent with other content');
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

it('with a journal that cannot be written, gives a slot to one of those who race for it', async () => {
  const api = await outage.start({ now: () => openingMorning });
  await rm(api.directories.journal, { recursive: true, force: true });
  await writeFile(api.directories.journal, '');
  const names = ['Ann Archer', 'Ben Baker', 'Cleo Cook', 'Dan Dyer', 'Eve Eaton'];
  const answers = await Promise.all(names.map((name) => notify(api, sessionBody({ name }))));
  const taken = 'That time has just been booked. Please choose another.';
  expect(answers.toSorted()).toEqual([...names.slice(1).map(() => taken), 'taken in'].toSorted());
  expect(await outage.db.$count(bookings)).toBe(1);
});
