import type { Page } from '@playwright/test';
import pg from 'pg';
import sharp from 'sharp';
import { clearContent, paintPicture, readSample, storeFile } from '#tests/support/site-content.ts';
import { querySite, untilPublic } from '#tests/support/site-rows.ts';
import { findPrivateDatabase } from '#tests/support/site-state.ts';
import { siteDataDirectory, siteUrl } from '#tests/support/site-under-test.ts';
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoExcess,
  test,
  untilAlive,
  watchHosts,
} from './fixtures.ts';

// One after the other: they share what the site shows.
test.describe.configure({ mode: 'default' });

const id = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const picture = '/storage/testimonials/blog/1763712000000-chart.png';
const hostileTitle = `</script><script>window.broken = 1</script> "A" & 'B'`;
const hostileContent = `First line.
Second line, see https://example.com/a?b=1&c=2, and [the plan](https://example.com/plan).

<script>window.broken = 1</script><img src=x onerror="window.broken = 1">
[press](javascript:window.broken=1) [too](data:text/html,x) [here](//example.com)
Our [services](/services).`;

async function addPost(index: number, changes: Record<string, unknown> = {}) {
  const post = {
    title: `Post ${index}`,
    date: `2026-10-${String(index).padStart(2, '0')}`,
    content: `What post ${index} says.`,
    image: null,
    ...changes,
  };
  await querySite(
    'insert into blog_posts (id, title, date, content, image) values ($1, $2, $3, $4, $5)',
    [id(index), post.title, post.date, post.content, post.image],
  );
}

test.beforeAll(async ({ siteUnderTest: _ }) => {
  await clearContent();
  await storeFile('blog/1763712000000-chart.png', await paintPicture(1600, 900));
  await storeFile('videos/1763712000000-lesson.mp4', await readSample('lesson.mp4'));
  await storeFile('videos/1763712000000-lesson.mp4.jpg', await readSample('lesson.mp4.jpg'));
  await storeFile('videos/1763712000000-old.mp4', await readSample('lesson.mp4'));
  await storeFile('freebies/1763712000000-guide.pdf', await readSample('checklist.pdf'));
  for (let index = 1; index <= 14; index += 1) await addPost(index);
  await querySite('update blog_posts set image = $2 where id = any($1)', [
    [id(14), id(13)],
    picture,
  ]);
  await querySite('update blog_posts set title = $2, content = $3 where id = $1', [
    id(13),
    hostileTitle,
    hostileContent,
  ]);
  await querySite(
    "insert into videos (title, subtitle, video_url) values ('How far?', 'A short lesson.', '/storage/testimonials/videos/1763712000000-lesson.mp4')",
  );
  await querySite(
    "insert into videos (title, subtitle, video_url, created_at) values ('How long?', 'An old lesson.', '/storage/testimonials/videos/1763712000000-old.mp4', '2026-01-01')",
  );
  await querySite(
    "insert into freebies (title, file_url) values ('A guide', '/storage/testimonials/freebies/1763712000000-guide.pdf')",
  );
  await untilPublic('/freebies', (html) => html.includes('A guide'));
});
test.afterAll(clearContent);

const cards = (page: Page) => page.getByRole('list', { name: 'Posts' }).getByRole('article');
const structuredData = async (page: Page) => {
  const scripts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return scripts.map((script) => JSON.parse(script));
};

test('the list shows twelve posts, newest first, with links to the others', async ({ page }) => {
  await page.goto('/education');
  await expect(cards(page)).toHaveCount(12);
  const newest = cards(page).first();
  await expect(newest.getByRole('heading')).toHaveText('Post 14');
  await expect(newest.getByText('14 October 2026 · 1 min read')).toBeVisible();
  await expect(newest.getByText('What post 14 says.')).toBeVisible();
  await expect(newest.getByRole('link', { name: 'Read More about Post 14' })).toHaveAttribute(
    'href',
    `/education/${id(14)}`,
  );
  await expect(newest.getByTestId('post-placeholder')).toHaveCount(0);
  await expect(cards(page).nth(2).getByTestId('post-placeholder')).toBeVisible();
  await expect(page.locator('link[rel=next]')).toHaveAttribute('href', '/education?page=2');
  await expect(page.locator('link[type="application/rss+xml"]')).toHaveAttribute(
    'href',
    '/feed.xml',
  );

  await untilAlive(page);
  await page.getByRole('link', { name: 'Older posts' }).click();
  await expect(page).toHaveURL('/education?page=2');
  await expect(cards(page)).toHaveCount(2);
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await page.getByRole('link', { name: 'Newer posts' }).click();
  await expect(page).toHaveURL('/education');
  await expect(cards(page)).toHaveCount(12);
});

test('a picture has a modern format and the right size', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/education');
  const image = cards(page).first().locator('img');
  await expect
    .poll(() => image.evaluate((node: HTMLImageElement) => node.complete && node.currentSrc))
    .toMatch(/\/images\/\d+\/storage\/testimonials\/blog\/1763712000000-chart\.png\.avif$/);
  const [shown, source] = await image.evaluate(
    (node: HTMLImageElement) => [node.clientWidth * devicePixelRatio, node.currentSrc] as const,
  );
  const loaded = Number(/\/images\/(\d+)\//.exec(source)?.[1]);
  expect(Number(await image.getAttribute('width'))).toBe(1280);
  expect(Number(await image.getAttribute('height'))).toBe(720);
  expect(loaded, 'sharp').toBeGreaterThanOrEqual(shown);
  expect(loaded, 'and not much more than that').toBeLessThan(shown * 1.6);
});

test('a post shows HTML as text', async ({ page, request }) => {
  await page.goto('/education');
  await untilAlive(page);
  await page.getByRole('link', { name: /^Read More about <\/script>/ }).click();
  await expect(page).toHaveURL(`/education/${id(13)}`);
  await page.reload();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hostileTitle);
  await expect(page.getByText('13 October 2026')).toBeVisible();
  const article = page.getByRole('article');
  await expect(article.getByText('<script>window.broken = 1</script><img')).toBeVisible();
  await expect(article.getByText('[press](javascript:window.broken=1)')).toBeVisible();
  await expect(article.locator('p').filter({ hasText: 'First line.' }).locator('br')).toHaveCount(
    1,
  );
  const links = await article
    .locator('p a')
    .evaluateAll((nodes) =>
      nodes.map((node) => ['href', 'target', 'rel'].map((name) => node.getAttribute(name))),
    );
  expect(links).toEqual(
    ['https://example.com/a?b=1&c=2', 'https://example.com/plan', '/services'].map((href) => [
      href,
      '_blank',
      'noopener noreferrer',
    ]),
  );
  expect(await page.evaluate(() => Reflect.get(window, 'broken'))).toBeUndefined();

  const [data, crumbs] = await structuredData(page);
  expect(data).toMatchObject({ '@type': 'Article', headline: hostileTitle });
  expect(crumbs.itemListElement).toHaveLength(3);

  await page.goto(`/education/${id(14)}`);
  const share = await page.locator('meta[property="og:image"]').getAttribute('content');
  const answer = await request.get(share ?? '');
  expect(answer.headers()['content-type']).toBe('image/jpeg');
  const { width, height } = await sharp(await answer.body()).metadata();
  expect([width, height]).toEqual([1200, 630]);
});

test('three skeleton cards show while a post is loading, without scripts too', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const database = new pg.Client({
    connectionString: await findPrivateDatabase(siteDataDirectory),
  });
  await database.connect();
  await database.query('begin; lock table blog_posts in access exclusive mode');
  // No test has requested this path yet, so it is not cached.
  await page.goto(`${siteUrl}/blog/${id(9)}`, { waitUntil: 'commit' });
  const skeletons = page.getByTestId('skeleton-card').and(page.locator(':visible'));
  await expect(skeletons).toHaveCount(3);
  await database.query('commit');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post 9');
  await expect(skeletons).toHaveCount(0);
  // What the page loads comes with its content: the head was that of the outlines.
  await expect(page.locator('body script[src*="/page-"]')).toHaveCount(1);
  await database.end();
  await context.close();
});

test('a video loads only after a press', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const askedForVideo = () => asked.filter((pathname) => pathname.endsWith('lesson.mp4'));
  await page.addInitScript(() => localStorage.setItem('vite-ui-theme', 'light'));
  await page.goto('/videos');
  await untilAlive(page);
  const card = page.getByRole('list', { name: 'Videos' }).getByRole('article').first();
  await expect(card.getByRole('heading')).toHaveText('How far?');
  await expect(card.getByText('A short lesson.')).toBeVisible();
  await expect(card.locator('img')).toHaveJSProperty('complete', true);
  // As dark as a screen, in the light theme too.
  await expect(card.locator('img')).toHaveCSS('background-color', 'rgb(13, 11, 8)');
  await expect(card.locator('video')).toHaveCount(0);
  const link = card.getByRole('link', { name: 'Play How far?' });
  // Before the page is alive, and without scripts, the file itself is shown.
  await expect(link).toHaveAttribute('href', /^\/storage\/.*lesson\.mp4$/);
  expect(askedForVideo()).toEqual([]);

  const pictures = asked.filter((pathname) => pathname.startsWith('/images/'));
  await link.press('Enter');
  const video = card.locator('video');
  await expect(video).toBeFocused();
  await expect(video).toHaveAttribute('poster', /\/images\/640\/.*lesson\.mp4\.jpg\.avif$/);
  await expect
    .poll(() => video.evaluate((node: HTMLVideoElement) => node.currentTime))
    .toBeGreaterThan(0);
  expect(askedForVideo()).not.toEqual([]);
  // The picture that stood there, not another version of it.
  expect(asked.filter((pathname) => pathname.startsWith('/images/'))).toEqual(pictures);

  // A short film may be there as a whole before it is wound on.
  await video.evaluate((node: HTMLVideoElement) => {
    node.currentTime = 6;
  });
  await expect
    .poll(() => video.evaluate((node: HTMLVideoElement) => node.currentTime))
    .toBeGreaterThan(6);
  const entries = await structuredData(page);
  expect(entries.find((each) => each['@type'] === 'VideoObject')).toMatchObject({
    name: 'How far?',
    contentUrl: `${siteUrl}/storage/testimonials/videos/1763712000000-lesson.mp4`,
    thumbnailUrl: `${siteUrl}/storage/testimonials/videos/1763712000000-lesson.mp4.jpg`,
  });
});

test("a video without a poster is preloaded by the browser's player", async ({ page }) => {
  const part = page.waitForResponse((response) => response.status() === 206);
  await page.goto('/videos');
  const video = page.getByRole('article').filter({ hasText: 'An old lesson.' }).locator('video');
  await expect(video).toHaveAttribute('preload', 'metadata');
  await expect(video).toHaveJSProperty('controls', true);
  expect((await part).headers()['content-range']).toMatch(/^bytes \d+-\d+\/\d+$/);
  await expect(video).toHaveJSProperty('paused', true);
});

test('a freebie opens in a new tab', async ({ page, context }) => {
  await page.goto('/freebies');
  await expect(page.getByRole('heading', { name: 'A guide' })).toBeVisible();
  const link = page.getByRole('link', { name: 'View & Download A guide' });
  await expect(link).toHaveAttribute('rel', 'noopener');
  const [answer] = await Promise.all([
    context.waitForEvent('response', (response) => response.url().endsWith('guide.pdf')),
    context.waitForEvent('page'),
    link.click(),
  ]);
  expect(answer.headers()['content-type']).toBe('application/pdf');
});

test.describe('a page that is not there', () => {
  test.use({ allowedConsole: /404/ });

  test('says so', async ({ page }) => {
    for (const query of ['page=3', 'page=two']) {
      const answer = await page.goto(`/education?${query}`);
      expect(answer?.status()).toBe(404);
      await expect(page.getByText('There aren’t that many pages of posts.')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Go to the latest posts' })).toHaveAttribute(
        'href',
        '/education',
      );
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    }
  });
});

test('a formatted post plays YouTube only after a press', { tag: '@phone' }, async ({ page }) => {
  const video = 'https://youtu.be/dQw4w9WgXcQ';
  const content = `## The plan\n**Wait** for it.\n- One\n- Two\n\n![A chart](${picture})\n\n${video}`;
  const [{ id: postId }] = await querySite(
    "insert into blog_posts (title, date, content) values ('Formatted', '2020-01-01', $1) returning id",
    [content],
  );
  try {
    const hosts = watchHosts(page);
    await page.route('https://www.youtube-nocookie.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>The player</p>' }),
    );
    await page.goto(`/education/${postId}`);
    await untilAlive(page);
    await expect(page.getByRole('heading', { name: 'The plan', level: 2 })).toBeVisible();
    await expect(page.locator('strong')).toHaveText('Wait');
    await expect(page.getByRole('img', { name: 'A chart' })).toBeAttached();
    const play = page.getByRole('link', { name: 'Play the video from YouTube' });
    await expect(play).toHaveAttribute('href', video);
    await expectNoExcess(page);
    await expectAccessibleInBothThemes(page);
    expect([...hosts]).toEqual([new URL(siteUrl).host]);
    await play.click();
    const player = page.frameLocator('iframe[title="YouTube video"]');
    await expect(player.getByText('The player')).toBeVisible();
  } finally {
    await querySite('delete from blog_posts where id = $1', [postId]);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('everything can be read and watched', async ({ page }) => {
    await page.goto('/education');
    await page.getByRole('link', { name: 'Older posts' }).click();
    await expect(page).toHaveURL('/education?page=2');
    await page.getByRole('link', { name: 'Read More about Post 1', exact: true }).click();
    await expect(page.getByText('What post 1 says.')).toBeVisible();
    await page.getByRole('link', { name: 'Back to Education' }).click();
    await expect(cards(page)).toHaveCount(12);
    await page.goto('/about');
    const portrait = page.locator('main picture img');
    await portrait.scrollIntoViewIfNeeded();
    await expect(portrait).toHaveJSProperty('complete', true);
    await expect(portrait).toHaveCSS('translate', 'none');
    await page.goto('/videos');
    await expect(page.getByText('A short lesson.')).toBeVisible();
    await page.getByRole('link', { name: 'Play How far?' }).click();
    await expect(page).toHaveURL(/lesson\.mp4$/);
    await expect(page.locator('video')).toBeVisible();
    await page.goto('/freebies');
    await expect(page.getByRole('link', { name: /View & Download/ })).toBeVisible();
  });
});

// The last: it takes everything away.
test('without content the pages say so', async ({ page }) => {
  await clearContent();
  for (const [path, text] of [
    ['/education', 'No posts have been published yet. Check back soon!'],
    ['/videos', 'No videos have been posted yet. Check back soon!'],
    ['/freebies', 'No freebies have been posted yet. Check back soon!'],
  ] as const) {
    await untilPublic(path, (html) => html.includes(text));
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await expect(page.getByText(text)).toBeVisible();
  }
});
