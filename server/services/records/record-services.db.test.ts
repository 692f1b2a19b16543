import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storageUrl } from '#domain/stored-file.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { query } from '#tests/support/site-state.ts';
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

const put = (name: string) =>
  api.storage.put({ path: name, content: Readable.from(['x']), size: 1 });
const isStored = async (name: string) => (await api.storage.find(name)) !== undefined;

const gone = storageUrl('blog/1-gone.png');
const newPost = (image: string | null) => ({
  ...{ id: crypto.randomUUID(), title: 'On time', date: '2026-11-21', content: 'One.' },
  image,
});
const fileMissing = { status: 422, code: 'file-missing' };
const notFound = { status: 404, code: 'not-found' };

describe('a change', () => {
  it('to a file that is not there is refused, and to anything else is not', async () => {
    const post = newPost(null);
    await content.posts.add(post);
    const toGone = content.posts.change({ id: post.id, changes: { image: gone } });
    await expect(toGone).rejects.toMatchObject(fileMissing);
    const toOther = content.posts.change({ id: post.id, changes: { image: '/elsewhere.png' } });
    await expect(toOther).rejects.toMatchObject(fileMissing);
    await content.posts.change({ id: post.id, changes: { title: 'New', image: null } });
    expect(await content.posts.get(post)).toMatchObject({ title: 'New', image: null });
  });

  it('of nothing is done when its record is there', async () => {
    const post = newPost(null);
    await content.posts.add(post);
    await content.posts.change({ id: post.id, changes: {} });
    expect(await content.posts.get(post)).toMatchObject(post);
    const id = crypto.randomUUID();
    await expect(content.posts.change({ id, changes: {} })).rejects.toMatchObject(notFound);
  });
});

it('adds nothing under an id that other words have, and repeats the same', async () => {
  const post = newPost(null);
  await content.posts.add(post);
  await content.posts.add(post);
  const other = content.posts.add({ ...post, title: 'Other' });
  await expect(other).rejects.toMatchObject({ status: 409, code: 'id-reused' });
  const fewer = { id: post.id, title: post.title, date: post.date, content: post.content };
  await expect(content.posts.add(fewer)).resolves.toBeUndefined();
});

it('names the poster of a video, where there is one', async () => {
  const name = 'videos/1-a.mp4';
  await put(name);
  const video = { id: crypto.randomUUID(), title: 'T', subtitle: 'S', video_url: storageUrl(name) };
  await content.videos.add(video);
  const bare = { ...video, id: crypto.randomUUID(), video_url: storageUrl('videos/2-b.mp4') };
  await put('videos/2-b.mp4');
  await content.videos.add(bare);
  await put(`${name}.jpg`);
  expect(await content.videos.get(video)).toEqual({
    ...video,
    created_at: expect.anything(),
    published_at: expect.anything(),
    version: 1,
    poster_url: `${video.video_url}.jpg`,
  });
  expect(await content.videos.get(bare)).toMatchObject({ poster_url: null });
  const { items } = await content.videos.list({ limit: 10 });
  expect(items.map(({ poster_url }) => poster_url)).toEqual([null, `${video.video_url}.jpg`]);
});

describe('a deletion', () => {
  it('puts a record where no list has it, with its file, under an id that stays its own', async () => {
    await put('blog/1-a.png');
    const post = newPost(storageUrl('blog/1-a.png'));
    await content.posts.add(post);
    await content.posts.delete(post);
    expect((await content.posts.list({ limit: 10 })).items).not.toContainEqual(
      expect.objectContaining({ id: post.id }),
    );
    for (const call of [content.posts.get, content.posts.delete])
      await expect(call(post)).rejects.toMatchObject(notFound);
    const changed = content.posts.change({ id: post.id, changes: { title: 'New' } });
    await expect(changed).rejects.toMatchObject(notFound);
    expect(await isStored('blog/1-a.png')).toBe(true);
    // A repeat that comes late is still one, and brings nothing back.
    await content.posts.add(post);
    await expect(content.posts.get(post)).rejects.toMatchObject(notFound);
    const other = content.posts.add({ ...post, title: 'Other' });
    await expect(other).rejects.toMatchObject({ status: 409, code: 'id-reused' });
  });

  it.each([
    [
      'a post',
      'Invalid image URL.',
      'posts',
      'blog_posts',
      "(title, date, image) values ('T', '2026-11-21', 'x')",
    ],
    [
      'a freebie',
      'Could not determine file path.',
      'freebies',
      'freebies',
      "(title, file_url) values ('T', 'x')",
    ],
  ] as const)('of %s says what is wrong with its file: %s', async (_, words, kind, table, row) => {
    const [added] = await query(
      database.connectionString,
      `insert into ${table} ${row} returning id`,
    );
    await expect(content[kind].delete({ id: added?.id })).rejects.toMatchObject({
      ...{ status: 409, code: 'unusable-file-url', userMessage: words },
    });
    expect(await content[kind].get({ id: added?.id })).toBeDefined();
  });
});
