import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { leads } from '#platform/db/schema/lead-schema.ts';
import { mailDeliveries } from '#platform/db/schema/schema.ts';
import { mentor, visitorWith } from '#tests/support/accounts.ts';
import { mentorAddress, startApi, type TestApi } from '#tests/support/api.ts';
import { openingMorning, sessionBody, sessionNotice } from '#tests/support/booking-bodies.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { patience } from '#tests/support/patience.ts';
import { type SeverableDatabase, severDatabase } from '#tests/support/severable-database.ts';
import { query } from '#tests/support/site-state.ts';
import { type SmtpReceiver, startSmtpReceiver } from '#tests/support/smtp-receiver.ts';

const tooMany = { status: 429, code: 'too-many-requests' };

let database: TestDatabase;
let passage: SeverableDatabase;
let receiver: SmtpReceiver;
let api: TestApi;
/** More free slots than any test needs, in order. */
let slots: string[];

/** Starts the site. A booking waits for its turn as long as this machine needs. */
const start = () =>
  startApi({
    visitorWaitMs: patience.condition,
    connectionString: passage.connectionString,
    smtpUrl: receiver.url,
    isLimited: true,
    trustedProxies: 1,
    now: () => openingMorning,
    admin: mentor,
  });

beforeEach(async () => {
  database = await createTestDatabase();
  passage = await severDatabase(database.connectionString);
  receiver = await startSmtpReceiver();
  api = await start();
  await api.startJobs();
  const from = new Date(openingMorning.getTime() + 86_400_000);
  const to = new Date(from.getTime() + 30 * 86_400_000);
  slots = (await api.services.listFreeSlots({ from, to })).map((slot) => slot.toISOString());
});
afterEach(async () => {
  await passage.restore();
  await api.stop();
  await passage.close();
  await receiver.close();
  await database.drop();
});

const post = (path: string, body: object, address: string) =>
  api.post(path, body, { 'X-Forwarded-For': address });

let nextHost = 0;
/** An address that no other caller uses. */
const someAddress = () => {
  nextHost += 1;
  return `198.51.${Math.floor(nextHost / 250)}.${(nextHost % 250) + 1}`;
};

const takeSlot = () => slots.shift() ?? '';
const someMailbox = () => `visitor-${randomUUID()}@example.com`;
const session = (changes: Record<string, unknown> = {}) =>
  sessionBody({ booking_date: takeSlot(), email: someMailbox(), ...changes });

async function book(email: string, address = someAddress()) {
  const body = session({ email });
  const response = await post('/api/bookings', body, address);
  return { body, id: body.id, status: response.status, response };
}

const move = (id: string, slot = takeSlot()) =>
  api.services.moveBooking({ id, startsAt: new Date(slot) }, visitorWith(undefined, someAddress()));
const cancel = (id: string) =>
  api.services.cancelBooking({ id }, visitorWith(undefined, someAddress()));

const untilOutboxIsEmpty = () =>
  expect.poll(() => api.db.$count(mailDeliveries, sql`status = 'queued'`)).toBe(0);
const mailsTo = (address: string) =>
  receiver.received.filter(({ envelope }) => envelope.to.includes(address));

describe('one network address', () => {
  it('sends 30 messages in ten minutes by either endpoint, then learns when to try again', async () => {
    const send = (index: number, address: string) =>
      post(index % 3 ? '/api/leads' : '/contact.php', contactBody(), address);
    const statuses: number[] = [];
    for (let index = 0; index < 32; index += 1) {
      statuses.push((await send(index, '203.0.113.7')).status);
    }
    expect(statuses.slice(0, 30).every((status) => status < 300)).toBe(true);
    expect(statuses.slice(30)).toEqual([429, 429]);
    const refused = await send(1, '::ffff:203.0.113.7');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
    expect(await refused.json()).toMatchObject({
      code: 'too-many-requests',
      detail: 'Too many messages from your network. Try again in 10 minutes.',
    });
    const fallback = await send(3, '203.0.113.7');
    expect(await fallback.json()).toEqual({
      ok: false,
      message: 'Too many messages from your network. Try again in 10 minutes.',
    });
    expect((await send(1, '203.0.113.8')).status).toBe(201);
  });

  it('one network address does not count repeats, whether concurrent or sequential', async () => {
    const address = someAddress();
    const body = contactBody();
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        post(index % 2 ? '/api/leads' : '/contact.php', body, address),
      ),
    );
    for (let round = 0; round < 29; round += 1) {
      expect((await post('/api/leads', contactBody(), address)).status).toBe(201);
    }
    expect((await post('/api/leads', contactBody(), address)).status).toBe(429);
    expect((await post('/api/leads', body, address)).status).toBe(201);
    // Other content under the same id is not a repeat.
    expect((await post('/api/leads', { ...body, name: 'Other' }, address)).status).toBe(429);
  });

  it('one network address is limited by each process while the database is unavailable, and no message is lost', async () => {
    await passage.cut();
    const address = someAddress();
    const statuses: number[] = [];
    for (let index = 0; index < 31; index += 1) {
      const body = contactBody();
      expect((await post('/api/leads', body, address)).status).toBe(index < 30 ? 503 : 429);
      statuses.push((await post('/contact.php', body, address)).status);
    }
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
    await passage.restore();
    await expect.poll(() => api.journal.listPending().length).toBe(0);
    expect(await api.db.$count(leads)).toBe(30);
  });

  it('books forty sessions an hour, not counting taken times, invalid requests and repeats', async () => {
    const address = someAddress();
    const { body: first } = await book(someMailbox(), address);
    for (let round = 0; round < 12; round += 1) {
      const taken = session({ booking_date: first.booking_date });
      expect((await post('/api/bookings', taken, address)).status).toBe(409);
      expect((await post('/api/bookings', session({ name: '' }), address)).status).toBe(422);
      expect((await post('/api/bookings', first, address)).status).toBe(201);
      expect((await post('/contact.php', sessionNotice(first), address)).status).toBe(200);
    }
    for (let round = 1; round < 40; round += 1) {
      expect((await book(someMailbox(), address)).status).toBe(201);
    }
    const late = session();
    const refused = await post('/api/bookings', late, address);
    expect(await refused.json()).toMatchObject({
      status: 429,
      detail: expect.stringMatching(
        /^Too many bookings from your network\. Write to us with the contact form, and we’ll find a time for you\. Try again in (5\d|60) minutes\.$/,
      ),
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect((await post('/contact.php', sessionNotice(late), address)).status).toBe(429);
    expect(await api.db.$count(bookings)).toBe(40);
    // The mentor learns of it.
    await api.services.alerts.look();
    await expect
      .poll(() => mailsTo(mentorAddress).map(({ mail }) => mail.subject))
      .toContain('People could not book: Time vs Price');
    expect((await book(someMailbox(), someAddress())).status).toBe(201);
  });
});

describe('one mailbox', () => {
  const spellings = [
    'jane.doe@gmail.com',
    'Jane.Doe@Gmail.com',
    'janedoe+gold@googlemail.com',
    'j.a.n.e.d.o.e@gmail.com',
    'JANEDOE@gmail.com',
  ];

  it('one mailbox can have five upcoming sessions, however its address is spelled and by either endpoint', async () => {
    for (const email of spellings) expect((await book(email)).status).toBe(201);
    const { response, body } = await book('jane.doe+x@gmail.com');
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBeNull();
    expect(await response.json()).toMatchObject({
      code: 'too-many-sessions',
      detail:
        '5 upcoming sessions are booked with this email address, which is the maximum. Book again after the next one, or contact your mentor.',
    });
    expect((await post('/contact.php', sessionNotice(body), someAddress())).status).toBe(429);
    expect((await book('jane.doe@example.com')).status).toBe(201);

    const [one] = await api.db.select().from(bookings).where(sql`email = ${spellings[0]}`);
    await cancel(one?.id ?? '');
    expect((await book('janedoe@gmail.com')).status).toBe(201);
    expect((await book('janedoe@gmail.com')).status).toBe(429);
  });

  it('one mailbox can book six times a day, also if it cancels, and is offered the contact form', async () => {
    const email = 'zoe.oneill@example.com';
    for (let round = 0; round < 6; round += 1) {
      const { status, id } = await book(email);
      expect(status).toBe(201);
      // Without the emails, which have their own limit.
      await api.db.execute(sql`delete from bookings where id = ${id}`);
    }
    const { response } = await book('zoe.oneill+x@example.com');
    expect(response.status).toBe(429);
    expect((await response.json()).detail).toContain('Write to us with the contact form');
    expect((await book(someMailbox())).status).toBe(201);
  });

  it('one mailbox cannot get a sixth session by a race', async () => {
    const [form = '', ...others] = spellings;
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) => book(others[index % 4] ?? form)),
    );
    const counts = Object.groupBy(answers, ({ status }) => status);
    expect({ 201: counts[201]?.length, 429: counts[429]?.length }).toEqual({ 201: 5, 429: 19 });
    expect(await api.db.$count(bookings)).toBe(5);
  });

  it('keeps the limit after an outage: the sixth session is not booked, and the mentor is notified', async () => {
    await passage.cut();
    const accepted = Array.from({ length: 6 }, () => session({ email: 'jane@example.com' }));
    for (const body of accepted) {
      const response = await post('/contact.php', sessionNotice(body), someAddress());
      expect(response.status).toBe(200);
    }
    await expect.poll(() => mailsTo(mentorAddress).length).toBe(6);
    await passage.restore();
    await expect.poll(() => api.journal.listPending().length).toBe(0);
    await untilOutboxIsEmpty();
    expect(await api.db.$count(bookings)).toBe(5);
    expect(mailsTo(mentorAddress)).toHaveLength(7);
    expect(mailsTo(mentorAddress).at(-1)?.mail).toMatchObject({
      subject: expect.stringContaining('Not in the calendar: Jane Doe, '),
      text: expect.stringContaining('It is NOT in your calendar'),
    });
    // Repeats of all six are recognised.
    for (const body of accepted)
      expect((await post('/contact.php', sessionNotice(body), someAddress())).status).toBe(200);
    expect(api.journal.listPending()).toEqual([]);
  });

  it('one mailbox gets ten mails an hour; later changes are combined into one mail, and bookings are refused', async () => {
    const email = 'third.person@example.com';
    const held = await book(email);
    for (let round = 0; round < 3; round += 1) {
      const { id } = await book(email);
      // A mail that is replaced before it is sent does not count.
      await untilOutboxIsEmpty();
      await cancel(id);
      await untilOutboxIsEmpty();
    }
    for (let round = 0; round < 3; round += 1) {
      await move(held.id);
      await untilOutboxIsEmpty();
    }
    expect(mailsTo(email)).toHaveLength(10);

    const { response } = await book(email);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect((await response.json()).detail).toMatch(
      /^Too many emails to this address\. Try again in \d\d minutes\.$/,
    );
    expect((await book('third.person+x@example.com')).status).toBe(429);
    const fallback = sessionNotice(session({ email }));
    expect((await post('/contact.php', fallback, someAddress())).status).toBe(429);

    await move(held.id);
    await move(held.id);
    await cancel(held.id);
    const waiting = () =>
      api.db.select().from(mailDeliveries).where(sql`recipient = ${email} and status = 'queued'`);
    const readSleeping = async () => {
      const { rows } = await api.pool.query(
        `select data ->> 'occasion' as occasion from pgboss.job
         where state = 'created' and data ->> 'kind' = 'booking-mail' and start_after > now() + interval '50 minutes'`,
      );
      return rows.map(({ occasion }) => occasion);
    };
    // A mail that was replaced while it waited is cancelled rather than postponed.
    await expect.poll(readSleeping).toContain('cancelled');
    expect(mailsTo(email)).toHaveLength(10);

    // Let the hour pass.
    await api.stop();
    await query(database.connectionString, 'delete from rate_limits');
    await query(
      database.connectionString,
      `update pgboss.job set start_after = now() where state = 'created'`,
    );
    api = await start();
    await api.startJobs();
    await expect.poll(waiting).toEqual([]);
    expect(mailsTo(email)).toHaveLength(11);
    expect(mailsTo(email).at(-1)?.mail.subject).toMatch(/^Cancelled: /);
    expect((await book(email)).status).toBe(201);
  });

  it('one mailbox gets every mail if it belongs to the mentor or an account', async () => {
    await api.accounts.prepareFirstAdmin();
    for (const email of [mentorAddress.toUpperCase(), mentor.email.toUpperCase()]) {
      for (let round = 0; round < 6; round += 1) {
        const { id } = await book(email);
        await cancel(id);
      }
      expect((await book(email)).status).toBe(201);
    }
    await untilOutboxIsEmpty();
  });
});

describe('one booking', () => {
  const aDayLater = () =>
    api.pool.query(`update mail_deliveries set created_at = created_at - interval '24 hours'`);

  it('one booking can be changed six times a day, and again a day later', async () => {
    const { id } = await book(someMailbox());
    for (let round = 0; round < 6; round += 1) await move(id);
    const refusal = {
      ...tooMany,
      userMessage: 'This session was changed too often. Try again in 24 hours.',
      headers: { 'Retry-After': expect.stringMatching(/^86\d{3}$/) },
    };
    await expect(move(id)).rejects.toMatchObject(refusal);
    await expect(cancel(id)).rejects.toMatchObject(refusal);
    await aDayLater();
    for (let round = 0; round < 5; round += 1) await move(id);
    await cancel(id);
    await cancel(id);
  });

  it('one booking cannot be changed a seventh time by a race or after a restart', async () => {
    const { id } = await book(someMailbox());
    const moves = await Promise.allSettled(Array.from({ length: 20 }, () => move(id)));
    const refused = moves.filter((one) => one.status === 'rejected');
    expect(refused).toHaveLength(14);
    for (const { reason } of refused) expect(reason).toMatchObject(tooMany);
    expect(await api.db.$count(mailDeliveries, sql`key like '%:moved:%:visitor'`)).toBe(6);
    await api.stop();
    api = await start();
    await api.startJobs();
    await expect(move(id)).rejects.toMatchObject(tooMany);
  });

  it('one booking can be changed sixty times in ten minutes from one network', async () => {
    const stranger = visitorWith(undefined, someAddress());
    const { id } = await book(someMailbox());
    const stay = async () => {
      const [row] = await api.db.select().from(bookings).where(sql`id = ${id}`);
      await api.services.moveBooking({ id, startsAt: row?.startsAt ?? new Date(0) }, stranger);
    };
    for (let round = 0; round < 60; round += 1) await stay();
    await expect(stay()).rejects.toMatchObject(tooMany);
  });
});
