import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { courses, testimonials } from '#server/db/schema.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createContentServices } from './content-services.ts';

let database: TestDatabase;
let api: TestApi;
let content: ReturnType<typeof createContentServices>;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({ connectionString: database.connectionString });
  content = createContentServices({ ...api, now: () => new Date() });
});
afterAll(async () => {
  await api.stop();
  await database.drop();
});
beforeEach(async () => {
  await api.db.delete(courses);
  await api.db.delete(testimonials);
});

const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

const addCourse = (index: number, position?: number) =>
  api.db.insert(courses).values({
    id: uuid(index),
    title: `Course ${index}`,
    price: 'R1',
    ...(position && { position }),
  });

const addTestimonial = (index: number, position?: number) =>
  api.db
    .insert(testimonials)
    .values({ id: uuid(index), imageUrl: `/${index}.png`, ...(position && { position }) });

const lists = {
  courses: {
    add: addCourse,
    shown: async () => (await api.content.listCourses())?.map(({ id }) => id),
    listed: async () => (await content.courses.list({ limit: 200 })).items.map(({ id }) => id),
    /** Where what is added last stands. */
    withNext: (ids: string[], next: string) => [...ids, next],
  },
  testimonials: {
    add: addTestimonial,
    shown: async () => (await api.content.listTestimonials())?.map(({ id }) => id),
    listed: async () => (await content.testimonials.list({ limit: 200 })).items.map(({ id }) => id),
    withNext: (ids: string[], next: string) => [next, ...ids],
  },
};

describe.each(['courses', 'testimonials'] as const)('%s', (table) => {
  const { add, shown, listed, withNext } = lists[table];

  it('stand as they were added, then as they were put, and what comes next where it would', async () => {
    for (const index of [1, 2, 3, 4]) await add(index);
    const added = [1, 2, 3, 4].map(uuid).reduce<string[]>(withNext, []);
    expect(await shown()).toEqual(added);
    expect(await listed()).toEqual(added);
    const ids = [3, 1, 4, 2].map(uuid);
    await content.putInOrder(table, { ids });
    expect(await shown()).toEqual(ids);
    expect(await listed()).toEqual(ids);
    await add(5);
    expect(await shown()).toEqual(withNext(ids, uuid(5)));
  });

  it('are told apart when they were added in one moment', async () => {
    for (const index of [1, 2, 3]) await add(index, 1_763_712_000.123456);
    const ids = [2, 3, 1].map(uuid);
    await content.putInOrder(table, { ids });
    expect(await shown()).toEqual(ids);
  });

  it('are put by nobody who does not know them all', async () => {
    for (const index of [1, 2, 3]) await add(index);
    const before = await shown();
    for (const ids of [
      [1, 2],
      [1, 2, 4],
      [1, 2, 3, 4],
      [1, 1, 2],
    ]) {
      const put = content.putInOrder(table, { ids: ids.map(uuid) });
      await expect(put).rejects.toMatchObject({ status: 409, code: 'order-outdated' });
    }
    expect(await shown()).toEqual(before);
  });

  it('go on with the page after, wherever they stand', async () => {
    for (const index of [1, 2, 3, 4, 5]) await add(index);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await content[table].list({ limit: 2, cursor });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(await shown());
    expect(seen).toHaveLength(5);
  });
});

it('does not make older what somebody is changing', async () => {
  for (const index of [1, 2]) await addCourse(index);
  await content.putInOrder('courses', { ids: [2, 1].map(uuid) });
  await content.courses.change({ id: uuid(1), version: 1, changes: { title: 'New' } });
  expect(await content.courses.get({ id: uuid(1) })).toMatchObject({ title: 'New', version: 2 });
});
