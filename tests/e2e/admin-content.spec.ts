import { samplePicture } from '#tests/support/sample-files.ts';
import { insertBooking, querySite, untilPublic } from '#tests/support/site-rows.ts';
import { confirmDeletion, expect, test, unique } from './admin-fixtures.ts';

test('bookings are listed by state, searched, shown on a calendar and deleted', async ({
  page,
}) => {
  const name = unique('Thabo');
  await insertBooking(name, 2);
  await page.goto('/admin/bookings');
  const card = page.getByRole('article').filter({ hasText: name });
  await expect(card).toContainText('Upcoming');
  await expect(card).toContainText('SAST');
  await expect(card).toContainText(/Client’s time: .* Asia\/Kathmandu \(GMT\+5:45\)/);
  await page.getByRole('link', { name: 'Calendar' }).click();
  await expect(page).toHaveURL(/view=calendar/);
  await expect(page.getByRole('region', { name: 'Calendar', exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('article').first()).toContainText(/Today|Upcoming/);
  const search = page.getByRole('searchbox', { name: 'Search bookings' });
  await search.fill('nobody of this name');
  await expect(page.getByText('No bookings found for “nobody of this name”.')).toBeVisible();
  await search.fill(name.toUpperCase());
  await expect(page.getByRole('article')).toHaveCount(1);
  // Live: what happens elsewhere moves it into another list.
  await querySite('update bookings set cancelled_at = now() where name = $1', [name]);
  await expect(card).toBeHidden();
  await page.getByRole('link', { name: 'Cancelled' }).click();
  await expect(card).toContainText('Cancelled');
  await page.reload();
  await expect(page.getByRole('link', { name: 'Cancelled' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await card.getByRole('button', { name: /Delete/ }).click();
  await confirmDeletion(page);
  await expect(page.getByText('Booking deleted successfully')).toBeVisible();
  await expect(card).toBeHidden();
});

test('features are added to a course one at a time', {
  tag: '@phone',
}, async ({ page, openForm, checkAccessibility }) => {
  const title = unique('Course');
  await page.goto('/admin/courses');
  await openForm('New course');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Price').fill('R1500');
  const feature = page.getByLabel('Features', { exact: false }).first();
  await feature.fill('Videos');
  await feature.press('Enter');
  await feature.fill('   ');
  await feature.press('Enter');
  await feature.fill('A mistake');
  await page.getByRole('button', { name: 'Add feature' }).click();
  const features = page.getByRole('list', { name: 'Features of this course' });
  await expect(features.getByRole('listitem')).toHaveCount(2);
  await page.reload();
  await expect(features.getByRole('listitem')).toHaveText(['Videos', 'A mistake']);
  await expect(feature).toHaveValue('');
  await features.getByRole('button', { name: 'Remove A mistake' }).click();
  await expect(features.getByRole('listitem')).toHaveText(['Videos']);
  await page.getByRole('button', { name: 'Add Course' }).click();
  await expect(page.getByText('Course added successfully')).toBeVisible();
  const card = page.getByRole('article').filter({ hasText: title });
  await expect(card.getByRole('listitem')).toHaveText(['Videos']);
  await expect(features).toBeHidden();
  await checkAccessibility();
  await card.getByRole('button', { name: /Delete/ }).click();
  await confirmDeletion(page);
  await expect(page.getByText('Course deleted successfully')).toBeVisible();
});

test('a post is written with a preview, kept across a reload, edited and deleted', async ({
  page,
  openForm,
}) => {
  const title = unique('Post');
  await page.goto('/admin/blog');
  await openForm('New post');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Topic').fill('Patience');
  await page.getByLabel('Date').fill('2026-11-21');
  await page.getByLabel('Content').fill('See [the site](https://example.com) <b>now</b>.');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('link', { name: 'the site' })).toBeVisible();
  await expect(preview).toContainText('<b>now</b>');
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await expect(page.getByLabel('Content')).toHaveValue(/See \[the site\]/);
  await page.getByRole('button', { name: 'Add Post' }).click();
  await expect(page.getByText('Post added successfully')).toBeVisible();
  await expect(page.getByRole('region', { name: 'New post' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Add post' })).toBeFocused();
  const card = page.getByRole('article').filter({ hasText: title });
  await expect(card).toContainText('See the site <b>now</b>.');

  await card.getByRole('link', { name: /Edit/ }).click();
  await expect(page).toHaveURL(/edit=/);
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await page.getByLabel('Content').fill('Rewritten.');
  await page.reload();
  await expect(page.getByLabel('Content')).toHaveValue('Rewritten.');
  await page.getByRole('button', { name: 'Update Post' }).click();
  await expect(page.getByText('Post updated successfully')).toBeVisible();
  await expect(card).toContainText('Rewritten.');
  await untilPublic('/education', (html) => html.includes(title));
  await page.goto('/education');
  const published = page.getByRole('article').filter({ hasText: title });
  await expect(published).toContainText('Patience · 21 November 2026');
  await page.goto('/admin/blog');
  await card.getByRole('button', { name: /Delete/ }).click();
  await confirmDeletion(page);
  await expect(page.getByText('Post deleted successfully')).toBeVisible();
});

test('a post is formatted with the toolbar and gets a picture', {
  tag: '@phone',
}, async ({ page, openForm, checkAccessibility }) => {
  await page.goto('/admin/blog');
  await openForm('New post');
  const content = page.getByLabel('Content');
  const tool = (name: string) =>
    page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name }).click();
  await content.fill('The plan');
  await tool('Heading');
  await content.press('End');
  await content.press('Enter');
  await tool('List');
  await page.keyboard.type('One');
  await page.keyboard.press('Enter');
  await tool('Bold');
  await page.keyboard.type('Two');
  await expect(content).toHaveValue('## The plan\n- One\n- **Two**');
  await tool('Picture');
  const dialog = page.getByRole('dialog', { name: 'Add a picture' });
  await dialog.getByLabel('Picture', { exact: true }).setInputFiles({
    ...{ name: 'chart.png', mimeType: 'image/png' },
    buffer: await samplePicture(),
  });
  await dialog.getByLabel('Description').fill('A chart');
  await expect(dialog.getByText('Uploaded.')).toBeVisible();
  await checkAccessibility();
  await dialog.getByRole('button', { name: 'Insert picture' }).click();
  await expect(content).toBeFocused();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'The plan' })).toBeVisible();
  await expect(preview.getByRole('listitem')).toHaveText(['One', 'Two']);
  await expect(preview.getByRole('img', { name: 'A chart' })).toBeAttached();
  await checkAccessibility();
});
