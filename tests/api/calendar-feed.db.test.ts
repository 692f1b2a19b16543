import ICAL from 'ical.js';
import { expect, it } from 'vitest';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { visitorWith } from '#tests/support/accounts.ts';
import { openingMorning, sessionBody, tuesdaySlots } from '#tests/support/booking-bodies.ts';
import { readInvitation } from '#tests/support/invitations.ts';
import { openTestSite } from '#tests/support/site.ts';

const { api, admin, receiver, startAnother } = await openTestSite({
  siteUrl: 'https://timevsprice.test',
  now: openingMorning,
});

async function readAddress(method = 'GET', path = ''): Promise<string> {
  const answer = await admin.asMentor(method, `/api/calendar_address${path}`);
  const { url } = await answer.json();
  expect(url).toMatch(/^https:\/\/timevsprice\.test\/calendar\/[\w-]{43}\.ics$/);
  return new URL(url).pathname;
}
const ask = (path: string, headers: Record<string, string> = {}) =>
  api.app.request(path, { headers });
async function readEvents() {
  const calendar = new ICAL.Component(ICAL.parse(await (await ask(await readAddress())).text()));
  return calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
}

it('contains the bookings with the UIDs of their invitations', async () => {
  const notes = 'Goals: Read www.example.com\nTopics: Entries, “exits”; more';
  const body = sessionBody({ notes });
  await api.post('/api/bookings', body);
  await api.db.update(bookings).set({ joinDetails: 'https://meet.example.com/jane' });
  const [event] = await readEvents();
  expect(event?.summary).toBe('Jane Doe · 1-on-1 Session');
  expect(event?.startDate.zone).toBe(ICAL.Timezone.utcTimezone);
  expect(event?.startDate.toJSDate().toISOString()).toBe(tuesdaySlots[0]);
  expect(event?.endDate.toJSDate().toISOString()).toBe(tuesdaySlots[1]);
  expect(event?.location).toBe('https://meet.example.com/jane');
  for (const words of [
    'via Zoom',
    'meet.example.com/jane',
    'jane@example.com',
    'Entries, “exits”; more',
  ])
    expect(event?.description).toContain(words);
  const findMail = () =>
    receiver.received.find(({ mail: { subject } }) => subject?.startsWith('Booked'));
  await expect.poll(findMail).toBeDefined();
  const mail = findMail();
  expect(mail && readInvitation(mail).uid).toBe(event?.uid);
});

it('contains current bookings, from 60 days ago on', async () => {
  const dayMs = 86_400_000;
  const at = (days: number) => new Date(openingMorning.getTime() + days * dayMs);
  const rows = [-61, -59, 1, 300].map((days) => ({
    name: `Day ${days}`,
    email: 'jane@example.com',
    sessionType: 'Intro Call',
    notes: '',
    startsAt: at(days),
    meetingType: 'Zoom',
    tradingKnowledge: 'Beginner',
  }));
  await api.db
    .insert(bookings)
    .values([
      ...rows,
      { ...rows[0], name: 'Cancelled', startsAt: at(2), cancelledAt: at(0) } as (typeof rows)[0],
      { ...rows[0], name: 'Deleted', startsAt: at(3), deletedAt: at(0) } as (typeof rows)[0],
    ]);
  const events = await readEvents();
  expect(events.map(({ summary }) => summary)).toEqual(
    ['Day -59', 'Day 1', 'Day 300'].map((name) => `${name} · Intro Call`),
  );

  const body = sessionBody({ name: 'Mover' });
  await api.post('/api/bookings', body);
  const move = { id: body.id, startsAt: new Date(tuesdaySlots[2] ?? '') };
  await api.services.moveBooking(move, visitorWith());
  const moved = (await readEvents()).find(({ uid }) => uid.startsWith(body.id));
  expect(moved?.startDate.toJSDate().toISOString()).toBe(tuesdaySlots[2]);
  expect(Number(moved?.sequence)).toBe(1);
});

it('the calendar feed is private, and answers 304 while nothing changes', async () => {
  const path = await readAddress();
  await api.post('/api/bookings', sessionBody());
  const answer = await ask(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  const etag = answer.headers.get('etag') ?? '';
  const known = await ask(path, { 'If-None-Match': etag });
  expect(known.status).toBe(304);
  expect(known.headers.get('cache-control')).toBe('private, no-cache');
  await api.post('/api/bookings', sessionBody({ booking_date: tuesdaySlots[1] }));
  expect((await ask(path, { 'If-None-Match': etag })).status).toBe(200);
  expect(await (await ask('/robots.txt')).text()).toContain('Disallow: /calendar/\n');
  expect(api.logged()).toContain('/calendar/:file');
  expect(api.logged()).not.toContain(path.slice('/calendar/'.length, -'.ics'.length));
});

it('the calendar feed has a new address when it is renewed, and the address is not in the database', async () => {
  const first = await readAddress();
  expect(await readAddress()).toBe(first);
  const second = await readAddress('POST', '/renew');
  expect(second).not.toBe(first);
  expect(await readAddress()).toBe(second);
  expect((await ask(first)).status).toBe(404);
  expect((await ask(second)).status).toBe(200);
  const third = await readAddress('POST', '/renew');
  expect(new Set([first, second, third]).size).toBe(3);
  const { rows } = await api.pool.query('select * from settings');
  expect(JSON.stringify(rows)).not.toContain(third.slice(10, 30));
});

it('reveals nothing to other tokens', async () => {
  const path = await readAddress();
  const others = [
    path.replace('.ics', ''),
    `${path}x`,
    path.replace(/.\.ics/, '.ics'),
    '/calendar/x.ics',
  ];
  const swapped = path.at(-5) === 'A' ? 'B' : 'A';
  for (const other of [...others, path.replace(/.\.ics$/, `${swapped}.ics`), `${path}.ics`])
    expect((await ask(other)).status, other).toBe(404);
});

it('the calendar feed is rate limited', async () => {
  const limited = await startAnother({ isLimited: true });
  const statuses: number[] = [];
  for (let round = 0; round < 61; round += 1)
    statuses.push((await limited.app.request('/calendar/x.ics')).status);
  expect(statuses.indexOf(429)).toBe(60);
});
