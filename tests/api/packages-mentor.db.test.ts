import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { defaults } from '#content/defaults.ts';
import { listPackages } from '#features/customers/server/index.ts';
import { openingMorning, sessionBody, tuesdaySlots } from '#tests/support/booking-bodies.ts';
import { openPaymentSite } from '#tests/support/payment-site.ts';
import { offerSampleBank } from '#tests/support/sample-bank.ts';

offerSampleBank();
const begin = new Date(+openingMorning + 37_265);
const site = await openPaymentSite({ now: begin });
const { api, admin, clock, follow, mark, read, takeMails } = site;
const visitor = { ipAddress: '192.0.2.7' };

const title = 'Full Mentorship Package';
const typeId = 'full-mentorship-package';
const zoe = { name: 'Zoë 𝗧. O’Neill', email: 'zoe.oneill@example.com', phone: '082 555 1234' };

const rowsOf = async (text: string, values: unknown[] = []) =>
  (await api.pool.query(text, values)).rows;

/** Gives sessions a moment after the ones before. */
function give(fields: object = {}) {
  clock.now = new Date(+(clock.now ?? begin) + 265);
  return admin.call('POST', '/api/customers/sessions', {
    ...{ id: randomUUID(), session_type_id: typeId, granted: 3, valid_months: 1, to: zoe },
    ...{ reason: 'Paid in cash', ...fields },
  });
}

/** Gives Zoë sessions. Returns her, with the package and its address. */
async function giveZoe(fields: object = {}) {
  const { status, body: customer } = await give(fields);
  expect(status).toBe(201);
  const [sold] = customer.access;
  return { customer, sold, path: `/api/customers/${customer.id}/access/${sold.id}` };
}

/** A package with its customer, as the API returns them. */
type Bookable = Pick<Awaited<ReturnType<typeof giveZoe>>, 'customer' | 'sold'>;

/** Books a session of a package. Returns the id of the booking. */
async function book({ customer, sold }: Bookable, at?: string) {
  const id = randomUUID();
  const asked = { id, customer, packageId: sold.id, startsAt: new Date(at ?? '') };
  const place = { meetingType: 'Zoom', timeZone: 'Africa/Lagos' } as const;
  await api.services.bookIncluded({ ...asked, ...place }, visitor);
  return id;
}

const readUse = async () => {
  const [one] = await listPackages(api.db, undefined);
  return one && [one.granted, one.used];
};

describe('giving sessions', () => {
  it('a person gets them until the last day, with one email that links to the library', async () => {
    const { customer, sold } = await giveZoe();
    expect(customer).toMatchObject({ ...zoe, phone: '+27825551234' });
    expect(sold).toMatchObject({
      ...{ title, source: 'mentor', state: 'open', course_id: null, ends_reason: 'Paid in cash' },
      ...{ starts_on: '2030-01-07', ends_on: '2030-02-07', session_minutes: 60 },
      sessions: { granted: 3, used: 0 },
    });
    const { mail } = (await takeMails()).only(zoe.email);
    expect(mail.subject).toBe(`You can book your sessions: ${title}`);
    expect(mail.text).toContain('3 sessions: 0 booked or used, 3 left.');
    expect(mail.text).toContain('Until: 7 February 2030');
    expect(mail.text).toContain(customer.href);
    expect(mail.text).not.toContain('course');
  });

  it('they are given once, also if it is repeated at the same time', async () => {
    const { customer } = await giveZoe();
    await takeMails();
    const gift = {
      ...{ id: randomUUID(), to: { customer_id: customer.id as string } },
      ...{ sessionTypeId: typeId, granted: 2, validMonths: null, reason: 'Paid in cash' },
    };
    const { giveSessions } = api.services.customers;
    const keeper = await api.pool.connect();
    await keeper.query('begin; lock table entitlements in share row exclusive mode');
    const gifts = [1, 2, 3, 4].map(() => giveSessions(gift));
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => rowsOf(waiting)).toHaveLength(4);
    await keeper.query('commit');
    keeper.release();
    await Promise.all(gifts);
    expect(await rowsOf('select version from entitlements where granted = 2')).toEqual([
      { version: 1 },
    ]);
    expect((await takeMails()).to(zoe.email)).toHaveLength(1);
  });

  it('a lead gets them, and a customer a second package', async () => {
    await site.order();
    const [lead] = await rowsOf('select id from leads');
    const { customer, sold } = await giveZoe({ to: { lead_id: lead.id }, valid_months: null });
    expect(sold).toMatchObject({ ends_on: null, sessions: { granted: 3 } });
    const again = await give({ to: { customer_id: customer.id }, granted: 1 });
    expect(again.body.access).toMatchObject([{}, { sessions: { granted: 1, used: 0 } }]);
  });

  it.each<[string, object, number, string]>([
    ['an unknown type', { session_type_id: 'gone' }, 409, 'type-gone'],
    ['an unknown customer', { to: { customer_id: randomUUID() } }, 404, 'not-found'],
    ['no sessions', { granted: 0 }, 422, 'validation'],
    ['no reason', { reason: ' ' }, 422, 'validation'],
  ])('is refused for %s', async (_, fields, status, code) => {
    expect(await give(fields)).toMatchObject({ status, body: { code } });
    expect(await rowsOf('select from entitlements')).toEqual([]);
    expect(await rowsOf('select from customers')).toEqual([]);
  });
});

describe('changing a package', () => {
  const change = (path: string, fields: object) =>
    admin.call('PUT', `${path}/end`, {
      ...{ version: 1, ends_on: '2030-02-07', reason: 'Was ill', ...fields },
    });

  it.each([
    ['more sessions', { granted: 5, ends_on: '2030-02-07' }],
    ['more sessions and a later end', { granted: 5, ends_on: '2030-03-01' }],
  ])('%s are mailed once', async (_, fields) => {
    const { path } = await giveZoe();
    await takeMails();
    const { body } = await change(path, fields);
    expect(body.access).toMatchObject([
      { version: 2, ends_on: fields.ends_on, ends_reason: 'Was ill', sessions: { granted: 5 } },
    ]);
    expect((await change(path, fields)).body.access).toMatchObject([{ version: 2 }]);
    const { mail } = (await takeMails()).only(zoe.email);
    expect(mail.subject).toBe(`Your package is extended: ${title}`);
    expect(mail.text).toContain('5 sessions: 0 booked or used, 5 left.');
  });

  it('fewer sessions are not mailed, and are never less than what is booked', async () => {
    const given = await giveZoe();
    await book(given, tuesdaySlots[0]);
    await book(given, tuesdaySlots[1]);
    await takeMails();
    expect(await change(given.path, { granted: 1 })).toMatchObject({
      status: 422,
      body: {
        detail: '2 sessions are booked or used already. Cancel one first, or enter at least 2.',
      },
    });
    expect(await readUse()).toEqual([3, 2]);
    expect((await change(given.path, { granted: 2 })).status).toBe(200);
    expect(await readUse()).toEqual([2, 2]);
    expect((await takeMails()).all).toEqual([]);
    expect((await change(given.path, { granted: 4 })).body).toMatchObject({
      code: 'edited-elsewhere',
      current: { version: 2, sessions: { granted: 2, used: 2 } },
    });
  });

  it('a session that is booked meanwhile counts', async () => {
    const given = await giveZoe({ granted: 2 });
    await book(given, tuesdaySlots[0]);
    const [booked, changed] = await Promise.allSettled([
      book(given, tuesdaySlots[1]),
      change(given.path, { granted: 1 }),
    ]);
    const isChanged = changed.status === 'fulfilled' && changed.value.status === 200;
    expect(booked.status === 'fulfilled').not.toBe(isChanged);
    expect(await readUse()).toEqual(isChanged ? [1, 1] : [2, 2]);
  });

  it('one that is taken back keeps its bookings, and takes no other', async () => {
    const given = await giveZoe();
    await book(given, tuesdaySlots[0]);
    await takeMails();
    const taking = { version: 1, reason: 'Did not pay', sends_mail: true };
    const { body } = await admin.call('PUT', `${given.path}/revocation`, taking);
    expect(body.access).toMatchObject([{ state: 'taken', sessions: { granted: 3, used: 1 } }]);
    const { mail } = (await takeMails()).only(zoe.email);
    expect(mail.subject).toBe(`Your package has ended: ${title}`);
    expect(mail.text).toContain('3 sessions: 1 booked or used, 2 not used.');
    await expect(book(given, tuesdaySlots[1])).rejects.toMatchObject({ code: 'package-closed' });
    expect(await readUse()).toEqual([3, 1]);
  });
});

describe('returning a session', () => {
  const readBooking = (id: string) => admin.read(`/api/bookings/${id}`);
  const call = async (id: string, what: string, fields: object) => {
    const { version } = await readBooking(id);
    return admin.call('PUT', `/api/bookings/${id}/${what}`, { version, ...fields });
  };
  const cancel = (id: string, fields: object = {}) =>
    call(id, 'cancellation', { message: null, ...fields });
  const toReturn = (id: string, is_returned = true) => call(id, 'session-return', { is_returned });
  const until = 'to book until 7 February 2030.';
  const second = new Date(+new Date(tuesdaySlots[1] ?? '') + 37 * 60_000);

  it('one that the mentor cancels goes back, and the client reads so', async () => {
    const given = await giveZoe();
    const id = await book(given, tuesdaySlots[0]);
    await takeMails();
    expect((await cancel(id)).body).toMatchObject({
      returned_at: expect.any(String),
      package_text: `This session went back to the package. 3 of 3 sessions of the package are left, ${until}`,
    });
    expect(await readUse()).toEqual([3, 0]);
    const { mail } = (await takeMails()).only(zoe.email);
    expect(mail.text).toContain('This session went back to the package.');
    expect(mail.text).toMatch(/Book another time:\s+\S+\/library\/[\w-]+\/sessions\//);
  });

  it('one that counts as used can be returned later, and taken again', async () => {
    const given = await giveZoe({ granted: 2 });
    const id = await book(given, tuesdaySlots[0]);
    expect((await cancel(id, { counts_as_used: true })).body).toMatchObject({
      returned_at: null,
      package_text: `This session counts as used. 1 of 2 sessions of the package is left, ${until}`,
    });
    expect(await readUse()).toEqual([2, 1]);
    await toReturn(id);
    await toReturn(id);
    expect(await readUse()).toEqual([2, 0]);
    await toReturn(id, false);
    expect(await readUse()).toEqual([2, 1]);
  });

  it('one that the client missed can be returned, but not one that takes place', async () => {
    const given = await giveZoe();
    const id = await book(given, tuesdaySlots[0]);
    expect(await toReturn(id)).toMatchObject({ status: 409, body: { code: 'booking-closed' } });
    clock.now = new Date(+new Date(tuesdaySlots[0] ?? '') + 37_265);
    await call(id, 'outcome', { outcome: 'missed' });
    expect(await readUse()).toEqual([3, 1]);
    await toReturn(id);
    expect(await readUse()).toEqual([3, 0]);
    // At another time, it takes place after all.
    await call(id, 'time', { booking_date: second.toISOString(), message: null });
    expect(await readUse()).toEqual([3, 1]);
    expect(await readBooking(id)).toMatchObject({ returned_at: null, outcome: null });
  });

  it('without a package it is refused', async () => {
    const { body } = await admin.call('POST', '/api/bookings/by-mentor', {
      ...{ id: randomUUID(), ...zoe, session_type: title, meeting_type: 'Zoom' },
      booking_date: tuesdaySlots[0],
    });
    await cancel(body.id);
    expect(await readBooking(body.id)).toMatchObject({ returned_at: null, package_text: null });
    expect(await toReturn(body.id)).toMatchObject({ status: 409 });
  });

  it('one is not taken again once the last session is booked', async () => {
    const given = await giveZoe({ granted: 1 });
    const id = await book(given, tuesdaySlots[0]);
    await cancel(id);
    await book(given, tuesdaySlots[1]);
    expect(await toReturn(id, false)).toMatchObject({
      status: 409,
      body: {
        code: 'package-closed',
        detail: expect.stringContaining('No session of its package'),
      },
    });
    expect(await readUse()).toEqual([1, 1]);
  });

  it('one in the trash stays there if the last session is booked', async () => {
    const given = await giveZoe({ granted: 1 });
    const id = await book(given, tuesdaySlots[0]);
    expect((await admin.call('DELETE', `/api/bookings/${id}`)).status).toBe(204);
    const other = await book(given, tuesdaySlots[1]);
    const restore = () => admin.call('POST', '/api/trash/bookings/restorations', { ids: [id] });
    expect(await restore()).toMatchObject({ status: 409, body: { code: 'package-closed' } });
    expect(await rowsOf('select from bookings where deleted_at is not null')).toHaveLength(1);
    await cancel(other);
    expect((await restore()).body).toEqual({ gone: [] });
    expect(await readUse()).toEqual([1, 1]);
  });

  it('the sentences say when the package is over', async () => {
    const given = await giveZoe({ valid_months: 1 });
    const id = await book(given, tuesdaySlots[0]);
    clock.now = new Date('2030-02-07T22:00:00.000Z');
    expect(await readBooking(id)).toMatchObject({
      package_text: 'The package ended on 7 February 2030.',
    });
    const taking = { version: 1, reason: 'Did not pay', sends_mail: false };
    await admin.call('PUT', `${given.path}/revocation`, taking);
    const { items } = await admin.read('/api/bookings');
    expect(items).toMatchObject([{ id, package_text: 'The package was taken back.' }]);
  });
});

describe('an order of a package', () => {
  /** Sells four sessions, and buys them with the first one. */
  async function buy() {
    const mentorshipOptions = defaults.offers.mentorshipOptions.map((type) =>
      type.title === title ? { ...type, sessions: 4, validMonths: 7 } : type,
    );
    const { version } = await admin.read('/api/settings/offers');
    const value = { ...defaults.offers, mentorshipOptions };
    await admin.call('PUT', '/api/settings/offers', { version, value });
    const body = sessionBody({ session_type: title, booking_date: tuesdaySlots[0] });
    const placed = await (await api.post('/api/bookings', body)).json();
    const { id } = await follow(placed.pay_path);
    await mark(id);
    await takeMails();
    return { id, bookingId: body.id, order: await read(id) };
  }

  const refund = async (id: string, fields: object) => {
    const { payments } = await read(id);
    return admin.call('POST', `/api/orders/${id}/refund`, {
      ...{ id: randomUUID(), payment_id: payments[0]?.id, reason: 'Moves away', by_hand: true },
      ...fields,
    });
  };

  it('shows what is left, in the list too', async () => {
    const { order } = await buy();
    const package_access = {
      ...{ title, state: 'open', ends_on: '2030-08-07' },
      sessions: { granted: 4, used: 1 },
    };
    expect(order).toMatchObject({ access: null, package_access });
    const { items } = await admin.read('/api/orders');
    expect(items).toMatchObject([{ access: null, package_access }]);
  });

  it('keeps its money when a session is cancelled', async () => {
    const { id, bookingId } = await buy();
    const { version, manage_path } = await admin.read(`/api/bookings/${bookingId}`);
    const readPage = () => api.services.findManagedBooking(manage_path.split('/').at(-1));
    expect(await readPage()).toMatchObject({ cancellation: null });
    const cancellation = { version, message: null };
    await admin.call('PUT', `/api/bookings/${bookingId}/cancellation`, cancellation);
    expect(await readPage()).toMatchObject({
      moneyText: null,
      packageText: expect.stringContaining('4 of 4 sessions of the package are left'),
    });
    expect(await read(id)).toMatchObject({ needs_time: false, package_access: { state: 'open' } });
    expect((await admin.read('/api/orders/problems')).cancelled).toEqual([]);
    const mails = (await takeMails()).all.map(({ mail }) => mail.text).join('\n');
    expect(mails).toContain('This session went back to the package.');
    expect(mails).not.toContain('refund');
  });

  it('books a cancelled session again only while one is left', async () => {
    const { bookingId, order } = await buy();
    const sold = order.package_access;
    const given = { customer: { ...zoe, id: sold?.customer_id }, sold };
    const call = async (what: string, fields: object) => {
      const { version } = await admin.read(`/api/bookings/${bookingId}`);
      const body = { version, message: null, ...fields };
      return admin.call('PUT', `/api/bookings/${bookingId}/${what}`, body);
    };
    await call('cancellation', {});
    for (const at of tuesdaySlots.slice(1, 4)) await book(given, at);
    const last = await book(given, tuesdaySlots[4]);
    const again = () => call('time', { booking_date: tuesdaySlots[0] });
    expect(await again()).toMatchObject({ status: 409, body: { code: 'package-closed' } });
    expect(await readUse()).toEqual([4, 4]);
    await admin.call('DELETE', `/api/bookings/${last}`);
    expect((await again()).body).toMatchObject({ cancelled_at: null, returned_at: null });
    expect(await readUse()).toEqual([4, 4]);
  });

  it('takes a session again that its client books with another payment', async () => {
    const { id, bookingId } = await buy();
    const change = async (what: string, fields: object) => {
      const { version } = await admin.read(`/api/bookings/${bookingId}`);
      return admin.call('PUT', `/api/bookings/${bookingId}/${what}`, { version, ...fields });
    };
    await change('cancellation', { message: null });
    await change('payment', { is_paid: false, payment_reference: null });
    await mark(id);
    expect(await readUse()).toEqual([4, 0]);
    const startsAt = new Date(tuesdaySlots[1] ?? '');
    await api.services.moveBooking({ id: bookingId, startsAt }, visitor);
    expect(await admin.read(`/api/bookings/${bookingId}`)).toMatchObject({ cancelled_at: null });
    expect(await readUse()).toEqual([4, 1]);
  });

  it('gives what it lacks, and mails only that', async () => {
    const { id } = await buy();
    const course = `insert into courses (title, price) values ('Gold “Mastery”', 'R450.01') returning id`;
    await rowsOf(`with course as (${course}) update orders set course_id = course.id from course`);
    await admin.call('POST', `/api/orders/${id}/access`);
    const open = { state: 'open' };
    expect(await read(id)).toMatchObject({ access: open, package_access: open });
    const mails = (await takeMails()).all.map(({ mail }) => mail.subject);
    expect(mails).toEqual(['Your access to Gold “Mastery”']);
  });

  it('takes the package back once it is refunded in full, and gives it again', async () => {
    const { id, order } = await buy();
    await refund(id, { amount_cents: 22_501 });
    expect(await read(id)).toMatchObject({ package_access: { state: 'open' } });
    await refund(id, { amount_cents: order.paid_cents - 22_501 - 37, ends_access: true });
    expect(await read(id)).toMatchObject({
      state: 'partly-refunded',
      package_access: { state: 'taken', sessions: { granted: 4, used: 1 } },
    });
    await takeMails();
    await admin.call('POST', `/api/orders/${id}/access`);
    await admin.call('POST', `/api/orders/${id}/access`);
    expect(await read(id)).toMatchObject({ package_access: { state: 'open' } });
    const mails = (await takeMails()).all.map(({ mail }) => mail.subject);
    expect(mails).toEqual([`You can book your sessions: ${title}`]);
    await refund(id, { amount_cents: 37 });
    expect(await read(id)).toMatchObject({
      state: 'refunded',
      package_access: { state: 'taken', revoked_reason: 'Refunded' },
    });
  });
});

describe('the data of a person with a package', () => {
  const text = zoe.email;
  const stampOf = async () =>
    (await admin.call('POST', '/api/people/search', { text, with: [] })).body.stamp;

  it('is listed and exported with its sessions', async () => {
    const given = await giveZoe();
    const id = await book(given, tuesdaySlots[0]);
    const { body } = await admin.call('POST', '/api/people/search', { text, with: [] });
    expect(body).toMatchObject({
      customers: [{ access: [{ course: null, session_type: title, granted: 3, spent: 0 }] }],
      bookings: [{ id, entitlement_id: given.sold.id, returned_at: null }],
    });
    const file = await admin.asMentor('POST', '/api/people/export', { text, with: [] });
    const exported = await file.text();
    expect(exported).toContain('Courses and packages (1)');
    expect(exported).toContain(given.sold.id);
  });

  it('is erased with its bookings', async () => {
    const given = await giveZoe();
    await book(given, tuesdaySlots[0]);
    const asked = { text, with: [], stamp: await stampOf() };
    expect((await admin.call('POST', '/api/people/erasure', asked)).status).toBe(201);
    for (const table of ['customers', 'entitlements', 'bookings'])
      expect(await rowsOf(`select from ${table}`)).toEqual([]);
  });

  it('leaves a booking under another address without its package', async () => {
    const given = await giveZoe();
    const id = await book(given, tuesdaySlots[0]);
    await rowsOf(`update bookings set email = 'zoe@example.org'`);
    const asked = { text, with: [], stamp: await stampOf() };
    expect((await admin.call('POST', '/api/people/erasure', asked)).status).toBe(201);
    expect(await rowsOf('select id, entitlement_id from bookings')).toEqual([
      { id, entitlement_id: null },
    ]);
  });

  it('is kept while it can be booked, and its old sessions stay counted', async () => {
    const given = await giveZoe({ valid_months: 60 });
    await book(given, tuesdaySlots[0]);
    clock.now = new Date('2034-01-07T08:00:37.265Z');
    await api.services.jobHandlers.keepRetention();
    expect(await rowsOf('select from bookings')).toEqual([]);
    expect(await readUse()).toEqual([3, 1]);
    clock.now = new Date('2044-01-07T08:00:37.265Z');
    await api.services.jobHandlers.keepRetention();
    expect(await rowsOf('select from entitlements')).toEqual([]);
  });

  it('does not count as a customer of a course', async () => {
    await rowsOf(`insert into courses (title, price) values ('Gold “Mastery” course', 'R450.01')`);
    const { customer } = await giveZoe();
    expect(await admin.read('/api/customers/courses')).toEqual([]);
    const { body } = await admin.call('POST', '/api/customers/list', {});
    expect(body.items).toMatchObject([
      { id: customer.id, access: [{ title, course_id: null, sessions: { granted: 3, used: 0 } }] },
    ]);
    const { body: listed } = await admin.call('POST', '/api/people/list', { search: 'o’neill' });
    expect(listed.items).toMatchObject([{ email: zoe.email, customers: 1 }]);
  });
});
