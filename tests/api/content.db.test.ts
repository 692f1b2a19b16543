import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { parseSearch } from '#features/content/rules/post-search.ts';
import {
  blogPosts,
  events,
  freebies,
  testimonials,
  videos,
} from '#platform/db/schema/content-schema.ts';
import { startApi } from '#tests/support/api.ts';
import { openTestSite } from '#tests/support/site.ts';

const { api, admin, clock } = await openTestSite();

const post = (changes: Partial<typeof blogPosts.$inferSelect> = {}) => ({
  id: randomUUID(),
  title: 'Two questions',
  date: '2026-11-21',
  content: 'How far?\nHow long?',
  ...changes,
});
/** Stores a file of this many bytes. */
const store = (path: string, size = 1) =>
  api.storage.put({ path, content: Readable.from(['x'.repeat(size)]), size });
const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

it('lists posts in pages of twelve, newest first', async () => {
  const dated = Array.from({ length: 30 }, (_, index) =>
    post({ id: uuid(index), date: index < 20 ? '2026-11-20' : '2026-11-21' }),
  );
  await api.db.insert(blogPosts).values(dated);
  const pages = await Promise.all([1, 2, 3].map((page) => api.content.listPosts(page)));
  expect(pages.map((page) => page?.posts.length)).toEqual([12, 12, 6]);
  expect(pages.map((page) => page?.pageCount)).toEqual([3, 3, 3]);
  const listed = pages.flatMap((page) => page?.posts.map(({ id }) => id));
  const indices = [...Array(30).keys()];
  const expected = [...indices.slice(20).reverse(), ...indices.slice(0, 20).reverse()];
  expect(listed).toEqual(expected.map(uuid));
  expect(await api.content.listPosts(4)).toBeUndefined();
});

it('the blog has a first page without posts', async () => {
  expect(await api.content.listPosts(1)).toEqual({ posts: [], page: 1, pageCount: 1 });
  expect(await api.content.listPosts(2)).toBeUndefined();
});

it('finds public posts by their words, in any case and order', async () => {
  await api.db
    .insert(blogPosts)
    .values([
      post({ id: uuid(1), title: 'Gold at 100%', content: 'Where PRICE turns' }),
      post({ id: uuid(2), title: 'Price alone', content: 'Nothing shiny, 100 of it' }),
      post({ id: uuid(3), title: 'Gold price tomorrow', publishedAt: new Date('2999-01-01') }),
    ]);
  const find = async (words: string) => {
    const page = await api.content.listPosts(1, parseSearch(words));
    return page?.posts.map(({ id }) => id);
  };
  expect(await find('price')).toEqual([uuid(2), uuid(1)]);
  expect(await find(' turns \0 gold')).toEqual([uuid(1)]);
  expect(await find('100%')).toEqual([uuid(1)]);
  expect(await find('_')).toEqual([]);
  expect(await find(`' or 1=1 \\`)).toEqual([]);
});

it('makes an excerpt of a post that has none', async () => {
  await api.db
    .insert(blogPosts)
    .values([
      post({ id: uuid(2), content: `See [the plan](/plan)\n\n${'x '.repeat(2000)}` }),
      post({ id: uuid(1), excerpt: 'Its own.' }),
    ]);
  const page = await api.content.listPosts(1);
  expect(page?.posts[0]?.excerpt).toMatch(/^See the plan x x .*…$/);
  expect(page?.posts[0]?.excerpt.length).toBeLessThanOrEqual(181);
  expect(page?.posts[1]?.excerpt).toBe('Its own.');
});

it('finds a post by its id only', async () => {
  const kept = post();
  await api.db.insert(blogPosts).values(kept);
  expect(await api.content.findPost(kept.id)).toMatchObject({
    title: 'Two questions',
    date: '2026-11-21',
    image: null,
    excerpt: 'How far? How long?',
    blocks: [
      {
        kind: 'paragraph',
        tokens: [
          { kind: 'text', text: 'How far?' },
          { kind: 'lineBreak' },
          { kind: 'text', text: 'How long?' },
        ],
      },
    ],
  });
  expect(await api.content.findPost(kept.id.toUpperCase())).toMatchObject({ id: kept.id });
  for (const id of [randomUUID(), 'no-such-post', '', "' or 1=1 --", '1', 'x\0']) {
    expect(await api.content.findPost(id)).toBeUndefined();
  }
});

it('returns the reading time and the neighbouring posts', async () => {
  const [first, second, third] = [uuid(1), uuid(2), uuid(3)];
  const content = '\n word'.repeat(600);
  await api.db
    .insert(blogPosts)
    .values([
      post({ id: second, title: 'Second', content }),
      post({ id: first, title: 'First' }),
      post({ id: third, title: 'Third', date: '2026-11-22' }),
      post({ date: '2026-11-23', publishedAt: new Date('2999-01-01') }),
      post({ date: '2026-11-20', deletedAt: new Date() }),
    ]);
  expect(await api.content.findPost(second)).toMatchObject({
    readingMinutes: 3,
    previous: { id: first, title: 'First' },
    next: { id: third, title: 'Third' },
  });
  expect(await api.content.findPost(first)).toMatchObject({ readingMinutes: 1, previous: null });
  expect(await api.content.findPost(third)).toMatchObject({ next: null });
  const page = await api.content.listPosts(1);
  expect(page?.posts.map(({ readingMinutes }) => readingMinutes)).toEqual([1, 3, 1]);
});

it('searches and summarises a post without its markup and pictures', async () => {
  const picture = '![A chart](/storage/testimonials/blog/1-chart.png)';
  const content = `## The plan\n**Wait** for it.\n- One\n- Two\n${picture}\nhttps://youtu.be/dQw4w9WgXcQ`;
  await api.db.insert(blogPosts).values(post({ content }));
  const search = async (text: string) =>
    (await api.content.listPosts(1, parseSearch(text)))?.posts.map(({ excerpt }) => excerpt);
  expect(await search('plan wait two')).toEqual(['The plan Wait for it. One Two']);
  expect(await search('chart.png')).toEqual([]);
});

it('returns the name and words of a testimonial, and the length of a video', async () => {
  const imageUrl = '/storage/testimonials/1-said.png';
  await api.db.insert(testimonials).values({ imageUrl, name: 'Thandi', words: 'I passed.' });
  expect(await api.content.listTestimonials()).toEqual([
    expect.objectContaining({ imageUrl, alt: null, name: 'Thandi', words: 'I passed.' }),
  ]);
  const video = { title: 'T', subtitle: 'S', videoUrl: '/storage/testimonials/videos/1-l.mp4' };
  await api.db.insert(videos).values({ ...video, durationSeconds: 754 });
  expect(await api.content.listVideos()).toEqual([
    expect.objectContaining({ durationSeconds: 754 }),
  ]);
});

it('returns the size of a free file, if it exists', async () => {
  await store('freebies/1-size.pdf', 2_048);
  await api.db.insert(freebies).values([
    { title: 'There', fileUrl: '/storage/testimonials/freebies/1-size.pdf' },
    { title: 'Gone', fileUrl: '/storage/testimonials/freebies/2-gone.pdf' },
  ]);
  const listed = await api.content.listFreebies();
  expect(new Map(listed?.map(({ title, fileSize }) => [title, fileSize]))).toEqual(
    new Map([
      ['There', 2_048],
      ['Gone', null],
    ]),
  );
});

it('returns an upcoming event as a calendar file', async () => {
  const [coming, past] = [randomUUID(), randomUUID()];
  await api.db.insert(events).values([
    { id: coming, title: 'Gold at the open', date: '2999-05-04', time: '18:30' },
    { id: past, title: 'Over', date: '2020-05-04' },
  ]);
  const read = (id: string) =>
    api.fetch(new Request(`http://localhost/community/events/${id}.ics`));
  const answer = await read(coming);
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(await answer.text()).toMatch(/DTSTART:29990504T163000Z[\s\S]*SUMMARY:Gold at the open/);
  for (const id of [past, randomUUID(), 'none']) expect((await read(id)).status).toBe(404);
});

it('lists videos and freebies, newest first', async () => {
  const [older, newer] = [new Date('2026-11-01'), new Date('2026-11-02')];
  const video = { subtitle: 'A lesson', videoUrl: '/storage/testimonials/videos/1-a.mp4' };
  const posterUrl = '/storage/testimonials/videos/2-poster.jpg';
  await api.db.insert(videos).values([
    { ...video, title: 'First', createdAt: older, posterUrl },
    { ...video, title: 'Second', createdAt: newer, videoUrl: 'https://example.com/a.mp4' },
  ]);
  const listed = await api.content.listVideos();
  expect(listed?.map(({ title, posterUrl }) => [title, posterUrl])).toEqual([
    ['Second', null],
    ['First', posterUrl],
  ]);
  await api.db.insert(freebies).values([
    { title: 'First', fileUrl: '/storage/testimonials/freebies/1-a.pdf', createdAt: older },
    { title: 'Second', fileUrl: '/storage/testimonials/freebies/2-a.pdf', createdAt: newer },
  ]);
  expect((await api.content.listFreebies())?.map(({ title }) => title)).toEqual([
    'Second',
    'First',
  ]);
});

it('returns the newest posts as RSS', async () => {
  const titles = ['<b>A & B</b> ]]> \u0001', 'Time "and" price'];
  await api.db
    .insert(blogPosts)
    .values([
      post({ id: uuid(2), title: titles[0] ?? '', excerpt: '1 < 2 && 3 > 2' }),
      post({ id: uuid(1), title: titles[1] ?? '', date: '2026-11-20' }),
      ...Array.from({ length: 25 }, () => post({ date: '2020-01-01' })),
    ]);
  const response = await api.fetch(new Request('http://localhost/feed.xml'));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
  const xml = await response.text();
  expect(xml.match(/<item>/g)).toHaveLength(20);
  expect(xml).toContain('<rss version="2.0"');
  expect(xml).toContain(`<link>http://localhost:3000/education/${uuid(2)}</link>`);
  expect(xml).toContain('<pubDate>Sat, 21 Nov 2026 10:00:00 GMT</pubDate>');
  expect(xml).not.toContain('\u0001');
  expect(xml.indexOf(uuid(2))).toBeLessThan(xml.indexOf(uuid(1)));
  // Feed readers interpret both as HTML.
  expect(xml).toContain('<title><![CDATA[&lt;b&gt;A &amp; B&lt;/b&gt; ]]&gt; ]]></title>');
  expect(xml).toContain('<description><![CDATA[1 &lt; 2 &amp;&amp; 3 &gt; 2]]></description>');

  const etag = response.headers.get('etag') ?? '';
  const headers = { 'If-None-Match': etag };
  const again = await api.fetch(new Request('http://localhost/feed.xml', { headers }));
  expect(again.status).toBe(304);
});

it('shows scheduled content from its publication time on, and never shows drafts', async () => {
  const friday = new Date('2031-11-28T06:00:00Z');
  const url = (name: string) => `/storage/testimonials/${name}`;
  const rows = [null, friday].map((publishedAt, index) => ({
    publishedAt,
    title: `Row ${index}`,
    id: uuid(index + 1),
  }));
  await api.db.insert(blogPosts).values(rows.map((row) => ({ ...row, date: '2026-11-21' })));
  const video = { subtitle: 'S', videoUrl: url('videos/1-a.mp4') };
  await api.db.insert(videos).values(rows.map((row) => ({ ...row, ...video })));
  const file = { fileUrl: url('freebies/1-a.pdf') };
  await api.db.insert(freebies).values(rows.map((row) => ({ ...row, ...file })));
  const pictures = rows.map(({ title: _, ...row }) => ({ ...row, imageUrl: url('1-a.png') }));
  await api.db.insert(testimonials).values(pictures);

  const { asStranger } = admin;
  const idsIn = (rows: { id: string }[] | null | undefined) => rows?.map(({ id }) => id);
  const places = {
    'the page of posts': async () => idsIn((await api.content.listPosts(1))?.posts),
    'a post': async () => {
      const found = await Promise.all([1, 2].map((index) => api.content.findPost(uuid(index))));
      return idsIn(found.flatMap((row) => row ?? []));
    },
    'the newest posts': async () => idsIn(await api.content.listNewestPosts()),
    'the days of posts': async () => idsIn(await api.content.listPostDates()),
    videos: async () => idsIn(await api.content.listVideos()),
    freebies: async () => idsIn(await api.content.listFreebies()),
    testimonials: async () => idsIn(await api.content.listTestimonials()),
    ...Object.fromEntries(
      ['/feed.xml', '/sitemap.xml'].map((path) => [
        path,
        async () => {
          const response = await api.fetch(new Request(`http://localhost${path}`));
          const text = await response.text();
          return [1, 2].map(uuid).filter((id) => text.includes(id));
        },
      ]),
    ),
    ...Object.fromEntries(
      ['blog_posts', 'videos', 'freebies', 'testimonials'].flatMap((table) => [
        [
          `the list of ${table}`,
          async () => idsIn((await (await asStranger('GET', `/api/${table}`)).json()).items),
        ],
        [
          `one of ${table}`,
          async () => {
            const asked = await Promise.all(
              [1, 2].map(async (index) => {
                const { status } = await asStranger('GET', `/api/${table}/${uuid(index)}`);
                return status === 404 ? [] : [uuid(index)];
              }),
            );
            return asked.flat();
          },
        ],
      ]),
    ),
  };
  const look = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(places).map(async ([name, read]) => [name, await read()] as const),
      ),
    );
  const all = (ids: string[]) => Object.fromEntries(Object.keys(places).map((name) => [name, ids]));

  clock.now = new Date(friday.getTime() - 3_600_000);
  expect(await look()).toEqual(all([]));
  // Nothing changes, but the cached pages expire.
  clock.now = friday;
  expect(await look()).toEqual(all([uuid(2)]));
});

it('public content is unavailable while the database is unreachable', async () => {
  const lonely = await startApi({ connectionString: 'postgresql://nobody@127.0.0.1:1/none' });
  expect(await lonely.content.listPosts(1)).toBeNull();
  expect(await lonely.content.findPost(randomUUID())).toBeNull();
  expect(await lonely.content.listVideos()).toBeNull();
  expect(await lonely.content.listFreebies()).toBeNull();
  const response = await lonely.app.request('/feed.xml');
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('5');
  await lonely.stop();
});
