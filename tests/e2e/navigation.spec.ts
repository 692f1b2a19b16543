import type { Page } from '@playwright/test';
import { expect, setLine, test, untilAlive } from './fixtures.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

test('Back and Forward restore the scroll position', async ({ page }) => {
  await page.goto('/services');
  await untilAlive(page);
  await page.evaluate(() => window.scrollTo(0, 700));
  await menu(page).getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL('/about');
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 300));
  await page.goBack();
  await expect(page).toHaveURL('/services');
  await expect.poll(() => scrolled(page)).toBe(700);
  await page.goForward();
  await expect(page).toHaveURL('/about');
  await expect.poll(() => scrolled(page)).toBe(300);
});

test('public pages do not opt out of the back/forward cache', async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  /**
   * Leaves a page and returns. Returns what kept it out of the back/forward cache, apart from the
   * headless browser itself.
   */
  async function leaveAndComeBack(path: string) {
    const explanations = Promise.withResolvers<{ type: string; reason: string }[]>();
    session.once('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
      explanations.resolve(notRestoredExplanations),
    );
    await page.goto(path);
    // A picture that is still loading would keep the page out.
    await page.waitForLoadState('networkidle');
    await page.goto('/robots.txt');
    await page.goBack();
    return (await explanations.promise)
      .filter(({ type }) => type !== 'Circumstantial')
      .map(({ reason }) => reason);
  }
  for (const path of ['/', '/about', '/services', '/mentorship', '/contact', '/education']) {
    await test.step(path, async () => expect(await leaveAndComeBack(path), path).toEqual([]));
  }
});

/** Records whether each document fades in, and for how long. */
const noteFades = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('pagereveal', ({ viewTransition }) => {
      viewTransition?.ready.then(() => {
        const shown = getComputedStyle(document.documentElement, '::view-transition-new(root)');
        Object.assign(window, { fade: shown.animationDuration });
      });
    });
  });

const fade = (page: Page) => page.evaluate(() => Reflect.get(window, 'fade'));

async function goToAbout(page: Page) {
  await noteFades(page);
  await page.goto('/');
  await untilAlive(page);
  await menu(page).getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL('/about');
  await untilAlive(page);
}

test('a page fades in within 300 ms, unless less motion is preferred', async ({ page }) => {
  await goToAbout(page);
  expect(await fade(page)).toBeUndefined();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await goToAbout(page);
  await expect.poll(() => fade(page)).toBe('0.3s');
});

test('the browser may prefetch public pages, unless it saves data', async ({ page }) => {
  const rules = page.locator('script[type="speculationrules"]');
  await page.goto('/about');
  await untilAlive(page);
  await expect(rules).toHaveCount(0);
  await setLine(page, { saveData: false });
  await page.reload();
  await expect(rules).toHaveCount(1);
  const text = await rules.textContent();
  expect(text).toContain('"/services"');
  expect(text).not.toMatch(/admin|login|booking|request/);
});

test.describe('the error screen', () => {
  test.use({ allowedConsole: /A page broke|status of \d{3}|Minified React error/ });

  async function expectStyled(page: Page, ground: string) {
    const heading = page.getByRole('heading', { name: 'Unexpected Application Error!' });
    await expect(heading).toBeVisible();
    await expect(heading).toHaveCSS('font-family', /Bodoni/);
    await expect(page.locator('html')).toHaveCSS('background-color', ground);
    await expect(page.getByRole('link', { name: 'Return to Home' })).toBeVisible();
  }

  test('keeps the theme when a page fails in the browser', async ({ page, checkAccessibility }) => {
    await page.addInitScript(() => localStorage.setItem('vite-ui-theme', 'light'));
    await page.route(/\/assets\/login-[^/]*\.js$/, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'export default () => { throw new Error("A page broke.") }',
      }),
    );
    await page.goto('/login');
    await expectStyled(page, 'rgb(250, 247, 241)');
    await expect(page.getByText('A page broke.')).toBeVisible();
    await checkAccessibility();
    await page.unrouteAll();
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  });

  test('the error screen is a document when the server throws', async ({ page }) => {
    await page.goto('/about');
    await page.evaluate(() => {
      const form = document.createElement('form');
      form.method = 'post';
      document.body.append(form);
      form.submit();
    });
    await expectStyled(page, 'rgb(13, 11, 8)');
    await expect(page.getByText('405 Method Not Allowed')).toBeVisible();
    await expect(page.locator('script[src*="react-"]')).toHaveCount(0);
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Master The Markets/);
  });
});
