import { beforeEach, describe, expect, it } from 'vitest';
import { legal } from '#content/legal.ts';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { leads } from '#platform/db/schema/lead-schema.ts';
import { settingsVersions } from '#platform/db/schema/schema.ts';
import { mentor } from '#tests/support/accounts.ts';
import { openingMorning, sessionBody, sessionNotice } from '#tests/support/booking-bodies.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { severDatabase } from '#tests/support/severable-database.ts';
import { openTestSite } from '#tests/support/site.ts';

const { api, admin, connectionString, startAnother } = await openTestSite({ now: openingMorning });
const agreed = { privacy_version: 3, agreed_to: 'Write to me about new courses' };
const stored = { privacyVersion: 3, agreedTo: 'Write to me about new courses' };

/** Only the third version of the legal texts shows the marketing checkbox. */
beforeEach(async () => {
  const offer = (words: string, isOffered = true) => ({
    ...legal,
    marketing: { isOffered, words },
  });
  const versions = [offer('Other words'), offer(agreed.agreed_to, false), offer(agreed.agreed_to)];
  await api.db.insert(settingsVersions).values(
    versions.map((value, index) => ({
      section: 'legal',
      version: index + 1,
      value,
      savedBy: mentor.email,
    })),
  );
});

describe('the recorded agreement', () => {
  it('the recorded agreement is stored with a lead and a booking, and repeats do not change it', async () => {
    const lead = contactBody(agreed);
    const session = sessionBody(agreed);
    for (let times = 0; times < 2; times += 1) {
      expect((await api.post('/api/leads', lead)).status).toBe(201);
      expect((await api.post('/contact.php', lead)).status).toBe(200);
      expect((await api.post('/api/bookings', session)).status).toBe(201);
      expect((await api.post('/contact.php', sessionNotice(session))).status).toBe(200);
    }
    expect(await api.db.select().from(leads)).toMatchObject([stored]);
    expect(await api.db.select().from(bookings)).toMatchObject([stored]);
  });

  it('waits in the journal while the database is unavailable, and keeps the time of submission', async () => {
    const passage = await severDatabase(connectionString);
    const other = await startAnother({ connectionString: passage.connectionString });
    await passage.cut();
    expect((await other.post('/contact.php', contactBody(agreed))).status).toBe(200);
    const session = sessionNotice(sessionBody(agreed));
    expect((await other.post('/contact.php', session)).status).toBe(200);
    const sentBy = new Date();
    await passage.restore();
    await expect.poll(() => other.journal.listPending()).toEqual([]);
    await other.stop();
    await passage.close();
    for (const rows of [await api.db.select().from(leads), await api.db.select().from(bookings)]) {
      expect(rows).toMatchObject([stored]);
      expect(rows[0]?.createdAt.getTime()).toBeLessThanOrEqual(sentBy.getTime());
    }
  });

  it('the recorded agreement is empty when the form did not ask, and a repeat with an agreement is a conflict', async () => {
    const lead = contactBody();
    expect((await api.post('/api/leads', lead)).status).toBe(201);
    expect(await api.db.select().from(leads)).toMatchObject([
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
  ])(
    'the recorded agreement is stored only as far as visitors could see it: with %j',
    async (change, expected) => {
      const lead = contactBody({ ...agreed, ...change });
      // An identical repeat is not a conflict.
      for (let times = 0; times < 2; times += 1) {
        expect((await api.post('/api/leads', lead)).status).toBe(201);
        expect((await api.post('/contact.php', lead)).status).toBe(200);
      }
      expect((await api.post('/api/bookings', sessionBody({ ...agreed, ...change }))).status).toBe(
        201,
      );
      expect(await api.db.select().from(leads)).toMatchObject([expected]);
      expect(await api.db.select().from(bookings)).toMatchObject([expected]);
    },
  );

  it.each([{ privacy_version: -1 }, { privacy_version: 'x' }, { agreed_to: 'x'.repeat(161) }])(
    'the recorded agreement is refused if it is invalid: %j',
    async (change) => {
      expect((await api.post('/api/leads', contactBody(change))).status).toBe(422);
      expect((await api.post('/api/bookings', sessionBody(change))).status).toBe(422);
    },
  );

  it('appears in the admin and in exports', async () => {
    await api.post('/api/leads', contactBody(agreed));
    await api.post('/api/bookings', sessionBody(agreed));
    for (const table of ['leads', 'bookings']) {
      expect((await admin.read(`/api/${table}`)).items).toMatchObject([agreed]);
      const file = await (await admin.asMentor('GET', `/api/${table}/export`)).text();
      expect(file).toContain('"Privacy text (version)";"Agreed to"');
      expect(file).toContain('"3";"Write to me about new courses"');
    }
  });
});
