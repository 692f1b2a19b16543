import { expect, it } from 'vitest';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { openingMorning } from '#tests/support/booking-bodies.ts';
import { openTestSite } from '#tests/support/site.ts';

const { api, admin } = await openTestSite({ now: openingMorning });

const hour = 3_600_000;

/**
 * Inserts a booking that starts this many hours from now. The number is its name unless another one
 * is given.
 */
const insert = (
  hours: number,
  changes: Partial<typeof bookings.$inferInsert> = {},
): Promise<unknown> =>
  api.db.insert(bookings).values({
    name: `At ${hours}`,
    email: 'jane@example.com',
    sessionType: 'Intro Call',
    sessionMinutes: 60,
    meetingType: 'Zoom',
    tradingKnowledge: 'Beginner',
    notes: '',
    startsAt: new Date(openingMorning.getTime() + hours * hour),
    ...changes,
  });

async function list(query: Record<string, string> = {}) {
  const answer = await admin.asMentor('GET', `/api/bookings?${new URLSearchParams(query)}`);
  const { items, next_cursor } = await answer.json();
  const names = items?.map(({ name }: { name: string }) => name);
  return { status: answer.status, names, next_cursor };
}

it('lists upcoming, past and cancelled bookings, or all of them, latest first', async () => {
  // The session that began half an hour ago is still in progress; the one of 15 minutes has ended.
  for (const hours of [-30, 5, -0.5, 2, 50]) await insert(hours);
  await insert(-1.25, { sessionMinutes: 15 });
  await insert(-2.5, { sessionMinutes: null });
  for (const hours of [3.5, -50]) await insert(hours, { cancelledAt: openingMorning });
  await insert(9, { deletedAt: openingMorning });
  const show = async (view: string) => (await list({ show: view })).names;
  expect(await show('upcoming')).toEqual(['At -0.5', 'At 2', 'At 5', 'At 50']);
  expect(await show('past')).toEqual(['At -1.25', 'At -2.5', 'At -30']);
  expect(await show('cancelled')).toEqual(['At 3.5', 'At -50']);
  const all = [50, 5, 3.5, 2, -0.5, -1.25, -2.5, -30, -50];
  expect((await list()).names).toEqual(all.map((hours) => `At ${hours}`));
  expect((await list({ show: 'everything' })).status).toBe(422);
});

it('lists upcoming bookings page by page, next one first', async () => {
  for (const hours of [4, 2, 6]) await insert(hours);
  const first = await list({ show: 'upcoming', limit: '2' });
  expect(first.names).toEqual(['At 2', 'At 4']);
  const rest = await list({ show: 'upcoming', limit: '2', cursor: first.next_cursor });
  expect(rest).toMatchObject({ names: ['At 6'], next_cursor: null });
});

it('finds bookings by name, email and phone number within the current list', async () => {
  await insert(2, { name: 'Lerato Dlamini', email: 'lerato@example.com' });
  await insert(4, { name: 'Sipho 100%', mentorNote: 'Rang from 082 555-1234.' });
  await insert(-4, { name: 'Lerato Past' });
  const find = async (search: string, show = 'upcoming') => (await list({ search, show })).names;
  expect(await find('dlamini LER')).toEqual(['Lerato Dlamini']);
  expect(await find('LERATO@example')).toEqual(['Lerato Dlamini']);
  expect(await find('082 5551234')).toEqual(['Sipho 100%']);
  expect(await find('100%')).toEqual(['Sipho 100%']);
  expect(await find('1%0')).toEqual([]);
  expect(await find('lerato', 'past')).toEqual(['Lerato Past']);
  expect((await list({ search: 'x'.repeat(201) })).status).toBe(422);
});
