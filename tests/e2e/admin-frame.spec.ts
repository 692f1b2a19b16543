import { insertLeads, querySite } from '#tests/support/site-rows.ts';
import { expect, test, unique } from './admin.ts';
import { untilAlive } from './fixtures.ts';

test('on a phone the bottom bar links to every page and counts unanswered leads', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await insertLeads([unique('Badge')], 'Contact Form Submission');
  await page.goto('/admin/today');
  const bar = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(bar.getByRole('link')).toHaveText([
    'Today',
    /^Leads\d+\+? unanswered$/,
    'Bookings',
    'Content',
    'More',
  ]);
  await bar.getByRole('link', { name: 'Content' }).click();
  await expect(page).toHaveURL('/admin/events');
  const tabs = page.getByRole('navigation', { name: 'Tabs' });
  await expect(tabs.getByRole('link')).toHaveText([
    'Events',
    'Courses',
    'Blog',
    'Testimonials',
    'Videos',
    'Freebies',
  ]);
  await tabs.getByRole('link', { name: 'Freebies' }).click();
  await expect(bar.getByRole('link', { name: 'Content' })).toHaveAttribute('aria-current', 'page');
  await bar.getByRole('link', { name: 'More' }).click();
  const more = page.getByRole('main').getByRole('listitem');
  await expect(more).toHaveText([
    'Money',
    'Visits',
    'People',
    'Settings',
    'Trash',
    'Your account',
    'View site',
    'Sign Out',
  ]);
  await more.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/admin/settings');
  await expect(bar.getByRole('link', { name: 'More' })).toHaveAttribute('aria-current', 'page');
});

test('the search finds names and numbers with only the keyboard', async ({
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
  await page.getByRole('button', { name: 'Search', exact: true }).press('Enter');
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
  await events.getByRole('link').press('Enter');
  await expect(page).toHaveURL(`/admin/events?edit=${event.id}`);
  await expect(dialog).toBeHidden();
});

test('at 400 % zoom the bars scroll away, and nothing covers the focused field', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  for (const path of ['/admin/settings/payments', '/admin/bookings', '/admin/events?new']) {
    await page.goto(path);
    await untilAlive(page);
    await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
    const staying = page.locator('body *').filter({ visible: true });
    const bars = await staying.evaluateAll((elements) =>
      elements
        .filter((element) => /^(?:fixed|sticky)$/.test(getComputedStyle(element).position))
        // The skip link is above the window until it has the focus.
        .filter((element) => element.getBoundingClientRect().bottom > 0)
        .map((element) => element.outerHTML.slice(0, 80)),
    );
    expect(bars, path).toEqual([]);
  }
  for (const field of await page.getByRole('textbox').all()) {
    await field.focus();
    const isCovered = await field.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const y = Math.min(Math.max(top + height / 2, 1), innerHeight - 1);
      return !element.contains(document.elementFromPoint(left + width / 2, y));
    });
    expect(isCovered).toBe(false);
  }
});
