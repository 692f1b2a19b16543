import { samplePdf, samplePicture, sampleVideo } from '#tests/support/sample-files.ts';
import { signInAs } from '#tests/support/site-accounts.ts';
import { insertBooking, insertLeads, querySite } from '#tests/support/site-rows.ts';
import { operator } from '#tests/support/site-under-test.ts';
import { expect, test, unique } from './admin-fixtures.ts';
import { cardOf, chooseFile, deleteCard, openTab, pressOn, tabTo, typeInto } from './keyboard.ts';

/* Every action of the admin with the keyboard alone: nothing here presses or points. */

test('a lead is found, answered, exported and deleted', async ({ page }) => {
  const [name, other] = [unique('Key'), unique('Key')];
  await insertLeads([other, name], 'Course Purchase Inquiry');
  await page.goto('/admin');
  const sources = page.getByRole('navigation', { name: 'Groups' });
  await pressOn(sources.getByRole('link', { name: /^Course/ }));
  await expect(page).toHaveURL(/group=course/);
  await typeInto(page, 'Search leads', name);
  const card = cardOf(page, name);
  await expect(page.getByRole('article')).toHaveCount(1);
  const downloading = page.waitForEvent('download');
  await pressOn(page.getByRole('link', { name: /Export CSV/ }));
  expect((await downloading).suggestedFilename()).toMatch(/^leads-/);
  await tabTo(card.getByRole('link', { name: /Reply/ }));
  await tabTo(card.getByRole('link', { name: /WhatsApp/ }));
  await deleteCard(cardOf(page, name), 'lead');
  await expect(page.getByText('Lead deleted successfully')).toBeVisible();
  await expect
    .poll(() => querySite('select 1 from leads where name = $1 and deleted_at is null', [name]))
    .toEqual([]);
});

test('a deletion is undone by way of the notifications', async ({ page }) => {
  const name = unique('Key');
  await insertLeads([name], 'Course Purchase Inquiry');
  await page.goto('/admin?group=course');
  await typeInto(page, 'Search leads', name);
  await expect(page.getByRole('article')).toHaveCount(1);
  const card = cardOf(page, name);
  await pressOn(card.getByRole('button', { name: /^Delete / }));
  await pressOn(page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }));
  await expect(card).toBeHidden();
  await page.keyboard.press('Alt+T');
  await pressOn(page.getByRole('button', { name: 'Undo' }));
  await expect(card).toBeVisible();
  expect(await querySite('select 1 from leads where name = $1', [name])).toHaveLength(1);
});

test('bookings are exported, turned over on the calendar, and deleted', async ({ page }) => {
  const name = unique('Key');
  await insertBooking(name, 40);
  await openTab(page);
  const tabs = page.getByRole('navigation', { name: 'Dashboard' });
  await pressOn(tabs.getByRole('link', { name: 'Bookings' }));
  await expect(page.getByTestId('admin-skeleton')).toHaveCount(0);
  const downloading = page.waitForEvent('download');
  const views = page.getByRole('navigation', { name: 'Views' });
  await tabTo(views.getByRole('link', { name: 'Calendar' }));
  await typeInto(page, 'Search bookings', name);
  await expect(page.getByRole('article')).toHaveCount(1);
  await pressOn(page.getByRole('link', { name: /Export CSV/ }));
  expect((await downloading).suggestedFilename()).toMatch(/^bookings-/);
  await tabTo(views.getByRole('link', { name: 'Calendar' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const calendar = page.getByRole('region', { name: 'Calendar', exact: true });
  const heading = calendar.getByRole('heading');
  const month = await heading.textContent();
  await pressOn(calendar.getByRole('button', { name: 'Next month' }));
  await expect(heading).not.toHaveText(month ?? '');
  await page.keyboard.press('Enter');
  await tabTo(calendar.getByRole('button', { name: 'Previous month' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const [{ day }] = await querySite(
    `select trim(to_char(booking_date at time zone 'Africa/Johannesburg', 'FMDay, FMDD FMMonth YYYY')) as day
     from bookings where name = $1`,
    [name],
  );
  const cell = calendar.getByRole('button', { name: new RegExp(`${day}: \\d`) });
  if (!(await cell.isVisible())) {
    await pressOn(calendar.getByRole('button', { name: 'Next month' }));
  }
  await pressOn(cell, 'Space');
  await expect(cell).toHaveAttribute('aria-pressed', 'true');
  await deleteCard(cardOf(page, name), 'booking');
  await expect(page.getByText('Booking deleted successfully')).toBeVisible();
});

test('an event is added and deleted', async ({ page }) => {
  const title = unique('Key');
  await openTab(page, 'events?new');
  await typeInto(page, /^Title/, title);
  await typeInto(page, /^Date/, '05042031');
  await typeInto(page, /^Time/, '0630PM');
  await pressOn(page.getByRole('button', { name: 'Add Event' }));
  await expect(cardOf(page, title)).toContainText('4 May 2031, 18:30 SAST');
  await expect(page.getByRole('link', { name: 'Add event' })).toBeFocused();
  await deleteCard(cardOf(page, title), 'event');
});

test('a course is added with its features and deleted', async ({ page }) => {
  const title = unique('Key');
  await openTab(page, 'courses?new');
  await typeInto(page, /^Title/, title);
  await typeInto(page, /^Price/, 'R1500');
  const feature = page.getByLabel('Features', { exact: false }).first();
  await tabTo(feature);
  await page.keyboard.type('Videos');
  await page.keyboard.press('Enter');
  await page.keyboard.type('A mistake');
  await pressOn(page.getByRole('button', { name: 'Add feature' }), 'Space');
  await expect(feature).toBeFocused();
  await pressOn(page.getByRole('button', { name: 'Remove A mistake' }));
  await expect(feature).toBeFocused();
  await pressOn(page.getByRole('button', { name: 'Add Course' }));
  await expect(cardOf(page, title).getByRole('listitem')).toHaveText(['Videos']);
  await deleteCard(cardOf(page, title), 'course');
});

test('a post is written, edited, given up and deleted', async ({ page }) => {
  const title = unique('Key');
  await openTab(page, 'blog?new');
  await typeInto(page, /^Title/, title);
  await typeInto(page, /^Date/, '11212026');
  await chooseFile(page, 'Image', {
    ...{ name: 'key.png', mimeType: 'image/png' },
    buffer: await samplePicture(),
  });
  await expect(page.getByRole('button', { name: 'Remove picture' })).toBeVisible();
  await typeInto(page, /^Content/, 'First words.');
  await pressOn(page.getByRole('button', { name: 'Add Post' }));
  const edit = cardOf(page, title).getByRole('link', { name: `Edit ${title}` });
  await pressOn(edit);
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
  await pressOn(page.getByRole('button', { name: 'Cancel' }));
  await expect(edit).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
  await typeInto(page, /^Content/, 'Second words.');
  await pressOn(page.getByRole('button', { name: 'Update Post' }));
  await expect(page.getByText('Post updated successfully')).toBeVisible();
  await expect(edit).toBeFocused();
  await deleteCard(cardOf(page, title), 'post');
});

test('a post that changes elsewhere while it is edited takes no focus', async ({ page }) => {
  const [post] = await querySite(
    "insert into blog_posts (title, date, content, excerpt) values ($1, '2026-11-21', 'Old', 'Old') returning id",
    [unique('Key')],
  );
  const listening = page.waitForResponse((response) => response.url().endsWith('/api/changes'));
  await page.goto(`/admin/blog?edit=${post.id}`);
  await listening;
  const content = page.getByLabel('Content');
  await typeInto(page, /^Content/, 'More. ');
  const changed = unique('Changed');
  const readAgain = page.waitForResponse((response) =>
    response.url().includes(`/blog_posts/${post.id}?`),
  );
  await querySite('update blog_posts set title = $1 where id = $2', [changed, post.id]);
  await readAgain;
  await expect(cardOf(page, changed)).toBeVisible();
  await page.keyboard.type('And more.');
  await expect(content).toHaveValue(/More\. .*And more\./);
  await expect(content).toBeFocused();
});

const files = [
  {
    ...{ tab: 'videos', noun: 'video', label: 'Video', send: 'Upload Video', subtitle: 'S' },
    file: () => ({ name: 'key.mp4', mimeType: 'video/mp4', buffer: sampleVideo() }),
  },
  {
    ...{ tab: 'freebies', noun: 'freebie', label: 'PDF', send: 'Upload Freebie', subtitle: '' },
    file: () => ({ name: 'key.pdf', mimeType: 'application/pdf', buffer: samplePdf() }),
  },
];

for (const { tab, noun, label, send, subtitle, file } of files) {
  test(`a ${noun} is chosen, uploaded and deleted`, async ({ page }) => {
    const title = unique('Key');
    await openTab(page, `${tab}?new`);
    await chooseFile(page, label, file());
    await expect(page.getByText('Uploaded.')).toBeVisible();
    await pressOn(page.getByRole('button', { name: /^Remove key/ }));
    await chooseFile(page, label, file());
    await expect(page.getByText('Uploaded.')).toBeVisible();
    await typeInto(page, /^Title/, title);
    if (subtitle) await typeInto(page, /^Subtitle/, subtitle);
    await pressOn(page.getByRole('button', { name: send }));
    await expect(cardOf(page, title)).toBeVisible();
    await deleteCard(cardOf(page, title), noun);
  });
}

test('signing out', async ({ page }) => {
  await signInAs(page, operator);
  await openTab(page);
  await pressOn(page.getByRole('button', { name: 'Account menu' }));
  await pressOn(page.getByRole('button', { name: 'Sign Out' }));
  await expect(page).toHaveURL('/');
});
