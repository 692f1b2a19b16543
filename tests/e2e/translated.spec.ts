import type { Page } from '@playwright/test';
import {
  bookElsewhere,
  createBookingVisitor,
  fillInVisitor,
  openBookingPage,
  openInstants,
  ownDate,
  pickDate,
  pickSlot,
  slotText,
} from './bookings.ts';
import { expect, test, untilAlive } from './fixtures.ts';

const zone = 'America/New_York';
test.use({ timezoneId: zone, allowedConsole: /React rendered the page again/ });

/** Wraps the texts of a page as a translating browser does, including later ones. */
function translate(mark: string): void {
  const wrap = (node: Text) => {
    const isLeftOut = node.parentElement?.closest('script, style, textarea, font, title');
    if (!node.data.trim() || isLeftOut) return;
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.textContent = node.data + mark;
    outer.append(inner);
    node.replaceWith(outer);
  };
  const wrapAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(wrap);
  };
  wrapAll(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof Text) wrap(node);
        else if (node instanceof Element && node.tagName !== 'FONT') wrapAll(node);
  }).observe(document.documentElement, { childList: true, subtree: true });
}

const translatedHeading = (page: Page) =>
  expect(page.getByRole('heading').first()).toHaveText(/~$/);

test('typed text stays if the page is translated before it is interactive', async ({ page }) => {
  for (const path of ['/contact', '/mentorship', '/login']) {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await page.evaluate(translate, '~');
    const email = page.locator('main input[type=email]');
    await email.fill('thandi@example.com');
    release();
    await untilAlive(page);
    await expect(email).toHaveValue('thandi@example.com');
    await expect(email).toBeFocused();
    await translatedHeading(page);
    await page.locator('main button[type=submit]').first().click();
    await expect(email).toHaveValue('thandi@example.com');
    await page.unrouteAll();
  }
});

test('a session is moved on a page that is translated before it is interactive', async ({
  page,
}) => {
  const date = ownDate();
  const [first, second] = openInstants(date, zone);
  const path = await bookElsewhere(first, { ...createBookingVisitor('Zoë'), time_zone: zone });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.clock.setFixedTime(date.subtract({ days: 3 }).toZonedDateTime(zone).epochMilliseconds);
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await page.evaluate(translate, '');
  release();
  await untilAlive(page);
  await pickSlot(page, date, second, zone);
  await page.locator('section[aria-labelledby=move] button[type=submit]').last().click();
  await expect(page).toHaveURL(/moved/);
});

test('a session is booked and moved on translated pages, with correct times', async ({ page }) => {
  const visitor = createBookingVisitor('Lena');
  const date = ownDate();
  const [first, second] = openInstants(date, zone);
  await openBookingPage(page, date);
  await page.evaluate(translate, '');
  await fillInVisitor(page, visitor);
  await pickSlot(page, date, first, zone);
  await page.locator('main button[type=submit]').first().click();
  await page.locator('#booked').waitFor();
  const link = page.locator('main a[href^="/booking/"]').last();
  await page.goto(String(await link.getAttribute('href')));
  await untilAlive(page);
  await page.evaluate(translate, '');
  await pickDate(page, date);
  await page.locator('#move-time').selectOption(slotText(second, zone));
  await page.locator('section[aria-labelledby=move] button[type=submit]').click();
  await expect(page).toHaveURL(/moved/);
  await expect(page.locator('main time')).toContainText(
    slotText(second, zone).split(' · ')[0] ?? '',
  );
});
