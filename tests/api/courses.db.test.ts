import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { planCourses } from '#rules/plan-courses.ts';
import { openingMorning } from '#tests/support/booking-bodies.ts';
import { inquiryBody } from '#tests/support/orders.ts';
import { offerSampleBank } from '#tests/support/sample-bank.ts';
import { openTestSite } from '#tests/support/site.ts';

offerSampleBank();
const { api, admin, clock } = await openTestSite({ now: openingMorning });

const title = 'Zoë 𝗧. O’Neill’s gold';
const planCourse = planCourses['course-inquiry'];

async function addCourse(fields: object = {}): Promise<string> {
  const id = randomUUID();
  const course = { id, title, amount_cents: 45_001, ...fields };
  expect(await admin.call('POST', '/api/courses', course)).toMatchObject({ status: 201 });
  return id;
}

const change = (id: string, changes: object) => admin.call('PATCH', `/api/courses/${id}`, changes);
const readCourse = (id: string) => admin.read(`/api/courses/${id}?drafts=true`);
const ask = (path: string) => admin.asStranger('GET', path);

const listPublic = async () => {
  const { items } = await (await ask('/api/courses')).json();
  const shown = (await api.content.listCourses()) ?? [];
  expect(shown.map(({ id }) => id)).toEqual(items.map(({ id }: { id: string }) => id));
  return shown.map(({ id }) => id);
};

async function isSold(courseId: string): Promise<boolean> {
  const response = await api.post('/api/leads', inquiryBody({ course_id: courseId }));
  expect(response.status).toBe(201);
  return Object.hasOwn(await response.json(), 'pay_path');
}

describe('a draft', () => {
  it('a draft is neither listed nor sold until it is published', async () => {
    const id = await addCourse({ published_at: null });
    expect(await listPublic()).toEqual([]);
    expect((await ask(`/api/courses/${id}`)).status).toBe(404);
    expect(await isSold(id)).toBe(false);
    expect((await admin.read('/api/courses?drafts=true')).items).toMatchObject([{ id }]);

    expect((await change(id, { version: 1, published_at: 'now' })).status).toBe(204);
    expect(await listPublic()).toEqual([id]);
    expect(await isSold(id)).toBe(true);

    await change(id, { version: 2, published_at: null });
    expect(await listPublic()).toEqual([]);
    expect(await isSold(id)).toBe(false);
  });

  it('a draft is published at its time', async () => {
    const at = new Date(openingMorning.getTime() + 37_265);
    const id = await addCourse({ published_at: at.toISOString() });
    expect(await listPublic()).toEqual([]);
    clock.now = at;
    expect(await listPublic()).toEqual([id]);
    expect(await isSold(id)).toBe(true);
  });
});

describe('the access to a course', () => {
  it.each([null, 1, 365])('the access to a course can last %j days', async (days) => {
    const id = await addCourse({ access_days: days });
    expect(await readCourse(id)).toMatchObject({ access_days: days });
  });

  it.each([0, -7, 1.5, 36_501, '30'])(
    'the access to a course cannot last %j days',
    async (days) => {
      const course = { id: randomUUID(), title, amount_cents: 1, access_days: days };
      expect(await admin.call('POST', '/api/courses', course)).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'access_days' }] },
      });
    },
  );
});

describe('the short address', () => {
  it('the short address is made from the title, and unique', async () => {
    const ids = [await addCourse(), await addCourse({ slug: '' }), await addCourse({ slug: null })];
    const slugs = await Promise.all(ids.map(async (id) => (await readCourse(id)).slug));
    expect(slugs).toEqual(['zoe-t-oneills-gold', 'zoe-t-oneills-gold-2', 'zoe-t-oneills-gold-3']);
  });

  it('stays the same when a POST is repeated, and when the title changes', async () => {
    const course = { id: randomUUID(), title, amount_cents: 45_001 };
    for (const _ of [1, 2])
      expect((await admin.call('POST', '/api/courses', course)).status).toBe(201);
    await change(course.id, { version: 1, title: 'Risk' });
    expect(await readCourse(course.id)).toMatchObject({ slug: 'zoe-t-oneills-gold' });
    await change(course.id, { version: 2, slug: '' });
    expect(await readCourse(course.id)).toMatchObject({ slug: 'risk' });
  });

  it('the short address is refused if another course has it, even one in the trash', async () => {
    const first = await addCourse({ slug: 'Gold-37' });
    expect(await readCourse(first)).toMatchObject({ slug: 'gold-37' });
    await admin.call('DELETE', `/api/courses/${first}`);
    const refused = {
      status: 422,
      body: { errors: [{ field: 'slug', message: expect.stringMatching(/^Another course has/) }] },
    };
    const course = { id: randomUUID(), title, amount_cents: 1, slug: 'gold-37' };
    expect(await admin.call('POST', '/api/courses', course)).toMatchObject(refused);
    const id = await addCourse();
    expect(await change(id, { version: 1, slug: 'gold-37' })).toMatchObject(refused);
    expect(await readCourse(id)).toMatchObject({ version: 1, slug: 'zoe-t-oneills-gold' });
  });

  it.each(['gold--basics', '-gold', 'gold/basics', 'золото'])(
    'the short address cannot be %s',
    async (slug) => {
      const course = { id: randomUUID(), title, amount_cents: 1, slug };
      expect(await admin.call('POST', '/api/courses', course)).toMatchObject({
        status: 422,
        body: {
          errors: [{ field: 'slug', message: expect.stringMatching(/^Use letters from a/) }],
        },
      });
    },
  );
});

describe('the course of a plan card', () => {
  beforeEach(async () => {
    await api.pool.query(
      "insert into courses (id, title, price, amount_cents) values ($1, 'TP', 'R450.01', 45001)",
      [planCourse],
    );
  });

  it('the course of a plan card is in the admin’s list only, and sold at the price of its card', async () => {
    expect((await admin.read('/api/courses?drafts=true')).items).toHaveLength(1);
    expect(await listPublic()).toEqual([]);
    expect((await ask(`/api/courses/${planCourse}`)).status).toBe(404);
    expect(await isSold(planCourse)).toBe(true);
    const { rows } = await api.pool.query('select amount_cents, course_id from orders');
    expect(rows).toEqual([{ amount_cents: 200_000, course_id: planCourse }]);
  });

  it('stays out of the trash', async () => {
    expect(await admin.call('DELETE', `/api/courses/${planCourse}`)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('A plan card on the services page sells this') },
    });
    expect((await admin.read('/api/trash')).items).toEqual([]);
  });
});

describe('a course that people bought', () => {
  /** Gives somebody access. Returns the id of the course. */
  async function sell(end: string | null): Promise<string> {
    const id = await addCourse();
    await api.pool.query(
      `with buyer as (insert into customers (name) values ('Zoë 𝗧. O’Neill') returning id)
       insert into entitlements (customer_id, course_id, source, source_id, starts_at, ends_at)
       select id, $1, 'mentor', gen_random_uuid(), '2020-02-29T13:37:37.265Z', $2 from buyer`,
      [id, end],
    );
    return id;
  }

  it.each([
    [null, 'People have access to this course. Make it a draft instead.'],
    ['2021-01-01T00:00:00Z', 'People had access to this course. Make it a draft instead.'],
  ])(
    'a course that people bought with access until %j stays out of the trash',
    async (end, detail) => {
      const id = await sell(end);
      const answer = { status: 409, body: { detail } };
      expect(await admin.call('DELETE', `/api/courses/${id}`)).toMatchObject(answer);
      expect(await readCourse(id)).toMatchObject({ id });
    },
  );

  it('stays in the trash while the other entries are deleted', async () => {
    const [sold, other] = [await sell(null), await addCourse()];
    await api.pool.query('update courses set deleted_at = now()');
    expect(await admin.call('DELETE', `/api/trash/courses/${sold}`)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('was given to people') },
    });
    const emptied = { body: { deleted: 1, failed: 0 } };
    expect(await admin.call('DELETE', '/api/trash')).toMatchObject(emptied);
    expect((await admin.read('/api/trash')).items).toMatchObject([{ id: sold }]);
    expect(other).not.toBe(sold);
  });
});
