import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { storageUrl } from '#rules/stored-file.ts';
import { openTestSite } from '#tests/support/site.ts';
import { query } from '#tests/support/site-state.ts';
import { createContentServices } from './content-services.ts';

const { api, connectionString } = await openTestSite();
const content = createContentServices({ ...api, now: () => new Date() });

const put = (name: string) =>
  api.storage.put({ path: name, content: Readable.from(['x']), size: 1 });
const isStored = async (name: string) => (await api.storage.find(name)) !== undefined;

const gone = storageUrl('blog/1-gone.png');
const newPost = (image: string | null) => ({
  id: crypto.randomUUID(),
  title: 'On time',
  date: '2026-11-21',
  content: 'One.',
  image,
});
const fileMissing = { status: 422, code: 'file-missing' };
const notFound = { status: 404, code: 'not-found' };

describe('a change', () => {
  it('a change to a missing file is rejected', async () => {
    const post = newPost(null);
    await content.posts.add(post);
    const toGone = content.posts.change({ id: post.id, changes: { image: gone } });
    await expect(toGone).rejects.toMatchObject(fileMissing);
    const toOther = content.posts.change({ id: post.id, changes: { image: '/elsewhere.png' } });
    await expect(toOther).rejects.toMatchObject(fileMissing);
    await content.posts.change({ id: post.id, changes: { title: 'New', image: null } });
    expect(await content.posts.get(post)).toMatchObject({ title: 'New', image: null });
  });

  it('a change without values succeeds if the record exists', async () => {
    const post = newPost(null);
    await content.posts.add(post);
    await content.posts.change({ id: post.id, changes: {} });
    expect(await content.posts.get(post)).toMatchObject(post);
    const id = crypto.randomUUID();
    await expect(content.posts.change({ id, changes: {} })).rejects.toMatchObject(notFound);
  });
});

describe('a change from an older version', () => {
  const edited = { status: 409, code: 'edited-elsewhere' };

  it('a change from an older version is refused with the current record', async () => {
    const post = newPost(null);
    await content.posts.add(post);
    await content.posts.change({ id: post.id, version: 1, changes: { title: 'First' } });
    const late = content.posts.change({ id: post.id, version: 1, changes: { title: 'Late' } });
    await expect(late).rejects.toMatchObject({
      ...edited,
      extensions: { current: { id: post.id, title: 'First', version: 2 } },
    });
    await content.posts.change({ id: post.id, version: 2, changes: { title: 'Late' } });
    expect(await content.posts.get(post)).toMatchObject({ title: 'Late', version: 3 });
  });

  it('succeeds if the record already has the values', async () => {
    const post = newPost(null);
    await content.posts.add(post);
    const again = () =>
      content.posts.change({ id: post.id, version: 1, changes: { title: 'New', content: 'Two.' } });
    await again();
    await again();
    expect(await content.posts.get(post)).toMatchObject({ title: 'New', version: 2 });
  });

  it('a change from an older version is rejected once for two concurrent changes', async () => {
    const post = newPost(null);
    await content.posts.add(post);
    const results = await Promise.allSettled(
      ['One', 'Two'].map((title) =>
        content.posts.change({ id: post.id, version: 1, changes: { title } }),
      ),
    );
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: edited }]);
    expect(await content.posts.get(post)).toMatchObject({ version: 2 });
  });

  it('a change from an older version is rejected before a missing file', async () => {
    const post = newPost(null);
    await content.posts.add(post);
    await content.posts.change({ id: post.id, version: 1, changes: { title: 'First' } });
    const late = content.posts.change({ id: post.id, version: 1, changes: { image: gone } });
    await expect(late).rejects.toMatchObject(edited);
  });
});

it('an unchanged file may be missing, and a replaced one is left for the sweep', async () => {
  const [before, after] = ['blog/1-before.png', 'blog/2-after.png'];
  await put(before);
  await put(after);
  const post = newPost(storageUrl(before));
  await content.posts.add(post);
  await content.posts.change({ id: post.id, changes: { image: storageUrl(after) } });
  expect([await isStored(before), await isStored(after)]).toEqual([true, true]);
  await api.storage.delete(after);
  await content.posts.change({ id: post.id, changes: { image: storageUrl(after), title: 'New' } });
  expect(await content.posts.get(post)).toMatchObject({ title: 'New' });
});

describe('publication', () => {
  const passed = {
    status: 422,
    fieldErrors: [
      {
        field: 'published_at',
        message: 'This time is in the past. Choose a later one, or publish now.',
      },
    ],
  };
  const later = new Date(Date.now() + 3_600_000);

  function expectBetween(at: Date | null, before: number, after: number): void {
    expect(Number(at)).toBeGreaterThanOrEqual(before);
    expect(Number(at)).toBeLessThanOrEqual(after);
  }

  it('publication is now by default, and a repeat adds nothing', async () => {
    for (const published of [{}, { published_at: 'now' as const }]) {
      const post = { ...newPost(null), ...published };
      const before = Date.now();
      await content.posts.add(post);
      const after = Date.now();
      await content.posts.add(post);
      expectBetween((await content.posts.get(post)).published_at, before, after);
    }
  });

  it('publication can be later or never, and only `drafts` finds it', async () => {
    for (const published_at of [later, null]) {
      const post = { ...newPost(null), published_at };
      await content.posts.add(post);
      await content.posts.add(post);
      await expect(content.posts.get(post)).rejects.toMatchObject(notFound);
      expect(await content.posts.get({ id: post.id, drafts: true })).toMatchObject({
        published_at,
      });
      const ids = async (drafts: boolean) =>
        (await content.posts.list({ limit: 200, drafts })).items.map(({ id }) => id);
      expect(await ids(false)).not.toContain(post.id);
      expect(await ids(true)).toContain(post.id);
    }
  });

  it('publication is not affected by other changes, and can be changed', async () => {
    const post = { ...newPost(null), published_at: null };
    await content.posts.add(post);
    const read = async () => (await content.posts.get({ id: post.id, drafts: true })).published_at;
    await content.posts.change({ id: post.id, changes: { title: 'New' } });
    expect(await read()).toBeNull();
    await content.posts.change({ id: post.id, changes: { published_at: later } });
    expect(await read()).toEqual(later);
    const before = Date.now();
    await content.posts.change({ id: post.id, changes: { published_at: 'now' } });
    expectBetween(await read(), before, Date.now());
    await content.posts.change({ id: post.id, changes: { published_at: null } });
    expect(await read()).toBeNull();
  });

  it('publication cannot be set to the past, but can be in the past', async () => {
    const past = new Date(Date.now() - 1_000);
    const added = content.posts.add({ ...newPost(null), published_at: past });
    await expect(added).rejects.toMatchObject(passed);
    const post = newPost(null);
    await content.posts.add(post);
    const changed = content.posts.change({ id: post.id, changes: { published_at: past } });
    await expect(changed).rejects.toMatchObject(passed);
    const { published_at } = await content.posts.get(post);
    await content.posts.change({ id: post.id, changes: { title: 'New', published_at } });
    expect(await content.posts.get(post)).toMatchObject({ title: 'New', published_at });
  });
});

it('an id cannot be reused for other content', async () => {
  const post = newPost(null);
  await content.posts.add(post);
  await content.posts.add(post);
  const other = content.posts.add({ ...post, title: 'Other' });
  await expect(other).rejects.toMatchObject({ status: 409, code: 'id-reused' });
  const fewer = { id: post.id, title: post.title, date: post.date, content: post.content };
  await expect(content.posts.add(fewer)).resolves.toBeUndefined();
});

it('saves the poster of a video only while its file exists', async () => {
  await put('videos/1-a.mp4');
  const poster_url = storageUrl('videos/2-poster.jpg');
  const words = { title: 'T', subtitle: 'S', video_url: storageUrl('videos/1-a.mp4') };
  const video = { id: crypto.randomUUID(), ...words };
  const missing = { status: 422, code: 'file-missing' };
  await expect(content.videos.add({ ...video, poster_url })).rejects.toMatchObject(missing);
  await content.videos.add(video);
  const change = () => content.videos.change({ id: video.id, changes: { poster_url } });
  await expect(change()).rejects.toMatchObject(missing);
  await put('videos/2-poster.jpg');
  await change();
  expect(await content.videos.get(video)).toMatchObject({ ...video, poster_url });
});

it('saves the captions of a video only while their file exists', async () => {
  await put('videos/3-a.mp4');
  const id = crypto.randomUUID();
  const video_url = storageUrl('videos/3-a.mp4');
  await content.videos.add({ id, title: 'T', subtitle: 'S', video_url });
  const changes = { captions_url: storageUrl('videos/4-en.vtt') };
  const change = () => content.videos.change({ id, changes });
  await expect(change()).rejects.toMatchObject({ status: 422, code: 'file-missing' });
  await put('videos/4-en.vtt');
  await change();
  expect(await content.videos.get({ id })).toMatchObject(changes);
});

describe('a deletion', () => {
  it('a deletion hides a record, keeps its file, and keeps its id reserved', async () => {
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
    // A late repeat adds nothing and restores nothing.
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
  ] as const)(
    'a deletion of %s explains a problem with its file: %s',
    async (_, words, kind, table, row) => {
      const [added] = await query(connectionString, `insert into ${table} ${row} returning id`);
      await expect(content[kind].delete({ id: added?.id })).rejects.toMatchObject({
        status: 409,
        code: 'unusable-file-url',
        userMessage: words,
      });
      expect(await content[kind].get({ id: added?.id })).toBeDefined();
    },
  );
});
