import { rm, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { leadContent } from '#features/leads/rules/lead.ts';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { leads } from '#platform/db/schema/lead-schema.ts';
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
import { openTestSite } from '#tests/support/site.ts';

const { api, clock, startAnother, takeMails } = await openTestSite({ now: openingMorning });

const content = leadContent.parse(contactBody());
const afterwards = new Date('2030-01-09T08:00:00Z');

/** Returns the response to a notification, or to a booking sent to the fallback. */
async function notify(at: TestApi, body: ReturnType<typeof sessionBody>): Promise<string> {
  const response = await at.post('/contact.php', sessionNotice(body));
  return response.status === 200 ? 'accepted' : (await response.json()).message;
}

describe('a lead without JavaScript', () => {
  const take = (words = content) => api.services.takeLead(words, visitorWith());

  it('a lead without JavaScript is stored once if it is sent twice, and other content separately', async () => {
    await Promise.all([take(), take()]);
    await take();
    await take({ ...content, name: 'Somebody Else' });
    expect(await api.db.$count(leads)).toBe(2);
    expect((await takeMails()).all).toHaveLength(2);
    expect(api.journal.listPending()).toEqual([]);
  });

  it('a lead without JavaScript is rejected after thirty, and not journaled', async () => {
    const limited = await startAnother({ isLimited: true });
    const takeLead = (index: number) =>
      limited.services.takeLead({ ...content, name: `Visitor ${index}` }, visitorWith());
    for (let index = 0; index < 30; index += 1) await takeLead(index);
    await expect(takeLead(30)).rejects.toMatchObject({ status: 429 });
    expect(limited.journal.listPending()).toEqual([]);
    expect(await api.db.$count(leads)).toBe(30);
  });
});

describe('a booking sent to the fallback', () => {
  it('a booking sent to the fallback is accepted for a free slot if the database does not know it', async () => {
    expect(await notify(api, sessionBody())).toBe('accepted');
    await expect.poll(() => api.db.$count(bookings)).toBe(1);
  });

  it('a booking sent to the fallback is rejected with the id of another one, even for a free slot', async () => {
    const body = sessionBody();
    expect((await api.post('/api/bookings', body)).status).toBe(201);
    const other = { ...sessionBody({ booking_date: tuesdaySlots[1] }), id: body.id };
    expect(await notify(api, other)).toContain('already sent with different content');
    expect(api.journal.listPending()).toEqual([]);
  });

  it('a booking sent to the fallback is accepted again after its time if it is stored', async () => {
    const body = sessionBody();
    expect((await api.post('/api/bookings', body)).status).toBe(201);
    clock.now = afterwards;
    expect(await notify(api, body)).toBe('accepted');
  });
});

describe('while the database is unavailable', () => {
  const outage = setUpOutage();

  it('a lead without JavaScript is journaled, and stored once', async () => {
    const api = await outage.start();
    await outage.passage.cut();
    await api.services.takeLead(content, visitorWith());
    await expect.poll(outage.mailCount).toBe(1);
    const restoredAt = new Date();
    await outage.passage.restore();
    await expect.poll(() => api.journal.listPending()).toEqual([]);
    const stored = await outage.db.select().from(leads);
    expect(stored).toMatchObject([{ name: content.name, message: content.message }]);
    // Dated when it was sent, and not emailed again.
    expect(stored[0]?.createdAt.getTime()).toBeLessThan(restoredAt.getTime());
    expect(await outage.listDeliveries(stored[0]?.id ?? '')).toMatchObject([{ status: 'sent' }]);
    expect(outage.mailCount()).toBe(1);
  });

  it('a journaled booking is accepted again after its time', async () => {
    let now = openingMorning;
    const api = await outage.start({ now: () => now });
    const body = sessionBody();
    await outage.passage.cut();
    expect(await notify(api, body)).toBe('accepted');
    now = afterwards;
    expect(await notify(api, body)).toBe('accepted');
  });
});

describe('with a journal that cannot be written', () => {
  const outage = setUpOutage();

  async function start() {
    const api = await outage.start({ now: () => openingMorning });
    await rm(api.directories.journal, { recursive: true, force: true });
    await writeFile(api.directories.journal, '');
    return api;
  }

  it('a lead is stored and accepted although the mail server rejects its email', async () => {
    const api = await start();
    outage.receiver.behave('refuse');
    expect((await api.post('/contact.php', contactBody())).status).toBe(200);
    expect(await outage.db.$count(leads)).toBe(1);
  });

  it('a lead that was only emailed is stored once the database is back', async () => {
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

  it('with a journal that cannot be written, only one of several concurrent bookings gets a slot', async () => {
    const api = await start();
    const names = ['Ann Archer', 'Ben Baker', 'Cleo Cook', 'Dan Dyer', 'Eve Eaton'];
    const answers = await Promise.all(names.map((name) => notify(api, sessionBody({ name }))));
    const taken = 'That time has just been booked. Please choose another.';
    expect(answers.toSorted()).toEqual([...names.slice(1).map(() => taken), 'accepted'].toSorted());
    expect(await outage.db.$count(bookings)).toBe(1);
  });
});
