import { randomUUID } from 'node:crypto';
import { pictures } from '#content/pictures.ts';
import { querySite, untilPublic } from '#tests/support/site-rows.ts';
import { expect, test, untilAlive } from './fixtures.ts';

test.describe('upcoming events', () => {
  test.use({ timezoneId: 'Asia/Kathmandu', locale: 'en-GB' });

  test('show the time in both time zones', async ({ page }) => {
    const id = randomUUID();
    const title = `Open chart evening ${id.slice(0, 8)}`;
    await querySite(
      `insert into events (id, title, date, time, location, description)
       values ($1, $2, '2099-11-28', '18:00', 'Online', 'Bring a question: https://example.com/open')`,
      [id, title],
    );
    try {
      await untilPublic('/community', (html) => html.includes(title));
      await page.goto('/community');
      await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible();
      const event = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: title }) });
      await expect(event).toContainText('Saturday, 28 November 2099');
      // 18:00 in Johannesburg is 16:00 UTC, and Kathmandu is 5:45 ahead of UTC.
      await expect(event).toContainText(/18:00 SAST · Sat,? 21:45 GMT\+5:45 for you/);
      await expect(event).toContainText('Online');
    } finally {
      await querySite('delete from events where id = $1', [id]);
    }
  });
});

test.describe('the sponsored banner', () => {
  test('the sponsored banner is not the end of a page', async ({ page }) => {
    for (const path of ['/community', '/education', '/videos', '/freebies']) {
      await page.goto(path);
      const [banner, call] = await Promise.all(
        [
          page.getByRole('complementary', { name: 'Sponsored' }),
          page.getByRole('main').getByRole('link', { name: 'Book a free call' }),
        ].map((one) => one.boundingBox()),
      );
      expect(call?.y, path).toBeGreaterThan(banner?.y ?? Number.POSITIVE_INFINITY);
    }
  });

  const banners = pictures.brokerBanners.map(({ href }) => href);

  test('starts below the first screen, loads when scrolled near, and does not shift the layout', async ({
    page,
  }) => {
    const loaded: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/pictures/banners/')) loaded.push(request.url());
    });
    await page.setViewportSize({ width: 390, height: 700 });
    await page.goto('/community');
    await untilAlive(page);
    const box = page.getByRole('complementary', { name: 'Sponsored' });
    const before = await box.boundingBox();
    expect(before?.y).toBeGreaterThanOrEqual(700);
    expect(loaded, 'nothing is loaded before the visitor scrolls').toEqual([]);

    await box.scrollIntoViewIfNeeded();
    const link = box.getByRole('link');
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener sponsored');
    expect(banners).toContain(await link.getAttribute('href'));
    const picture = box.getByRole('img');
    await expect(picture).toHaveAttribute('alt', /./);
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    expect((await box.boundingBox())?.height).toBe(before?.height);
    expect(loaded).toHaveLength(1);
  });
});
