import type { Page } from '@playwright/test';
import { querySite } from '#tests/support/site-rows.ts';
import { cardOf, expect, test, unique } from './admin.ts';

const addEvent = async (title: string) => {
  const [row] = await querySite(
    "insert into events (title, date, time, location) values ($1, '2031-05-04', '18:30', 'Online') returning id",
    [title],
  );
  return row.id as string;
};

test.describe('two devices', () => {
  test.use({ allowedConsole: /409/ });

  test('edit one event, and the second one sees both versions and chooses one', async ({
    page,
    checkAccessibility,
  }) => {
    const title = unique('Gold at the open');
    const id = await addEvent(title);
    const read = async () =>
      (await querySite('select title, time, location from events where id = $1', [id]))[0];
    const saveElsewhere = (changed: string) =>
      querySite(
        "update events set title = $1, time = '19:00', version = version + 1 where id = $2",
        [changed, id],
      );
    await page.goto(`/admin/events?edit=${id}`);
    await expect(page.getByLabel('Title')).toHaveValue(title);
    await page.getByLabel('Title').fill(`${title}, once`);
    await page.getByLabel('Location').fill('The library');
    await saveElsewhere(`${title}, twice`);
    await page.getByRole('button', { name: 'Update Event' }).click();
    const panel = page.getByRole('region', { name: 'Someone else saved changes' });
    await expect(panel).toBeFocused();
    await expect(panel.getByRole('definition')).toContainText([
      new RegExp(`Yours.*${title}, once.*Theirs.*${title}, twice`),
      /Yours.*18:30.*Theirs.*19:00/,
      /Yours.*The library.*Theirs.*Online/,
    ]);
    await checkAccessibility();
    await panel.getByRole('button', { name: 'Keep mine' }).click();
    await expect(page.getByText('Event updated successfully')).toBeVisible();
    expect(await read()).toEqual({
      title: `${title}, once`,
      time: '18:30:00',
      location: 'The library',
    });

    await page.goto(`/admin/events?edit=${id}`);
    await page.getByLabel('Location').fill('Nowhere');
    await saveElsewhere(`${title}, again`);
    // The draft is now older than the event.
    await page.reload();
    await expect(panel).toContainText('Nowhere');
    await panel.getByRole('button', { name: 'Take theirs' }).click();
    await expect(page.getByRole('link', { name: 'Add event' })).toBeVisible();
    expect(await read()).toMatchObject({ title: `${title}, again`, location: 'The library' });
  });
});

test('unsaved changes survive a reload until they are discarded', async ({ page }) => {
  const title = unique('Kept');
  await page.goto(`/admin/events?edit=${await addEvent(title)}`);
  const form = page.getByRole('region', { name: 'Edit event' });
  await expect(form.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await form.getByLabel('Location').fill('The library');
  await page.reload();
  await expect(form.getByLabel('Location')).toHaveValue('The library');
  await expect(form.getByText('Your unsaved changes are still here.')).toBeVisible();
  await form.getByRole('button', { name: 'Discard changes' }).click();
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByLabel('Location')).toHaveValue('The library');
  await form.getByRole('button', { name: 'Discard changes' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toBeHidden();
  await cardOf(page, title).getByRole('link', { name: /^Edit/ }).click();
  await expect(form.getByLabel('Location')).toHaveValue('Online');
});

const reason = 'The database is unavailable.';

/** Answers instead of the server until the returned function is called. */
async function refuse(page: Page, method: string, path: RegExp, status = 503) {
  const matches = (url: URL) => path.test(url.pathname);
  await page.route(matches, (route) =>
    route.request().method() === method
      ? route.fulfill({
          status,
          contentType: 'application/problem+json',
          json: { status, code: 'database-unavailable', detail: reason },
        })
      : route.fallback(),
  );
  return () => page.unroute(matches);
}

test.describe('requests that the server refuses', () => {
  test.use({ allowedConsole: /status of (?:404|409|422|503)/ });

  test('a list that cannot be loaded shows an error with its name and loads on Retry', async ({
    page,
  }) => {
    // Live updates would reload the list before Retry does.
    await page.route('**/api/changes', () => {});
    const tabs = page.getByRole('navigation', { name: 'Dashboard' });
    for (const { label, table, what } of [
      { label: 'Leads', table: 'leads', what: 'leads' },
      { label: 'Bookings', table: 'bookings', what: 'bookings' },
      { label: 'Blog', table: 'blog_posts', what: 'posts' },
    ]) {
      const letThrough = await refuse(page, 'GET', new RegExp(`^/api/${table}$`), 422);
      if (label === 'Leads') await page.goto('/admin?group=course');
      else await tabs.getByRole('link', { name: label }).click();
      await expect(page.getByText(`Failed to fetch ${what}`)).toBeVisible();
      const notice = page.getByRole('alert').filter({ hasText: 'This list could not be loaded.' });
      await letThrough();
      await notice.getByRole('button', { name: 'Retry' }).press('Enter');
      await expect(notice).toBeHidden();
    }
    await page.goto(`/admin/blog?edit=${crypto.randomUUID()}`);
    await expect(page.getByText('Post not found.')).toBeVisible();
  });

  test('a form that cannot be saved keeps its text and is saved on the next attempt', async ({
    page,
    openForm,
  }) => {
    const title = unique('Refused');
    await page.goto('/admin/events');
    await openForm('New event');
    await page.getByLabel('Title', { exact: true }).fill(title);
    await page.getByLabel('Date', { exact: true }).fill('2031-05-04');
    const letThrough = await refuse(page, 'POST', /^\/api\/events$/);
    await page.getByRole('button', { name: 'Add Event' }).click();
    await expect(page.getByText('Failed to add event')).toBeVisible();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title);
    await letThrough();
    await page.getByRole('button', { name: 'Add Event' }).click();
    await expect(page.getByText('Event added successfully')).toBeVisible();
    expect(await querySite('select 1 from events where title = $1', [title])).toHaveLength(1);
  });
});
