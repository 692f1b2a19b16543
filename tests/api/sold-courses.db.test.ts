import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { mentorAddress } from '#tests/support/api.ts';
import { openingMorning } from '#tests/support/booking-bodies.ts';
import { inquiryBody, withOrders } from '#tests/support/orders.ts';
import { offerSampleBank } from '#tests/support/sample-bank.ts';
import { openTestSite } from '#tests/support/site.ts';

offerSampleBank();
const site = await openTestSite({ now: openingMorning });
const { api, admin, takeMails } = site;
const { follow, see, read } = withOrders(site);

const title = 'Zoë 𝗧. O’Neill’s risk course';

/** Adds a course. Returns its id. */
async function addCourse(fields: object = {}): Promise<string> {
  const id = randomUUID();
  const course = { id, title, price: '', amount_cents: 45_001, ...fields };
  expect((await admin.call('POST', '/api/courses', course)).status).toBe(201);
  return id;
}

const askFor = (courseId: string | null) =>
  api.post('/api/leads', inquiryBody({ course_id: courseId }));

describe('the price of a course', () => {
  it.each([
    ['its amount, without other words', { price: '' }, 'R450.01'],
    ['the mentor’s words', { price: '$25 / R450.01' }, '$25 / R450.01'],
    ['words without an amount', { price: 'On request', amount_cents: null }, 'On request'],
    ['its amount, if the words name another', { price: 'R1500' }, 'R450.01'],
  ])('the price of a course is %s', async (_, fields, price) => {
    const id = await addCourse(fields);
    expect(await admin.read(`/api/courses/${id}`)).toMatchObject({ price });
  });

  it('the price of a course is required, as words or as an amount', async () => {
    const course = { id: randomUUID(), title, price: ' ', amount_cents: null };
    expect(await admin.call('POST', '/api/courses', course)).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'price', message: 'A price is required.' }] },
    });
  });

  it('follows a change of the amount', async () => {
    const id = await addCourse();
    const changed = { version: 1, amount_cents: 152_637 };
    expect((await admin.call('PATCH', `/api/courses/${id}`, changed)).status).toBe(204);
    expect(await admin.read(`/api/courses/${id}`)).toMatchObject({ price: 'R1\u00A0526.37' });
    const renamed = { version: 2, title: 'Another title' };
    expect((await admin.call('PATCH', `/api/courses/${id}`, renamed)).status).toBe(204);
    expect(await admin.read(`/api/courses/${id}`)).toMatchObject({ price: 'R1\u00A0526.37' });
  });
});

describe('an inquiry about a course', () => {
  it('an inquiry about a course creates an order for its amount, and the mentor reads which course', async () => {
    const id = await addCourse();
    const response = await askFor(id);
    expect(response.status).toBe(201);
    const placed = await follow((await response.json()).pay_path);
    expect(await see(placed)).toMatchObject({
      amountCents: 45_001,
      item: { kind: 'plan', title, priceText: 'R450.01', isDigital: true },
    });
    const { lead_id } = await read(placed.id);
    const { items } = await admin.read('/api/leads');
    expect(items).toMatchObject([
      { id: lead_id, source: 'Course Purchase Inquiry', course: title },
    ]);
    const { rows } = await api.pool.query('select course_id from orders');
    expect(rows).toEqual([{ course_id: id }]);
    const notice = (await takeMails()).only(mentorAddress);
    expect(notice.mail.text).toContain(`Course:   ${title}`);
  });

  it('an inquiry about a course keeps its price when the course changes', async () => {
    const id = await addCourse();
    const { pay_path } = await (await askFor(id)).json();
    await admin.call('PATCH', `/api/courses/${id}`, { version: 1, amount_cents: 99 });
    await admin.call('DELETE', `/api/courses/${id}`);
    expect(await see(await follow(pay_path))).toMatchObject({ amountCents: 45_001 });
  });

  it.each([
    ['without an amount', () => addCourse({ price: 'On request', amount_cents: null })],
    ['that does not exist', async () => randomUUID()],
    [
      'in the trash',
      async () => {
        const id = await addCourse();
        await admin.call('DELETE', `/api/courses/${id}`);
        return id;
      },
    ],
  ])('creates no order for a course %s', async (_, make) => {
    const response = await askFor(await make());
    expect(response.status).toBe(201);
    expect(await response.json()).not.toHaveProperty('pay_path');
  });

  it.each([null, '', 'no-id', 37])(
    'an inquiry about a course is about the plan with %j as its course',
    async (courseId) => {
      const body = { ...inquiryBody(), course_id: courseId };
      const { pay_path } = await (await api.post('/api/leads', body)).json();
      expect(await see(await follow(pay_path))).toMatchObject({ amountCents: 200_000 });
    },
  );

  it('an inquiry about a course is a different one for a different course', async () => {
    const [one, other] = [await addCourse(), await addCourse({ title: 'Another' })];
    const body = inquiryBody({ course_id: one });
    expect((await api.post('/api/leads', body)).status).toBe(201);
    expect((await api.post('/api/leads', body)).status).toBe(201);
    expect((await api.post('/api/leads', { ...body, course_id: other })).status).toBe(409);
  });
});

describe('a course with an order that may still be paid', () => {
  it.each([
    ['awaiting', 409],
    ['expired', 409],
    ['cancelled', 204],
  ])('that is %s: its deletion is answered with %i', async (state, status) => {
    const id = await addCourse();
    expect((await askFor(id)).status).toBe(201);
    await api.pool.query('update orders set state = $1', [state]);
    expect(await admin.call('DELETE', `/api/courses/${id}`)).toMatchObject({ status });
  });

  it('stays in the trash until the order is closed', async () => {
    const [id, other] = [await addCourse(), await addCourse()];
    expect((await askFor(id)).status).toBe(201);
    await api.pool.query('update courses set deleted_at = now()');
    expect(await admin.read('/api/trash/counts')).toMatchObject({ kept: 1 });
    expect(await admin.call('DELETE', `/api/trash/courses/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'entry-kept', detail: expect.stringContaining('an unpaid order is for it') },
    });
    expect((await admin.call('DELETE', '/api/trash')).body).toMatchObject({ deleted: 1 });
    expect((await admin.read('/api/trash')).items).toMatchObject([{ id, is_kept: true }]);
    expect(other).not.toBe(id);
    await api.pool.query("update orders set state = 'cancelled'");
    expect(await admin.call('DELETE', `/api/trash/courses/${id}`)).toMatchObject({ status: 204 });
  });
});
