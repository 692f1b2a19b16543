import { describe, expect, it } from 'vitest';
import { legal } from '#content/legal.ts';
import { bookings, leads, settingsVersions } from '#server/db/schema.ts';
import { mentor } from '#tests/support/accounts.ts';
import { openAdmin } from '#tests/support/admin-calls.ts';
import { openingMorning, sessionBody, sessionNotice } from '#tests/support/booking-bodies.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { setUpOutage } from '#tests/support/outage.ts';

const outage = setUpOutage();
const agreed = { privacy_version: 3, agreed_to: 'Write to me about new courses' };
const stored = { privacyVersion: 3, agreedTo: 'Write to me about new courses' };

/** Starts the site, whose third version of the legal texts offers the words. */
async function start() {
  const api = await outage.start({ now: () => openingMorning, admin: mentor });
  const offer = (words: string, isOffered = true) => ({
    ...legal,
    marketing: { isOffered, words },
  });
  const versions = [offer('Other words'), offer(agreed.agreed_to, false), offer(agreed.agreed_to)];
  for (const [index, value] of versions.entries())
    await outage.db
      .insert(settingsVersions)
      .values({ section: 'legal', version: index + 1, value, savedBy: mentor.email });
  return api;
}

describe('what was agreed to', () => {
  it('is stored with a lead and a booking, however often they are repeated', async () => {
    const api = await start();
    const lead = contactBody(agreed);
    const session = sessionBody(agreed);
    for (let times = 0; times < 2; times += 1) {
      expect((await api.post('/api/leads', lead)).status).toBe(201);
      expect((await api.post('/contact.php', lead)).status).toBe(200);
      expect((await api.post('/api/bookings', session)).status).toBe(201);
      expect((await api.post('/contact.php', sessionNotice(session))).status).toBe(200);
    }
    expect(await outage.db.select().from(leads)).toMatchObject([stored]);
    expect(await outage.db.select().from(bookings)).toMatchObject([stored]);
  });

  it('waits in the journal while the database is away, and comes with when they were sent', async () => {
    const api = await start();
    await outage.passage.cut();
    expect((await api.post('/contact.php', contactBody(agreed))).status).toBe(200);
    const session = sessionNotice(sessionBody(agreed));
    expect((await api.post('/contact.php', session)).status).toBe(200);
    const sentBy = new Date();
    await outage.passage.restore();
    await expect.poll(() => api.journal.listPending()).toEqual([]);
    for (const rows of [
      await outage.db.select().from(leads),
      await outage.db.select().from(bookings),
    ]) {
      expect(rows).toMatchObject([stored]);
      expect(rows[0]?.createdAt.getTime()).toBeLessThanOrEqual(sentBy.getTime());
    }
  });

  it('is nothing where nobody was asked, and nothing else under the same id', async () => {
    const api = await start();
    const lead = contactBody();
    expect((await api.post('/api/leads', lead)).status).toBe(201);
    expect(await outage.db.select().from(leads)).toMatchObject([
      { privacyVersion: null, agreedTo: null },
    ]);
    expect((await api.post('/api/leads', { ...lead, ...agreed })).status).toBe(409);
  });

  it.each([
    [{ privacy_version: 4 }, { privacyVersion: null, agreedTo: null }],
    [{ agreed_to: 'Sell my data' }, { privacyVersion: 3, agreedTo: null }],
    [{ privacy_version: 1 }, { privacyVersion: 1, agreedTo: null }],
    [{ privacy_version: 2 }, { privacyVersion: 2, agreedTo: null }],
    [{ privacy_version: 0 }, { privacyVersion: 0, agreedTo: null }],
    [{ privacy_version: null }, { privacyVersion: null, agreedTo: null }],
  ])('is stored as far as it was ever shown: with %j', async (change, expected) => {
    const api = await start();
    const lead = contactBody({ ...agreed, ...change });
    // The same again is no conflict.
    for (let times = 0; times < 2; times += 1) {
      expect((await api.post('/api/leads', lead)).status).toBe(201);
      expect((await api.post('/contact.php', lead)).status).toBe(200);
    }
    expect((await api.post('/api/bookings', sessionBody({ ...agreed, ...change }))).status).toBe(
      201,
    );
    expect(await outage.db.select().from(leads)).toMatchObject([expected]);
    expect(await outage.db.select().from(bookings)).toMatchObject([expected]);
  });

  it.each([{ privacy_version: -1 }, { privacy_version: 'x' }, { agreed_to: 'x'.repeat(161) }])(
    'is refused where it cannot be: %j',
    async (change) => {
      const api = await start();
      expect((await api.post('/api/leads', contactBody(change))).status).toBe(422);
      expect((await api.post('/api/bookings', sessionBody(change))).status).toBe(422);
    },
  );

  it('is shown in the admin, and is in the files that leave it', async () => {
    const api = await start();
    const admin = await openAdmin(api);
    await api.post('/api/leads', contactBody(agreed));
    await api.post('/api/bookings', sessionBody(agreed));
    for (const table of ['leads', 'bookings']) {
      const list = await (await admin.asMentor('GET', `/api/${table}`)).json();
      expect(list.items).toMatchObject([agreed]);
      const file = await (await admin.asMentor('GET', `/api/${table}/export`)).text();
      expect(file).toContain('"Privacy text (version)";"Agreed to"');
      expect(file).toContain('"3";"Write to me about new courses"');
    }
  });
});
