import { describe, expect, it } from 'vitest';
import { courses, testimonials } from '#platform/db/schema/content-schema.ts';
import { openTestSite } from '#tests/support/site.ts';
import { createContentServices } from './content-services.ts';

const { api } = await openTestSite();
const content = createContentServices({ ...api, now: () => new Date() });

const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

const lists = {
  courses: {
    add: (index: number) =>
      api.db.insert(courses).values({ id: uuid(index), title: `Course ${index}`, price: 'R1' }),
    shown: async () => (await api.content.listCourses())?.map(({ id }) => id),
    withNext: (ids: string[], next: string) => [...ids, next],
  },
  testimonials: {
    add: (index: number) =>
      api.db.insert(testimonials).values({ id: uuid(index), imageUrl: `/${index}.png` }),
    shown: async () => (await api.content.listTestimonials())?.map(({ id }) => id),
    withNext: (ids: string[], next: string) => [next, ...ids],
  },
};

describe.each(['courses', 'testimonials'] as const)('%s', (table) => {
  const { add, shown, withNext } = lists[table];

  it('records keep the given order on every page, and new ones are added at their end of the list', async () => {
    for (const index of [1, 2, 3, 4]) await add(index);
    expect(await shown()).toEqual([1, 2, 3, 4].map(uuid).reduce<string[]>(withNext, []));
    const ids = [3, 1, 4, 2].map(uuid);
    await content.putInOrder(table, { ids });
    await add(5);
    const expected = withNext(ids, uuid(5));
    expect(await shown()).toEqual(expected);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await content[table].list({ limit: 2, cursor });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(expected);
  });

  it.each([[[1, 2]], [[1, 2, 4]], [[1, 2, 3, 4]], [[1, 1, 2]]])(
    'reject the order %j, which does not contain exactly 1, 2 and 3',
    async (order) => {
      for (const index of [1, 2, 3]) await add(index);
      const before = await shown();
      const put = content.putInOrder(table, { ids: order.map(uuid) });
      await expect(put).rejects.toMatchObject({ status: 409, code: 'order-outdated' });
      expect(await shown()).toEqual(before);
    },
  );
});

it('does not change the versions of the records', async () => {
  for (const index of [1, 2]) await lists.courses.add(index);
  await content.putInOrder('courses', { ids: [2, 1].map(uuid) });
  await content.courses.change({ id: uuid(1), version: 1, changes: { title: 'New' } });
  expect(await content.courses.get({ id: uuid(1) })).toMatchObject({ title: 'New', version: 2 });
});
