import { expect, test, untilAlive } from './fixtures.ts';

const links = [
  ['About', '/about'],
  ['Services', '/services'],
  ['Mentorship', '/mentorship'],
  ['Community', '/community'],
  ['Education', '/education'],
  ['Video Insights', '/videos'],
  ['Freebies', '/freebies'],
  ['Contact', '/contact'],
] as const;

test('the header links to every page, in the bar or the drawer', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  await page.goto('/');
  await untilAlive(page);
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click();
  const navigation = page.getByRole('navigation', { name: isMobile ? 'Menu' : 'Main' });
  for (const [label, href] of links) {
    await expect(navigation.getByRole('link', { name: label, exact: true })).toHaveAttribute(
      'href',
      href,
    );
  }
  await expect(
    page.getByRole(isMobile ? 'dialog' : 'banner').getByRole('link', { name: 'Book a free call' }),
  ).toHaveAttribute('href', '/mentorship?session=Intro+Call#book');
  await navigation.getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL('/contact');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('type and columns grow on a wide screen', async ({ page }) => {
  await page.goto('/services');
  const measure = async (width: number) => {
    await page.setViewportSize({ width, height: 1080 });
    const plans = await page.getByRole('main').getByRole('list').first().boundingBox();
    const text = await page.locator('body').evaluate((body) => getComputedStyle(body).fontSize);
    return { plans: plans?.width ?? 0, text: Number.parseFloat(text) };
  };
  const [usual, wide] = [await measure(1440), await measure(1920)];
  expect(wide.plans / usual.plans).toBeCloseTo(1.125, 2);
  expect(wide.text / usual.text).toBeCloseTo(1.125, 2);
});

test('the drawer keeps the focus, closes on Escape and returns the focus', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 900 });
  await page.goto('/about');
  await untilAlive(page);
  const opener = page.getByRole('button', { name: 'Open menu' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer).toBeVisible();
  await expect(drawer.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();

  // The header gets its background after 10 px of scrolling.
  const header = page.locator('header.site-header');
  await page.evaluate(() => window.scrollTo(0, 10));
  await expect(header).toHaveCSS('backdrop-filter', 'none');
  await page.evaluate(() => window.scrollTo(0, 11));
  await expect(header).toHaveCSS('backdrop-filter', /blur/);
});

test.describe('without scripts', () => {
  test.use({
    javaScriptEnabled: false,
    colorScheme: 'light',
    viewport: { width: 390, height: 844 },
  });

  test('a page follows the system theme, and its drawer opens, links and closes', async ({
    page,
  }) => {
    await page.goto('/about');
    await expect(page.locator('body')).toHaveCSS('color', 'rgb(27, 22, 16)');
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(drawer).toBeVisible();
    await drawer.getByRole('button', { name: 'Close' }).click();
    await expect(drawer).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await drawer.getByRole('link', { name: 'Services' }).click();
    await expect(page).toHaveURL('/services');
    await expect(drawer).toBeHidden();
  });
});

test.describe('theme', () => {
  const theme = (page: import('@playwright/test').Page) =>
    page.evaluate(() => document.documentElement.className);

  test('follows the system on the home page and is dark elsewhere, until the visitor chooses', async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/about');
    expect(await theme(page)).toBe('dark');
    await page.goto('/');
    expect(await theme(page)).toBe('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => theme(page)).toBe('dark');
    await untilAlive(page);
    await page.getByRole('button', { name: 'Toggle theme' }).click();
    expect(await theme(page)).toBe('light');
    expect(await page.evaluate(() => localStorage.getItem('vite-ui-theme'))).toBe('light');
    await page.goto('/services');
    expect(await theme(page)).toBe('light');
  });

  test('theme is set before the first paint', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('vite-ui-theme', 'light'));
    // Only the inline script runs.
    await page.route('**/assets/*.js', () => {});
    await page.goto('/contact', { waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveClass('light');
  });

  test('theme can be toggled if storage is blocked or full', async ({ page }) => {
    await page.addInitScript(() => {
      const fail = () => {
        throw new DOMException('no storage', 'SecurityError');
      };
      // The first page is blocked, the second one full.
      if (location.pathname === '/about')
        Object.defineProperty(window, 'localStorage', { get: fail });
      else Storage.prototype.setItem = fail;
    });
    for (const path of ['/about', '/services']) {
      await page.goto(path);
      await untilAlive(page);
      await page.getByRole('button', { name: 'Toggle theme' }).click();
      expect(await theme(page)).toBe('light');
    }
  });
});

test('a visit is counted without beacons, which some privacy settings remove', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'sendBeacon'));
  const counted = page.waitForResponse('**/api/visits?**');
  await page.goto('/about');
  expect((await counted).status()).toBe(204);
});

test.describe('an unknown path', () => {
  test.use({ allowedConsole: /404/ });

  test('answers 404, says so, and logs an error to the console', async ({ page }) => {
    const logged = page.waitForEvent('console', (message) => message.text().includes('404 Error'));
    const answer = await page.goto('/no/such/page');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
    expect((await logged).type()).toBe('error');
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL('/');
  });
});
