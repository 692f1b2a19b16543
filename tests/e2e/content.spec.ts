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
  readAsProgram,
  test,
  untilAlive,
  watchHosts,
} from './fixtures.ts';

// The tests run one after another, because they share the site's content.
test.describe.configure({ mode: 'default' });

const id = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const stored = (name: string) => `/storage/testimonials/${name}`;
const picture = stored('blog/1763712000000-chart.png');
const hostileTitle = `</script><script>window.broken = 1</script> "A" & 'B'`;
const hostileContent = `First line.
Second line, see https://example.com/a?b=1&c=2, and [the plan](https://example.com/plan).

<script>window.broken = 1</script><img src=x onerror="window.broken = 1">
[press](javascript:window.broken=1) [too](data:text/html,x) [here](//example.com)
Our [services](/services).`;

test.beforeAll(async ({ siteUnderTest: _ }) => {
  await clearContent();
  await storeFile('blog/1763712000000-chart.png', await paintPicture(1600, 900));
  await storeFile('videos/1763712000000-lesson.mp4', await readSample('lesson.mp4'));
  await storeFile('videos/1763712000000-lesson.mp4.jpg', await readSample('lesson.mp4.jpg'));
  await storeFile('videos/1763712000000-old.mp4', await readSample('lesson.mp4'));
  await storeFile('freebies/1763712000000-guide.pdf', await readSample('checklist.pdf'));
  await querySite(
    `insert into blog_posts (id, title, date, content, image)
     select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Post ' || n, date '2026-09-30' + n,
       'What post ' || n || ' says.', case when n > 12 then $1 end
     from generate_series(1, 14) n`,
    [picture],
  );
  await querySite('update blog_posts set title = $2, content = $3 where id = $1', [
    id(13),
    hostileTitle,
    hostileContent,
  ]);
  await querySite(
    `insert into videos (title, subtitle, video_url, poster_url, created_at)
     values ('How far?', 'A short lesson.', $1, $1 || '.jpg', now()),
       ('How long?', 'An old lesson.', $2, null, '2026-01-01')`,
    [stored('videos/1763712000000-lesson.mp4'), stored('videos/1763712000000-old.mp4')],
  );
  await querySite("insert into freebies (title, file_url) values ('A guide', $1)", [
    stored('freebies/1763712000000-guide.pdf'),
  ]);
  await untilPublic('/freebies', (html) => html.includes('A guide'));
});
test.afterAll(clearContent);

const cards = (page: Page) => page.getByRole('list', { name: 'Posts' }).getByRole('article');

test('the list shows twelve posts, newest first, with pictures of the right size', async ({
  page,
}) => {
  await page.goto('/education');
  await expect(cards(page)).toHaveCount(12);
  const newest = cards(page).first();
  await expect(newest.getByRole('heading')).toHaveText('Post 14');
  await expect(newest.getByText('14 October 2026 · 1 min read')).toBeVisible();
  await expect(newest.getByText('What post 14 says.')).toBeVisible();
  await expect(newest.getByTestId('post-placeholder')).toHaveCount(0);
  await expect(cards(page).nth(2).getByTestId('post-placeholder')).toBeVisible();

  const placeholders = page.getByTestId('post-placeholder');
  const drawn = await placeholders.evaluateAll((all) => all.map(({ innerHTML }) => innerHTML));
  expect(new Set(drawn).size, 'placeholders differ').toBeGreaterThan(3);

  const image = newest.locator('img');
  await expect
    .poll(() => image.evaluate((node: HTMLImageElement) => node.complete && node.currentSrc))
    .toMatch(/\/images\/\d+\/storage\/testimonials\/blog\/1763712000000-chart\.png\.avif$/);
  const [shown, source] = await image.evaluate(
    (node: HTMLImageElement) => [node.clientWidth * devicePixelRatio, node.currentSrc] as const,
  );
  const loaded = Number(/\/images\/(\d+)\//.exec(source)?.[1]);
  expect(loaded, 'sharp').toBeGreaterThanOrEqual(shown);
  expect(loaded, 'and not much larger').toBeLessThan(shown * 1.6);

  await untilAlive(page);
  await page.getByRole('link', { name: 'Older posts' }).click();
  await expect(page).toHaveURL('/education?page=2');
  await expect(cards(page)).toHaveCount(2);
  await page.getByRole('link', { name: 'Newer posts' }).click();
  await expect(page).toHaveURL('/education');
});

test('a post shows HTML as text', async ({ page, request }) => {
  await page.goto('/education');
  await untilAlive(page);
  await page.getByRole('link', { name: /^Read More about <\/script>/ }).click();
  await expect(page).toHaveURL(`/education/${id(13)}`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hostileTitle);
  const article = page.getByRole('article');
  await expect(article.getByText('<script>window.broken = 1</script><img')).toBeVisible();
  await expect(article.getByText('[press](javascript:window.broken=1)')).toBeVisible();
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
  const { data, values } = await readAsProgram(page, `/education/${id(13)}`);
  expect(data).toHaveLength(2);
  expect(data[0]).toMatchObject({ '@type': 'Article', headline: hostileTitle });
  expect(data[1].itemListElement).toHaveLength(3);
  const share = await request.get(values['og:image'] ?? '');
  const { width, height } = await sharp(await share.body()).metadata();
  expect([width, height]).toEqual([1200, 630]);
});

test('three skeleton cards show while a post is loading, also without scripts', async ({
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
  await expect(page).toHaveTitle(/^Post 9 · /);
  await database.end();
  await context.close();
});

test('a video loads only after a press', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const askedForVideo = () => asked.filter((pathname) => pathname.endsWith('lesson.mp4'));
  await page.goto('/videos');
  await untilAlive(page);
  const card = page.getByRole('list', { name: 'Videos' }).getByRole('article').first();
  await expect(card.getByRole('heading')).toHaveText('How far?');
  await expect(card.locator('img')).toHaveJSProperty('complete', true);
  await expect(card.locator('video')).toHaveCount(0);
  expect(askedForVideo()).toEqual([]);
  const pictures = asked.filter((pathname) => pathname.startsWith('/images/'));
  await card.getByRole('link', { name: 'Play How far?' }).press('Enter');
  const video = card.locator('video');
  await expect(video).toBeFocused();
  const playedSeconds = () => video.evaluate((node: HTMLVideoElement) => node.currentTime);
  await expect.poll(playedSeconds).toBeGreaterThan(0);
  expect(askedForVideo()).not.toEqual([]);
  // The poster is the picture that is already shown, not another version of it.
  expect(asked.filter((pathname) => pathname.startsWith('/images/'))).toEqual(pictures);
  await video.evaluate((node: HTMLVideoElement) => {
    node.currentTime = 6;
  });
  await expect.poll(playedSeconds).toBeGreaterThan(6);
  const { data } = await readAsProgram(page, '/videos');
  expect(data.find((each) => each['@type'] === 'VideoObject')).toMatchObject({
    name: 'How far?',
    contentUrl: siteUrl + stored('videos/1763712000000-lesson.mp4'),
  });

  await test.step('without a poster the video is preloaded', async () => {
    const old = page.getByRole('article').filter({ hasText: 'An old lesson.' }).locator('video');
    await expect(old).toHaveAttribute('preload', 'metadata');
    await expect(old).toHaveJSProperty('paused', true);
  });
});

test('a formatted post plays YouTube only after a press', async ({ page }) => {
  const video = 'https://youtu.be/dQw4w9WgXcQ';
  const content = `## The plan\n**Wait** for it.\n- One\n- Two\n\n![A chart](${picture})\n\n${video}`;
  const [{ id: postId }] = await querySite(
    "insert into blog_posts (title, date, content) values ('Formatted', '2020-01-01', $1) returning id",
    [content],
  );
  const hosts = watchHosts(page);
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>The player</p>' }),
  );
  await page.goto(`/education/${postId}`);
  await untilAlive(page);
  await expect(page.getByRole('heading', { name: 'The plan', level: 2 })).toBeVisible();
  await expect(page.locator('strong')).toHaveText('Wait');
  await expect(page.getByRole('img', { name: 'A chart' })).toBeAttached();
  await expectAccessibleInBothThemes(page);
  expect([...hosts]).toEqual([new URL(siteUrl).host]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoExcess(page);
  await page.getByRole('link', { name: 'Play the video from YouTube' }).click();
  const player = page.frameLocator('iframe[title="YouTube video"]');
  await expect(player.getByText('The player')).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('posts can be read, videos watched and files downloaded', async ({ page, context }) => {
    await page.goto('/education?page=2');
    await page.getByRole('link', { name: 'Read More about Post 1', exact: true }).click();
    await expect(page.getByText('What post 1 says.')).toBeVisible();
    await page.getByRole('link', { name: 'Back to Education' }).click();
    await expect(cards(page)).toHaveCount(12);
    await page.goto('/about');
    const portrait = page.locator('main picture img');
    await portrait.scrollIntoViewIfNeeded();
    await expect(portrait).toHaveJSProperty('complete', true);
    await page.goto('/videos');
    await page.getByRole('link', { name: 'Play How far?' }).click();
    await expect(page).toHaveURL(/lesson\.mp4$/);
    await expect(page.locator('video')).toBeVisible();
    await page.goto('/freebies');
    const [answer] = await Promise.all([
      context.waitForEvent('response', (response) => response.url().endsWith('guide.pdf')),
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'View & Download A guide' }).click(),
    ]);
    expect(answer.headers()['content-type']).toBe('application/pdf');
  });
});

// This test runs last, because it deletes all content.
test.describe('missing content', () => {
  test.use({ allowedConsole: /404/ });

  test('pages without content say so', async ({ page }) => {
    await page.goto('/education?page=3');
    await expect(page.getByText('There aren’t that many pages of posts.')).toBeVisible();
    const { status, values } = await readAsProgram(page, '/education?page=3');
    expect({ status, robots: values.robots }).toEqual({ status: 404, robots: 'noindex' });
    await clearContent();
    for (const [path, text] of [
      ['/education', 'No posts have been published yet. Check back soon!'],
      ['/videos', 'No videos have been posted yet. Check back soon!'],
      ['/freebies', 'No freebies have been posted yet. Check back soon!'],
    ] as const)
      await untilPublic(path, (html) => html.includes(text));
  });
});
