import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLibraryLinks } from '#features/customers/server/index.ts';
import { planCourses } from '#rules/plan-courses.ts';
import { openingMorning } from '#tests/support/booking-bodies.ts';
import { withLibrary } from '#tests/support/library.ts';
import { buyerAddress } from '#tests/support/orders.ts';
import { openPaymentSite } from '#tests/support/payment-site.ts';
import { offerSampleBank } from '#tests/support/sample-bank.ts';
import { testSecret } from '#tests/support/secret.ts';

offerSampleBank();
const site = await openPaymentSite({ now: openingMorning });
const { api, admin, clock, order, mark, read, takeMails, siteUrl } = site;

const zoe = { name: 'Zoë 𝗧. O’Neill', email: 'zoe.oneill@example.com', phone: '082 555 1234' };
const courseId = planCourses['course-inquiry'];

const rowsOf = async (text: string, values: unknown[] = []) =>
  (await api.pool.query(text, values)).rows;

beforeEach(() =>
  rowsOf(
    `insert into courses (id, title, price, access_days) values ($1, 'Gold “Mastery” course', 'R450.01', 90)`,
    [courseId],
  ),
);

/** Gives access a moment after the one before. */
function give(fields: object = {}) {
  clock.now = new Date(+(clock.now ?? openingMorning) + 265);
  const gift = { id: randomUUID(), course_id: courseId, to: zoe, ...fields };
  return admin.call('POST', '/api/customers/access', gift);
}

/** Gives Zoë access. Returns her, with the access and its addresses. */
async function giveZoe(fields: object = {}) {
  const { status, body: customer } = await give(fields);
  expect(status).toBe(201);
  const [access] = customer.access;
  const path = `/api/customers/${customer.id}`;
  return { customer, access, path, accessPath: `${path}/access/${access.id}` };
}

const list = async (query: object = {}) =>
  (await admin.call('POST', '/api/customers/list', query)).body.items;

/** Returns whether a private link leads to a customer. */
async function follows(href: string): Promise<boolean> {
  const token = href.split('/').at(-1) ?? '';
  return (await createLibraryLinks(testSecret).findCustomer(api.db, token)) !== undefined;
}

describe('giving access', () => {
  it('giving access adds a customer who can open the course as long as it says, and mails the private link', async () => {
    const { customer, access } = await giveZoe();
    expect(customer).toMatchObject({ ...zoe, phone: '+27825551234', browsers: null });
    expect(customer.href).toMatch(`${siteUrl}/library/`);
    expect(access).toMatchObject({
      title: 'Gold “Mastery” course',
      source: 'mentor',
      state: 'open',
      starts_on: '2030-01-07',
      ends_on: '2030-04-07',
      progress: { lessons: 0, opened: 0 },
    });
    const { mail } = (await takeMails()).only(zoe.email);
    expect(mail.subject).toBe('Your access to Gold “Mastery” course');
    expect(mail.text).toContain(customer.href);
    expect(mail.text).toContain('The course has no lessons yet.');
    expect(await follows(customer.href)).toBe(true);
  });

  it('giving access is mailed once, also if the course has lessons', async () => {
    const { addSection, addLesson } = withLibrary(api);
    await addLesson((await addSection(courseId)).id);
    await giveZoe();
    await api.services.jobHandlers.keepOrders();
    const mails = (await takeMails()).to(zoe.email);
    expect(mails.map(({ mail }) => mail.subject)).toEqual(['Your access to Gold “Mastery” course']);
  });

  it('giving access does nothing when it is repeated, also at the same time', async () => {
    const id = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4].map(() => give({ id })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await rowsOf('select version from entitlements')).toEqual([{ version: 1 }]);
    expect(await rowsOf('select from customers')).toHaveLength(1);
    expect((await takeMails()).to(zoe.email)).toHaveLength(1);
  });

  it.each([
    ['without an end', null, null],
    ['until a day of the mentor’s calendar', '2030-02-28', '2030-02-28T22:00:00.000Z'],
  ])('giving access lasts %s', async (_, day, end) => {
    const { access } = await giveZoe({ has_own_end: true, ends_on: day });
    expect(access).toMatchObject({ ends_on: day, ends_at: end });
  });

  it('takes a lead, and adds no second customer', async () => {
    await order();
    const [lead] = await rowsOf('select id from leads');
    const { customer } = await giveZoe({ to: { lead_id: lead.id } });
    expect(customer).toMatchObject({ name: 'Thandi Mbeki', email: buyerAddress });
    const other = randomUUID();
    await rowsOf(`insert into courses (id, title, price) values ($1, 'Other', 'R1')`, [other]);
    const again = await give({ course_id: other, to: { customer_id: customer.id } });
    expect(again.body.access).toMatchObject([{}, { title: 'Other', ends_on: null }]);
    expect(await rowsOf('select from customers')).toHaveLength(1);
    expect(await rowsOf('select from entitlements')).toHaveLength(2);
  });

  it.each<[string, object, number, string]>([
    ['a course that does not exist', { course_id: randomUUID() }, 409, 'course-gone'],
    ['an unknown customer', { to: { customer_id: randomUUID() } }, 404, 'not-found'],
    ['an unknown lead', { to: { lead_id: randomUUID() } }, 404, 'not-found'],
    [
      'a person without an address',
      { to: { name: 'Zoë', email: '', phone: null } },
      422,
      'validation',
    ],
    ['a day in the past', { has_own_end: true, ends_on: '2030-01-06' }, 422, 'validation'],
  ])('giving access is refused for %s', async (_, fields, status, code) => {
    expect(await give(fields)).toMatchObject({ status, body: { code } });
    expect(await rowsOf('select from entitlements')).toEqual([]);
    expect(await rowsOf('select from customers')).toEqual([]);
  });

  it('giving access is refused while they have access, and possible again afterwards', async () => {
    const { accessPath } = await giveZoe();
    expect(await give()).toMatchObject({ status: 409, body: { code: 'already-given' } });
    await admin.call('PUT', `${accessPath}/revocation`, { version: 1, reason: 'A mistake' });
    expect((await give()).body.access).toMatchObject([{ state: 'taken' }, { state: 'open' }]);
  });

  it('mails nothing to a customer without an email address', async () => {
    const { customer } = await giveZoe({ to: { name: 'Zoë', phone: zoe.phone } });
    expect(customer.email).toBeNull();
    expect((await takeMails()).all).toEqual([]);
  });
});

describe('the end of an access', () => {
  it('the end of an access is extended with one mail, and shortened without', async () => {
    const { path, accessPath } = await giveZoe();
    await takeMails();
    const longer = { version: 1, ends_on: '2031-02-28', reason: 'Ill for a year' };
    const answers = await Promise.all(
      [1, 2].map(() => admin.call('PUT', `${accessPath}/end`, longer)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [access] = (await admin.read(path)).access;
    expect(access).toMatchObject({
      version: 2,
      ends_on: '2031-02-28',
      ends_reason: 'Ill for a year',
      state: 'open',
    });
    const { mail } = (await takeMails()).only(zoe.email);
    expect(mail.subject).toBe('You can open Gold “Mastery” course for longer');
    expect(mail.text).toContain('28 February 2031');
    const shorter = { version: 2, ends_on: '2030-01-07', reason: 'Chargeback' };
    expect((await admin.call('PUT', `${accessPath}/end`, shorter)).status).toBe(200);
    expect((await takeMails()).all).toEqual([]);
    clock.now = new Date('2030-01-07T22:00:00Z');
    expect((await admin.read(path)).access).toMatchObject([{ state: 'ended' }]);
  });

  it('the end of an access is removed by an empty day', async () => {
    const { accessPath } = await giveZoe();
    const change = { version: 1, ends_on: '', reason: 'Bought the bundle' };
    const { body } = await admin.call('PUT', `${accessPath}/end`, change);
    expect(body.access).toMatchObject([{ ends_on: null, ends_at: null, state: 'open' }]);
  });

  it.each<[string, object, number, string]>([
    ['without a reason', { reason: ' ' }, 422, 'validation'],
    ['before its start', { ends_on: '2030-01-06' }, 422, 'validation'],
    ['in another version', { version: 7 }, 409, 'edited-elsewhere'],
  ])('the end of an access is not changed %s', async (_, fields, status, code) => {
    const { accessPath, path } = await giveZoe();
    const change = { version: 1, ends_on: '2031-02-28', reason: 'Ill', ...fields };
    expect(await admin.call('PUT', `${accessPath}/end`, change)).toMatchObject({
      status,
      body: { code },
    });
    expect((await admin.read(path)).access).toMatchObject([{ ends_on: '2030-04-07', version: 1 }]);
  });
});

describe('taking access away', () => {
  it.each([
    ['sends no email', false, []],
    [
      'mails the customer if the mentor wants it',
      true,
      ['Your access to Gold “Mastery” course has ended'],
    ],
  ])('keeps the reason and %s', async (_, sends_mail, subjects) => {
    const { path, accessPath, customer } = await giveZoe();
    await takeMails();
    const taking = { version: 1, reason: 'Shared the link', sends_mail };
    for (const status of [200, 200])
      expect((await admin.call('PUT', `${accessPath}/revocation`, taking)).status).toBe(status);
    expect((await admin.read(path)).access).toMatchObject([
      { state: 'taken', taken_on: '2030-01-07', revoked_reason: 'Shared the link', version: 2 },
    ]);
    const mails = (await takeMails()).to(zoe.email);
    expect(mails.map(({ mail }) => mail.subject)).toEqual(subjects);
    for (const { mail } of mails) expect(mail.text).not.toMatch(/library|Shared the link/);
    const extending = { version: 2, ends_on: null, reason: 'Oh' };
    expect(await admin.call('PUT', `${accessPath}/end`, extending)).toMatchObject({
      status: 409,
      body: { code: 'access-taken' },
    });
    const strange = accessPath.replace(customer.id, randomUUID());
    expect((await admin.call('PUT', `${strange}/revocation`, taking)).status).toBe(404);
  });
});

describe('the private link', () => {
  it('the private link is replaced once, and the earlier one leads nowhere', async () => {
    const { customer, path } = await giveZoe();
    const renewed = await admin.call('PUT', `${path}/link`, { version: 1 });
    expect(renewed).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await follows(customer.href)).toBe(false);
    expect(await follows(renewed.body.href)).toBe(true);
    expect(await admin.call('PUT', `${path}/link`, { version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'edited-elsewhere', current: { version: 2, href: renewed.body.href } },
    });
  });

  it('warns of more than five browsers within a week', async () => {
    const { customer, path } = await giveZoe();
    const use = (at: string) =>
      rowsOf(
        `insert into library_browsers (customer_id, hash, first_used_at, last_used_at) values ($1, $2, '2029-12-01', $3)`,
        [customer.id, randomUUID(), at],
      );
    for (const day of [1, 1, 2, 5, 6]) await use(`2030-01-0${day}T08:00:37.265Z`);
    await use('2029-12-30T08:00:37.265Z');
    expect((await admin.read(path)).browsers).toBeNull();
    await use('2030-01-06T08:00:37.265Z');
    expect((await admin.read(path)).browsers).toBe(6);
  });
});

describe('the list of customers', () => {
  it('the list of customers is searched, filtered by course and paged, newest first', async () => {
    await giveZoe();
    clock.now = new Date('2030-01-08T08:00:37.265Z');
    await giveZoe({ to: { name: 'Ben', email: 'ben@example.com' } });
    const names = async (query: object) =>
      (await list(query)).map(({ name }: { name: string }) => name);
    expect(await names({})).toEqual(['Ben', zoe.name]);
    for (const search of ['o’neill zoë', 'ZOE.ONEILL@', '+27 82 555 1234', '5551'])
      expect(await names({ search }), search).toEqual([zoe.name]);
    expect(await names({ course: courseId })).toHaveLength(2);
    expect(await names({ course: randomUUID() })).toEqual([]);
    const { body } = await admin.call('POST', '/api/customers/list', { limit: 1 });
    expect(await names({ limit: 1, cursor: body.next_cursor })).toEqual([zoe.name]);
  });

  it('the list of customers counts who was given a course and who can open it', async () => {
    const { accessPath } = await giveZoe();
    await giveZoe({ to: { name: 'Ben', email: 'ben@example.com' } });
    await admin.call('PUT', `${accessPath}/revocation`, { version: 1, reason: 'A mistake' });
    expect(await admin.read('/api/customers/courses')).toEqual([
      { course_id: courseId, given: 2, open: 1 },
    ]);
  });

  it('the list of customers says how far they are with the published lessons', async () => {
    const { customer, path } = await giveZoe();
    const [section] = await rowsOf(
      `insert into sections (course_id, title) values ($1, 'Basics') returning id`,
      [courseId],
    );
    for (const [seconds, published, furthest] of [
      [600, openingMorning, 265],
      [400, openingMorning, null],
      [null, openingMorning, 0],
      [900, null, 900],
    ]) {
      const [lesson] = await rowsOf(
        `insert into lessons (section_id, title, seconds, published_at) values ($1, 'Stops', $2, $3) returning id`,
        [section.id, seconds, published],
      );
      if (furthest === null) continue;
      await rowsOf(
        `insert into lesson_progress (customer_id, lesson_id, furthest, first_opened_at, last_opened_at) values ($1, $2, $3, now(), now())`,
        [customer.id, lesson.id, furthest],
      );
    }
    expect((await admin.read(path)).access).toMatchObject([
      { progress: { lessons: 3, opened: 2, seconds: 1_000, watched_seconds: 265 } },
    ]);
  });
});

describe('an order for a course', () => {
  const giveOf = (id: string) => admin.call('POST', `/api/orders/${id}/access`);

  it('an order for a course shows what it opened, and gives it again with one mail', async () => {
    const { id } = await order();
    expect((await read(id)).access).toBeNull();
    expect(await giveOf(id)).toMatchObject({ status: 409, body: { code: 'order-closed' } });
    await mark(id);
    const { access } = await read(id);
    expect(access).toMatchObject({
      source: 'order',
      source_id: id,
      title: 'Gold “Mastery” course',
    });
    expect((await admin.read('/api/orders')).items).toMatchObject([{ access: { id: access?.id } }]);
    await takeMails();
    expect((await giveOf(id)).status).toBe(200);
    expect((await takeMails()).all).toEqual([]);
    const path = `/api/customers/${access?.customer_id}/access/${access?.id}/revocation`;
    await admin.call('PUT', path, { version: access?.version, reason: 'A mistake' });
    expect((await read(id)).access).toMatchObject({ state: 'taken' });
    const answers = await Promise.all([giveOf(id), giveOf(id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await read(id)).access?.state).not.toBe('taken');
    expect((await takeMails()).to(buyerAddress)).toHaveLength(1);
  });

  it('an order for a course gives nothing once its course was deleted', async () => {
    await rowsOf('delete from courses');
    const { id } = await order();
    await mark(id);
    expect((await read(id)).access).toBeNull();
    expect(await giveOf(id)).toMatchObject({ status: 409, body: { code: 'course-gone' } });
  });
});
