import type { Page } from '@playwright/test';
import { operator } from '#tests/support/site-under-test.ts';
import { expect, test, untilAlive } from './fixtures.ts';

/** What the browser itself says of requests that fail. */
test.use({ allowedConsole: /Failed to load resource|net::ERR_|status of \d{3}/ });

const notice = (page: Page) => page.getByText('The page could not be loaded.');
const retry = (page: Page) => page.getByRole('button', { name: 'Retry' });

/** The contact page, alive, with a message that is being written. */
async function writeMessage(page: Page) {
  await page.goto('/contact');
  await untilAlive(page);
  const message = page.getByLabel('Message');
  await message.fill('Words that must not get lost');
  return message;
}

async function openMenu(page: Page, isMobile: boolean) {
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click();
  return page.getByRole('navigation', { name: isMobile ? 'Menu' : 'Main' });
}

test('a link without a connection leaves the page as it is, says so, and Retry goes on', {
  tag: '@phone',
}, async ({ page, context, isMobile }) => {
  const message = await writeMessage(page);
  const menu = await openMenu(page, isMobile);
  await context.setOffline(true);
  // Pointing at it asks for its code and its data already.
  await menu.getByRole('link', { name: 'Freebies' }).hover();
  await menu.getByRole('link', { name: 'Freebies' }).click();
  await expect(notice(page)).toBeVisible();
  await expect(page).toHaveURL('/contact');
  await expect(message).toHaveValue('Words that must not get lost');
  // The notice stands all the while: that this try has failed too shows in what it asks last.
  const lastAsked = page.waitForEvent('requestfailed', (asked) => /\/healthz$/.test(asked.url()));
  await retry(page).click();
  await lastAsked;
  await expect(notice(page)).toBeVisible();
  await expect(page).toHaveURL('/contact');

  await context.setOffline(false);
  await retry(page).click();
  await expect(page).toHaveURL('/freebies');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Free Resources');
  await expect(notice(page)).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL('/contact');
});

test('a connection that drops once a link was pointed at is the same', async ({
  page,
  context,
}) => {
  const message = await writeMessage(page);
  const link = page.getByRole('banner').getByRole('link', { name: 'Time vs Price' });
  const code = page.waitForResponse(/\/assets\/home-[^/]*\.js$/);
  // Its data, fetched ahead as well, would be enough to show it.
  await page.route(/\/_\.data/, (route) => route.abort());
  await link.focus();
  await code;
  await context.setOffline(true);
  await link.click();
  await expect(notice(page)).toBeVisible();
  await expect(message).toHaveValue('Words that must not get lost');
  await context.setOffline(false);
  await page.unroute(/\/_\.data/);
  await retry(page).click();
  await expect(page).toHaveURL('/');
});

test('Back without a connection stays too, and the history stays as it was', async ({
  page,
  isMobile,
}) => {
  await page.goto('/about');
  await untilAlive(page);
  await (await openMenu(page, isMobile)).getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL('/contact');
  const length = await page.evaluate(() => history.length);
  await page.route(/\/about\.data/, (route) => route.abort());
  await page.goBack();
  await expect(notice(page)).toBeVisible();
  await expect(page).toHaveURL('/contact');
  await page.unroute(/\/about\.data/);
  await retry(page).click();
  await expect(page).toHaveURL('/about');
  expect(await page.evaluate(() => history.length)).toBe(length);
  await page.goForward();
  await expect(page).toHaveURL('/contact');
});

test('Back leaves the history as it was, however soon after the link it is pressed', async ({
  page,
  isMobile,
}) => {
  await page.goto('/about');
  await untilAlive(page);
  const { promise: isShown, resolve: show } = Promise.withResolvers<void>();
  await page.route(/\/about\.data/, async (route) => {
    await isShown;
    await route.abort();
  });
  // Before React has shown the page whose URL is there.
  await page.evaluate(() => {
    const { pushState } = history;
    history.pushState = (...given) => {
      history.pushState = pushState;
      history.pushState(...given);
      history.back();
    };
  });
  await (await openMenu(page, isMobile)).getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByLabel('Message')).toBeVisible();
  show();
  await expect(notice(page)).toBeVisible();
  await expect(page).toHaveURL('/contact');
  await page.unroute(/\/about\.data/);
  await retry(page).click();
  await expect(page).toHaveURL('/about');
  await page.goForward();
  await expect(page).toHaveURL('/contact');
});

test('what a proxy answers in the place of the site is no answer', async ({ page, isMobile }) => {
  const message = await writeMessage(page);
  const menu = await openMenu(page, isMobile);
  for (const status of [502, 503, 504]) {
    await page.route(/\/videos\.data/, (route) =>
      route.fulfill({ status, contentType: 'text/html', body: '<h1>Gateway</h1>' }),
    );
    const asked = page.waitForResponse(/\/videos\.data/);
    await menu.getByRole('link', { name: 'Video Insights' }).click();
    await asked;
    await expect(notice(page)).toBeVisible();
    await expect(message).toHaveValue('Words that must not get lost');
    await page.unroute(/\/videos\.data/);
  }
  await retry(page).click();
  await expect(page).toHaveURL('/videos');
});

test('a page whose code is of another version is loaded as a whole', async ({ page, isMobile }) => {
  await page.goto('/contact');
  await untilAlive(page);
  // The new document would name the new version.
  await page.route(/\/assets\/about-[^/]*\.js$/, (route) =>
    page.url().endsWith('/contact') ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await (await openMenu(page, isMobile)).getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL('/about');
  await untilAlive(page);
});

test('a form that reaches nobody keeps its words and says so', async ({ page }) => {
  await page.goto('/login');
  await untilAlive(page);
  await page.route(/\/login\.data/, (route) => route.abort());
  await page.getByLabel('Email').fill(operator.email);
  await page.getByLabel('Password', { exact: true }).fill('whatever it is');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('No answer came.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(operator.email);
});

test.describe('the error screen', () => {
  test.use({ allowedConsole: /A page broke|status of \d{3}/ });

  /** Has its type, its colours and its size. */
  async function expectStyled(page: Page, ground: string) {
    await expect(page).toHaveTitle('Unexpected Application Error!');
    const heading = page.getByRole('heading', { name: 'Unexpected Application Error!' });
    await expect(heading).toBeVisible();
    await expect(heading).toHaveCSS('font-family', /Bodoni/);
    await expect(page.locator('html')).toHaveCSS('background-color', ground);
    const candle = await page.locator('main svg').first().boundingBox();
    expect(candle?.height).toBe(64);
    await expect(page.getByRole('link', { name: 'Return to Home' })).toBeVisible();
  }

  const grounds = { light: 'rgb(250, 247, 241)', dark: 'rgb(13, 11, 8)' };
  for (const theme of ['light', 'dark'] as const) {
    test(`is ${theme} where the site is, when a page breaks in the browser`, async ({
      page,
      isMobile,
      checkAccessibility,
    }) => {
      await page.addInitScript((choice) => localStorage.setItem('vite-ui-theme', choice), theme);
      await page.goto('/contact');
      await untilAlive(page);
      await page.route(/\/assets\/about-[^/]*\.js$/, (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: 'export default () => { if (globalThis.isMended) return "mended"; throw new Error("A page broke.") }',
        }),
      );
      await (await openMenu(page, isMobile)).getByRole('link', { name: 'About' }).click();
      await expectStyled(page, grounds[theme]);
      await expect(page.getByText('A page broke.')).toBeVisible();
      await checkAccessibility();
      await page.evaluate(() => Object.assign(globalThis, { isMended: true }));
      await page.getByRole('link', { name: 'Try again' }).click();
      await expect(page.locator('main')).toHaveText('mended');
      await expect(page.locator('html')).toHaveCSS('background-color', grounds[theme]);
    });
  }

  test('is styled when the server has thrown, with and without scripts', async ({ page }) => {
    await page.goto('/about');
    await page.evaluate(() => {
      const form = document.createElement('form');
      form.method = 'post';
      document.body.append(form);
      form.submit();
    });
    await expectStyled(page, grounds.dark);
    await expect(page.getByText('405 Method Not Allowed')).toBeVisible();
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Master The Markets/);
  });

  test('shows the status of an answer to a navigation, and Try again asks again', async ({
    page,
    isMobile,
  }) => {
    await page.goto('/contact');
    await untilAlive(page);
    await page.route(/\/about\.data/, (route) => route.fulfill({ status: 429, body: 'Slow down' }));
    await (await openMenu(page, isMobile)).getByRole('link', { name: 'About' }).click();
    await expectStyled(page, grounds.dark);
    await expect(page.getByText('429')).toBeVisible();
    await page.unroute(/\/about\.data/);
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page).toHaveTitle(/About/);
  });
});
