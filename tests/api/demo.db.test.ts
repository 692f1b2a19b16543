import { expect, it } from 'vitest';
import { installDemo } from '#features/content/server/demo-content.ts';
import { blogPosts, courses, events } from '#platform/db/schema/content-schema.ts';
import { openTestSite } from '#tests/support/site.ts';

const { api, admin } = await openTestSite();

const samplesDirectory = 'content/samples';
const install = (today = '2026-11-21') =>
  installDemo({ db: api.db, storage: api.storage, samplesDirectory, today });

it('adds samples of everything, once, and removes only those samples', async () => {
  const own = { title: 'Mine', date: '2026-11-20', content: 'Written by hand.' };
  await api.db.insert(blogPosts).values(own);

  const first = await install();
  expect(first.records).toBeGreaterThan(18);
  expect(first.files).toBeGreaterThan(8);
  const page = await api.content.listPosts(1);
  expect(page?.pageCount).toBe(2);
  const [video] = (await api.content.listVideos()) ?? [];
  const [freebie] = (await api.content.listFreebies()) ?? [];
  const addresses = [
    ...(page?.posts.flatMap(({ image }) => image ?? []) ?? []),
    ...[video?.videoUrl, video?.posterUrl, freebie?.fileUrl].map(String),
  ];
  for (const address of addresses) {
    expect((await api.app.request(address)).status, address).toBe(200);
  }
  expect(await api.db.select().from(courses)).toHaveLength(2);
  const ahead = await api.db.select({ date: events.date }).from(events);
  expect(ahead.every(({ date }) => date > '2026-11-21')).toBe(true);

  await api.db.update(blogPosts).set({ title: 'Edited in the admin' });
  expect(await install('2027-01-01')).toEqual({ records: 0, files: 0 });
  expect((await api.content.listPosts(1))?.posts[0]?.title).toBe('Edited in the admin');

  // Deleted samples are missing and are added again.
  const inTrash = { deletedAt: new Date() };
  const trashed = await api.db.update(courses).set(inTrash);
  expect(await api.content.listCourses()).toEqual([]);
  expect(await install()).toEqual({ records: trashed.rowCount, files: 0 });
  expect(await api.content.listCourses()).toHaveLength(2);

  // The admin says so, and removes it, also from the trash.
  const count = () => admin.read('/api/samples');
  expect(await count()).toEqual({ count: first.records });
  await api.db.update(courses).set(inTrash);
  expect(await count()).toEqual({ count: first.records - 2 });
  expect((await admin.call('DELETE', '/api/samples')).status).toBe(204);
  expect(await count()).toEqual({ count: 0 });
  expect(await api.db.$count(courses)).toBe(0);
  expect((await api.content.listPosts(1))?.posts).toHaveLength(1);
  expect((await api.app.request(addresses[0] ?? '')).status).toBe(404);
});
