import { expect, expectAccessible, test } from './fixtures.ts';

/* The forms of documents load their scripts when a visitor first touches them. */

const react = /\/assets\/react-.*\.js/;

for (const path of ['/contact', '/mentorship'])
  test(`${path} loads the scripts of its form when it is touched`, {
    tag: '@phone',
  }, async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => react.test(request.url()) && scripts.push(request.url()));
    await page.clock.install();
    await page.goto(path, { waitUntil: 'networkidle' });
    // No script is late, because none is expected.
    await page.clock.fastForward('01:00');
    await expect(page.locator('html')).not.toHaveAttribute('data-late');
    await expectAccessible(page);
    expect(scripts).toEqual([]);
    await page.getByLabel('Full Name').pressSequentially('Zoë 𝗧. O’Neill');
    await page.waitForFunction(() => 'alive' in document.documentElement.dataset);
    await expect(page.getByLabel('Full Name')).toHaveValue('Zoë 𝗧. O’Neill');
    await expect(page.getByLabel('Full Name')).toBeFocused();
    expect(scripts).toHaveLength(1);
  });
