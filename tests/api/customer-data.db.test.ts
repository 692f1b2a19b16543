import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createErasureMatcher,
  listErasures,
  repeatErasures,
} from '#features/erasures/server/index.ts';
import { planCourses } from '#rules/plan-courses.ts';
import { openingMorning } from '#tests/support/booking-bodies.ts';
import { buyerAddress } from '#tests/support/orders.ts';
import { openPaymentSite } from '#tests/support/payment-site.ts';
import { offerSampleBank } from '#tests/support/sample-bank.ts';
import { testSecret } from '#tests/support/secret.ts';

offerSampleBank();
const site = await openPaymentSite({ now: openingMorning });
const { api, admin, clock, order, mark, read } = site;

const courseId = planCourses['course-inquiry'];
const zoe = 'zoe.oneill@example.com';

const rowsOf = async (text: string, values: unknown[] = []) =>
  (await api.pool.query(text, values)).rows;

beforeEach(() =>
  rowsOf(`insert into courses (id, title, price) values ($1, 'Mastery', 'R450.01')`, [courseId]),
);

const search = async (text: string) =>
  (await admin.call('POST', '/api/people/search', { text, with: [] })).body;

async function change(kind: 'erasure' | 'correction', text: string, fields: object = {}) {
  const { stamp } = await search(text);
  return admin.call('POST', `/api/people/${kind}`, { text, with: [], stamp, ...fields });
}

interface Given {
  email?: string | null;
  phone?: string | null;
  createdAt?: string;
  endsAt?: string | null;
  revokedAt?: string | null;
}

/** Adds a customer with a course, a browser and progress in a lesson. Returns the id. */
async function addCustomer({
  email = zoe,
  phone = null,
  createdAt = '2029-12-01T08:00:37.265Z',
  endsAt = null,
  revokedAt = null,
}: Given = {}) {
  const [id, sectionId, lessonId] = [randomUUID(), randomUUID(), randomUUID()];
  await rowsOf(
    'insert into customers (id, name, email, phone, created_at) values ($1,$2,$3,$4,$5)',
    [id, 'Zoë 𝗧. O’Neill', email, phone, createdAt],
  );
  await rowsOf(
    `insert into entitlements (customer_id, course_id, source, source_id, starts_at, ends_at, revoked_at)
     values ($1, $2, 'mentor', $3, $4, $5, $6)`,
    [id, courseId, randomUUID(), createdAt, endsAt, revokedAt],
  );
  await rowsOf('insert into sections (id, course_id, title) values ($1, $2, $3)', [
    sectionId,
    courseId,
    'Basics',
  ]);
  await rowsOf(
    'insert into lessons (id, section_id, title, seconds, published_at) values ($1, $2, $3, 600, $4)',
    [lessonId, sectionId, 'Stops', createdAt],
  );
  await rowsOf(
    `insert into lesson_progress (customer_id, lesson_id, seconds, furthest, first_opened_at, last_opened_at)
     values ($1, $2, 37, 265, $3, $3)`,
    [id, lessonId, createdAt],
  );
  await rowsOf(
    `insert into library_browsers (customer_id, hash, first_used_at, last_used_at) values ($1, $2, $3, $3)`,
    [id, randomUUID(), createdAt],
  );
  return id;
}

const tables = ['customers', 'entitlements', 'lesson_progress', 'library_browsers'];
const countRows = () =>
  Promise.all(tables.map(async (name) => (await rowsOf(`select from ${name}`)).length));

describe('a person', () => {
  it('a person is listed, shown and exported with the courses they were given', async () => {
    await addCustomer();
    const { body: listed } = await admin.call('POST', '/api/people/list', { search: 'o’neill' });
    expect(listed.items).toMatchObject([{ email: zoe, leads: 0, bookings: 0, customers: 1 }]);
    expect(await search(zoe)).toMatchObject({
      counts: { customers: 1 },
      customers: [
        {
          name: 'Zoë 𝗧. O’Neill',
          access: [{ source: 'mentor', starts_at: '2029-12-01T08:00:37.265Z' }],
          browsers: [{ first_used_at: '2029-12-01T08:00:37.265Z' }],
          progress: [{ lesson: 'Stops', seconds: 37, furthest: 265 }],
        },
      ],
    });
    const file = await admin.asMentor('POST', '/api/people/export', { text: zoe, with: [] });
    const text = await file.text();
    expect(text).toContain('Courses and packages (1)');
    expect(text).toContain('<td>265</td>');
  });

  it('a person is suggested by the phone number of a customer', async () => {
    await order();
    await addCustomer({ phone: '+27825551234' });
    expect((await search(buyerAddress)).suggestions).toMatchObject([
      { mailbox: zoe, reason: 'phone' },
    ]);
  });

  it('a person is corrected as a customer, as a new version', async () => {
    const id = await addCustomer();
    const fields = { name: 'Zoë Adams', email: 'zoe@example.org', phone: '082 555 9876' };
    expect((await change('correction', zoe, fields)).status).toBe(200);
    expect(await rowsOf('select id, name, email, phone, version from customers')).toEqual([
      { ...fields, id, phone: '+27825559876', version: 2 },
    ]);
  });
});

describe('an erasure', () => {
  it('an erasure deletes a customer with everything about their access, and keeps the tax record', async () => {
    const { id } = await order();
    await mark(id);
    expect((await countRows()).slice(0, 2)).toEqual([1, 1]);
    await addCustomer();
    const { body } = await change('erasure', buyerAddress);
    expect(body.counts).toMatchObject({ customers: 1, orders: 1 });
    expect(await rowsOf('select name, email, state, customer_id from orders')).toEqual([
      { name: null, email: null, state: 'paid', customer_id: null },
    ]);
    // The other customer stays.
    expect(await countRows()).toEqual([1, 1, 1, 1]);
    await change('erasure', zoe);
    expect(await countRows()).toEqual([0, 0, 0, 0]);
  });

  it('finds a customer without an email address by the phone number', async () => {
    await addCustomer({ email: null, phone: '082 555 1234' });
    await addCustomer({ email: null, phone: '+44 20 5555 1234' });
    const { body } = await change('erasure', '+27825551234');
    expect(body.counts).toMatchObject({ customers: 1 });
    expect(await rowsOf('select phone from customers')).toEqual([{ phone: '+44 20 5555 1234' }]);
  });

  it('keeps a customer who shares the phone number of an order', async () => {
    await addCustomer({ phone: '+27825551234' });
    const { body: placed } = await admin.call('POST', '/api/orders', {
      id: randomUUID(),
      name: 'Ben',
      email: null,
      phone: '082 555 1234',
      title: 'Coaching',
      amount_cents: 45_001,
    });
    await mark(placed.id);
    const { customers } = await search('+27825551234');
    expect(customers).toMatchObject([{ name: 'Ben', email: null }]);
  });

  it('an erasure is repeated for a restored customer', async () => {
    const id = await addCustomer();
    await change('erasure', zoe);
    await rowsOf(
      `insert into customers (id, name, email, created_at) values ($1, 'Zoë', null, '2020-01-01'), ($2, 'Zoë', $3, '2020-01-01'), ($4, 'Zoë', $3, '2040-01-01')`,
      [id, randomUUID(), zoe, randomUUID()],
    );
    const matcher = createErasureMatcher([testSecret], await listErasures(api.db));
    await repeatErasures(api.db, matcher);
    // The last one has returned since.
    expect(
      await rowsOf(`select extract(year from created_at)::int as year from customers`),
    ).toEqual([{ year: 2040 }]);
  });
});

describe('the nightly job', () => {
  const sweep = () => api.services.jobHandlers.keepRetention();

  it.each<[string, Given, number]>([
    ['has no end', {}, 1],
    ['ended before the period of messages', { endsAt: '2030-01-01T08:00:00Z' }, 0],
    ['ended within it', { endsAt: '2031-08-01T08:00:00Z' }, 1],
    ['was taken back before it', { revokedAt: '2030-01-01T08:00:00Z' }, 0],
  ])('a customer whose access %s', async (_, given, left) => {
    await addCustomer(given);
    clock.now = new Date('2032-07-06T08:00:00Z');
    await sweep();
    expect(await rowsOf('select from customers')).toHaveLength(left);
  });

  it('keeps a customer with an order', async () => {
    const { id } = await order();
    await mark(id);
    await rowsOf(`update entitlements set revoked_at = '2030-01-09T08:00:00Z'`);
    clock.now = new Date('2033-07-06T08:00:00Z');
    await sweep();
    expect(await rowsOf('select from customers')).toHaveLength(1);
    expect((await read(id)).state).toBe('paid');
  });
});

describe('a course in the trash', () => {
  it('a course in the trash stays there while someone was given it', async () => {
    const addCourse = async (title: string) => {
      const course = { id: randomUUID(), title, price: 'R450.01' };
      expect((await admin.call('POST', '/api/courses', course)).status).toBe(201);
      await admin.call('DELETE', `/api/courses/${course.id}`);
      return course.id;
    };
    const [given, other] = [await addCourse('Given'), await addCourse('Other')];
    const id = await addCustomer();
    await rowsOf('update entitlements set course_id = $1', [given]);
    const { items } = await admin.read('/api/trash');
    const kept = items.map((one: { id: string; is_kept: boolean }) => [one.id, one.is_kept]);
    expect(Object.fromEntries(kept)).toEqual({ [other]: false, [given]: true });
    expect(await admin.read('/api/trash/counts')).toMatchObject({
      kept: 1,
      counts: { courses: 2 },
    });
    expect(await admin.call('DELETE', `/api/trash/courses/${given}`)).toMatchObject({
      status: 409,
      body: { code: 'entry-kept' },
    });
    expect((await admin.call('DELETE', '/api/trash')).body).toMatchObject({
      deleted: 1,
      failed: 0,
    });
    clock.now = new Date('2032-07-06T08:00:00Z');
    await api.services.jobHandlers.sweepTrash();
    expect((await admin.read('/api/trash')).items).toMatchObject([{ id: given }]);
    await rowsOf('delete from customers where id = $1', [id]);
    await api.services.jobHandlers.sweepTrash();
    expect((await admin.read('/api/trash')).items).toEqual([]);
  });
});
