import type { Page } from '@playwright/test';
import { insertLeads, querySite } from '#tests/support/site-rows.ts';
import { expect, test, unique } from './admin-fixtures.ts';
import { expectAccessible, expectNoExcess } from './fixtures.ts';
import { pressOn, tabTo } from './keyboard.ts';

const paths = [
  ...['', '/today', '/more', '/bookings', '/events', '/courses', '/blog', '/testimonials'],
  ...['/videos', '/freebies', '/visits', '/people', '/trash', '/account', '/settings'],
  ...['site', 'offers', 'booking', 'pictures', 'texts', 'legal'].map((one) => `/settings/${one}`),
];

/** Returns where the content of a page begins, in pixels from the top. */
const contentTop = (page: Page) =>
  page.locator('[data-content]').evaluate((content) => content.getBoundingClientRect().top);

for (const { width, height, top } of [
  { width: 390, height: 844, top: 130 },
  { width: 1280, height: 800, top: 120 },
]) {
  test(`every page at ${width} px starts within ${top} px, fits, and is accessible`, async ({
    page,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height });
    for (const path of paths) {
      await page.goto(`/admin${path}`);
      await expect(page.getByTestId('admin-skeleton')).toHaveCount(0);
      const parts = page.locator('[data-content] > *').filter({ visible: true });
      await expect(parts.first()).toBeVisible();
      expect(await contentTop(page), path).toBeLessThanOrEqual(top);
      await expectNoExcess(page);
      await expectAccessible(page);
    }
  });
}

test('on a phone the bottom bar leads everywhere and counts unanswered leads', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await insertLeads([unique('Badge')], 'Contact Form Submission');
  await page.goto('/admin/today');
  const bar = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(bar.getByRole('link')).toHaveText([
    ...['Today', /^Leads\d+\+? unanswered$/, 'Bookings', 'Content', 'More'],
  ]);
  await bar.getByRole('link', { name: 'Content' }).click();
  await expect(page).toHaveURL('/admin/events');
  const tabs = page.getByRole('navigation', { name: 'Tabs' });
  await expect(tabs.getByRole('link')).toHaveText([
    ...['Events', 'Courses', 'Blog', 'Testimonials', 'Videos', 'Freebies'],
  ]);
  await tabs.getByRole('link', { name: 'Freebies' }).click();
  await expect(bar.getByRole('link', { name: 'Content' })).toHaveAttribute('aria-current', 'page');
  await bar.getByRole('link', { name: 'More' }).click();
  const more = page.getByRole('main').getByRole('listitem');
  await expect(more).toHaveText([
    ...['Visits', 'People', 'Settings', 'Trash', 'Your account', 'View site', 'Sign Out'],
  ]);
  await more.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/admin/settings');
  await expect(bar.getByRole('link', { name: 'More' })).toHaveAttribute('aria-current', 'page');
});

test('the search finds by name and number with the keyboard alone', async ({
  page,
  checkAccessibility,
}) => {
  const name = unique('Searched');
  await insertLeads([name], 'Course Purchase Inquiry');
  await querySite("update leads set phone = '+27 84 777 1234' where name = $1", [name]);
  const [event] = await querySite(
    "insert into events (title, date) values ($1, '2031-05-04') returning id",
    [`Evening with ${name}`],
  );
  await page.goto('/admin/today');
  await pressOn(page.getByRole('button', { name: 'Search', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect(dialog.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('nobody of this name');
  await expect(dialog.getByRole('status')).toHaveText('Nothing found for “nobody of this name”.');
  await dialog.getByRole('searchbox').fill('084 777 1234');
  await expect(dialog.getByRole('region', { name: 'People' })).toContainText(name);
  await dialog.getByRole('searchbox').fill(name);
  const events = dialog.getByRole('region', { name: 'Events' });
  await expect(events).toBeVisible();
  await checkAccessibility();
  await tabTo(events.getByRole('link'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/events?edit=${event.id}`);
  await expect(dialog).toBeHidden();
});

test.describe('when the search fails', () => {
  test.use({ allowedConsole: /status of 422/ });

  test('it says so and can be tried again', async ({ page }) => {
    // Live updates would repeat the search before Retry does.
    await page.route('**/api/changes', () => {});
    await page.route('**/api/search', (route) => route.fulfill({ status: 422, json: {} }));
    await page.goto('/admin/today');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Search' });
    await dialog.getByRole('searchbox').fill('anybody at all');
    await expect(dialog.getByRole('alert')).toContainText('The search failed.');
    await page.unroute('**/api/search');
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await expect(dialog.getByText('Nothing found for')).toBeVisible();
  });
});
