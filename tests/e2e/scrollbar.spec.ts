import { chromiumArguments, chromiumPath } from '#tests/support/chromium.ts';
import { expect, test, untilAlive } from './fixtures.ts';

// A classic scrollbar takes up space. The other tests hide it.
test.use({
  viewport: { width: 800, height: 700 },
  launchOptions: {
    executablePath: chromiumPath(),
    args: chromiumArguments,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  },
});

test('the drawer covers the scrollbar, and the page behind it does not move', async ({ page }) => {
  await page.goto('/about');
  await untilAlive(page);
  const space = () => page.evaluate(() => innerWidth - document.documentElement.clientWidth);
  expect(await space(), 'there is a classic scrollbar').toBeGreaterThan(5);
  const positions = () =>
    page
      .locator('h1, main p, header.site-header > div > div')
      .evaluateAll((elements) =>
        elements
          .map((element) => element.getBoundingClientRect())
          .map(({ x, width }) => [x, width]),
      );
  const before = await positions();
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  const edge = () => drawer.evaluate((element) => element.getBoundingClientRect().right);
  await expect.poll(edge).toBe(800);
  expect(await positions()).toEqual(before);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  expect(await space()).toBeGreaterThan(5);
  expect(await positions()).toEqual(before);
});
