import { querySite, untilPublic } from '#tests/support/site-rows.ts';
import { expect, expectNoExcess, readAsProgram, test, untilAlive } from './fixtures.ts';

const word = 'Donaudampfschifffahrtsgesellschaft'.repeat(5);
const address = `https://example.com/${'a-long-address/'.repeat(15)}`;
const postId = '6b4c2f11-0000-4000-8000-000000000001';

const rows = {
  blog_posts: 'insert into blog_posts (id, title, date, content) select $1::uuid, $2, now(), $3',
  events: `insert into events (title, date, location, description)
    select $2, date '2099-01-01' + n, $3, $3 from generate_series(1, 45) n where $1 <> ''`,
  courses: `insert into courses (title, price, description, features)
    select $2, 'R1', $3, array[$2, $3] from generate_series(1, 13) where $1 <> ''`,
  videos: `insert into videos (title, subtitle, video_url)
    select $2, $3, '/storage/testimonials/videos/1-a.mp4' where $1 <> ''`,
  freebies: `insert into freebies (title, file_url)
    select $2, '/storage/testimonials/freebies/1-a.pdf' where $1 <> '' and $3 <> ''`,
};

test.beforeAll(async ({ siteUnderTest: _ }) => {
  for (const statement of Object.values(rows)) await querySite(statement, [postId, word, address]);
  await untilPublic('/freebies', (html) => html.includes(word));
});
test.afterAll(async () => {
  for (const table of Object.keys(rows))
    await querySite(`delete from ${table} where title = $1`, [word]);
});

test.describe('pages', () => {
  // The video does not exist.
  test.use({ allowedConsole: /404/ });

  test('break long words and addresses, and split long lists into pages', async ({ page }) => {
    for (const path of [
      '/community',
      '/services',
      '/education',
      `/education/${postId}`,
      '/videos',
      '/freebies',
    ]) {
      await page.goto(path);
      await expect(page.getByText(word).first()).toBeVisible();
      for (const width of [320, 390, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await expectNoExcess(page);
      }
    }
    for (const [path, list] of [
      ['/community', 'Upcoming Events'],
      ['/services', 'More Courses'],
    ] as const) {
      await page.goto(path);
      const section = page.getByRole('region', { name: list });
      await section.getByRole('link', { name: 'Next page' }).click();
      await expect(page).toHaveURL(new RegExp(`${path}\\?page=2`));
      await expect(page.getByText(/Page 2 of [23]/)).toBeVisible();
      expect((await page.request.get(`${path}?page=9`)).status()).toBe(404);
    }
  });
});

test('find posts by their words, also without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  const search = '/education?q=nothing-like-it';
  await page.goto(search);
  await expect(page.getByText('No posts match your search.')).toBeVisible();
  expect((await readAsProgram(page, search)).values.robots).toBe('noindex');
  await page.getByLabel('Search posts').fill('a-long-address');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('list', { name: 'Posts' }).getByRole('listitem')).toHaveCount(1);
  await context.close();
});

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('printing shows content that has not faded in yet, and nothing on top of it', async ({
    page,
  }) => {
    await page.goto('/');
    await untilAlive(page);
    const hidden = page.locator('[data-reveal=hidden]').first();
    await expect(hidden).toHaveCSS('opacity', '0');
    await page.emulateMedia({ media: 'print' });
    await expect(hidden).toHaveCSS('opacity', '1');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeHidden();
    await expect(page.locator('canvas')).toBeHidden();
    await expect(page.locator('.gold-text')).toHaveCSS('background-image', 'none');
    await expect(page.locator('.gold-text')).toHaveCSS(
      '-webkit-text-fill-color',
      await page.locator('.gold-text').evaluate((element) => getComputedStyle(element).color),
    );
    const answers = page.locator('details > :not(summary)');
    for (const answer of await answers.all()) await expect(answer).toBeVisible();
    expect(await answers.count()).toBeGreaterThan(0);
  });
});
