import { planCourseIds } from '#rules/plan-courses.ts';
import { samplePicture } from '#tests/support/sample-files.ts';
import { querySite, untilPublic } from '#tests/support/site-rows.ts';
import { cardOf, confirmDeletion, deleteCard, expect, test, unique } from './admin.ts';
import { untilAlive } from './fixtures.ts';
import { isStored, toStoragePath } from './uploads.ts';

test('an event is added, edited, repeated, deleted and restored by Undo', async ({
  page,
  openForm,
}) => {
  const title = unique('Gold at the opne');
  const corrected = title.replace('opne', 'open');
  await page.goto('/admin/events');
  await openForm('New event');
  await page.getByRole('button', { name: 'Add Event' }).click();
  await expect(page.getByText('A title is required.')).toBeVisible();
  await expect(page.getByText('A date is required.')).toBeVisible();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Date').fill('2031-12-30');
  await page.getByLabel('Time').fill('18:30');
  await page.getByLabel('Location').fill('Online');
  await page.getByRole('button', { name: 'Add Event' }).click();
  await expect(page.getByText('Event added successfully')).toBeVisible();
  await expect(cardOf(page, title)).toContainText('30 December 2031, 18:30 SAST');

  await test.step('edit', async () => {
    await cardOf(page, title).getByRole('link', { name: /^Edit/ }).click();
    const form = page.getByRole('region', { name: 'Edit event' });
    await expect(form.getByLabel('Title')).toBeFocused();
    await form.getByLabel('Title').fill(corrected);
    await form.getByRole('button', { name: 'Update Event' }).click();
    await expect(page.getByText('Event updated successfully')).toBeVisible();
    await expect(form).toBeHidden();
    await expect(cardOf(page, corrected).getByRole('link', { name: /^Edit/ })).toBeFocused();
    await untilPublic('/community', (html) => html.includes(corrected));
  });

  const repeated = cardOf(page, '6 January 2032, 18:30 SAST').filter({ hasText: corrected });
  await test.step('repeat a week later', async () => {
    await cardOf(page, corrected)
      .getByRole('link', { name: `Repeat next week ${corrected}` })
      .click();
    const form = page.getByRole('region', { name: 'New event' });
    await expect(form.getByLabel('Date')).toHaveValue('2032-01-06');
    await expect(form.getByLabel('Location')).toHaveValue('Online');
    await form.getByRole('button', { name: 'Add Event' }).click();
    await expect(repeated).toBeVisible();
  });

  await test.step('delete and undo', async () => {
    const remove = repeated.getByRole('button', { name: `Delete ${corrected}` });
    await remove.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(repeated).toBeVisible();
    await remove.click();
    await confirmDeletion(page);
    await expect(repeated).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(repeated).toBeVisible();
  });
});

test('features are added to a course one at a time', async ({ page, openForm }) => {
  const title = unique('Course');
  await page.goto('/admin/courses');
  await openForm('New course');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Price').fill('R1500');
  const feature = page.getByLabel('Features', { exact: false }).first();
  for (const text of ['Videos', '   ', 'A mistake']) {
    await feature.fill(text);
    await feature.press('Enter');
  }
  const features = page.getByRole('list', { name: 'Features of this course' });
  await page.reload();
  await expect(features.getByRole('listitem')).toHaveText(['Videos', 'A mistake']);
  await features.getByRole('button', { name: 'Remove A mistake' }).click();
  await expect(features.getByRole('listitem')).toHaveText(['Videos']);
  await page.getByRole('button', { name: 'Add Course' }).click();
  await expect(page.getByText('Course added successfully')).toBeVisible();
  await expect(cardOf(page, title).getByRole('listitem')).toHaveText(['Videos']);
});

test('a course is priced by its amount, or by the mentor’s words', async ({ page, openForm }) => {
  const title = unique('Course');
  await page.goto('/admin/courses');
  await openForm('New course');
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Add Course' }).click();
  await expect(page.getByText('A price is required.')).toBeVisible();
  await page.getByLabel('Amount').fill('a lot');
  await page.getByRole('button', { name: 'Add Course' }).click();
  await expect(page.getByText('Enter an amount in rand, such as R1500')).toBeVisible();
  await page.getByLabel('Amount').fill('R 450,01');
  await page.getByRole('button', { name: 'Add Course' }).click();
  await expect(page.getByText('Course added successfully')).toBeVisible();
  await expect(cardOf(page, title)).toContainText('R450.01');
  await cardOf(page, title).getByRole('link', { name: /^Edit/ }).click();
  await expect(page.getByLabel('Amount')).toHaveValue('R450.01');
  await page.getByLabel('Price').fill('$25 / R450.01');
  await page.getByRole('button', { name: 'Update Course' }).click();
  await expect(cardOf(page, title)).toContainText('$25 / R450.01');
});

test('the films of a course can be downloaded once the mentor says so', async ({ page }) => {
  const title = unique('A course of films');
  await querySite("insert into courses (title, price) values ($1, 'R450.01')", [title]);
  await page.goto('/admin/courses');
  const box = page.getByLabel('Films can be downloaded');
  for (const isAllowed of [true, false]) {
    await cardOf(page, title).getByRole('link', { name: /Edit/ }).click();
    await expect(box).toBeChecked({ checked: !isAllowed });
    await box.setChecked(isAllowed);
    await page.getByRole('button', { name: 'Update Course' }).click();
    await expect(box).toBeHidden();
    const [row] = await querySite('select has_downloads from courses where title = $1', [title]);
    expect(row?.['has_downloads']).toBe(isAllowed);
  }
});

test('courses are reordered by buttons and by dragging', async ({ page }) => {
  await querySite('update courses set deleted_at = now()');
  const titles = ['First', 'Second', 'Third'].map(unique);
  const [first = '', second = '', third = ''] = titles;
  for (const title of titles)
    await querySite("insert into courses (title, price) values ($1, 'R1')", [title]);
  await page.goto('/admin/courses');
  await untilAlive(page);
  await page.getByRole('button', { name: 'Change order' }).click();
  const rows = page.getByRole('list', { name: 'Courses' }).getByRole('listitem');
  await expect(rows).toContainText(titles);

  const up = page.getByRole('button', { name: `Move ${third} up` });
  await up.focus();
  await page.keyboard.press('Enter');
  await expect(rows).toContainText([first, third, second]);
  await expect(page.getByText('Order saved')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(rows).toContainText([third, first, second]);
  await expect(up).toBeFocused();

  const handleOf = (title: string) => rows.filter({ hasText: title }).locator('[data-handle]');
  await handleOf(third).dragTo(handleOf(second), { steps: 10 });
  await expect(rows).toContainText([first, second, third]);
  await untilPublic('/services', (html) => {
    const places = [first, second, third].map((title) => html.indexOf(title));
    return places.every((place, index) => place > (places[index - 1] ?? -1));
  });
  // Other tests empty the trash, and the plan cards need their courses.
  await querySite('update courses set deleted_at = null where id = any($1)', [planCourseIds]);
});

test('a post is written with a picture and a preview, kept across a reload, edited and deleted', async ({
  page,
  openForm,
}) => {
  const title = unique('Post');
  await page.goto('/admin/blog');
  await openForm('New post');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Topic').fill('Patience');
  await page.getByLabel('Date').fill('2026-11-21');
  await page.getByLabel('Image', { exact: true }).setInputFiles({
    name: 'chart.png',
    mimeType: 'image/png',
    buffer: await samplePicture(),
  });
  await page.getByLabel('Content').fill('See [the site](https://example.com) <b>now</b>.');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('link', { name: 'the site' })).toBeVisible();
  await expect(preview).toContainText('<b>now</b>');
  await expect(preview.locator('img[src*="chart"]')).toBeAttached();
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await expect(page.getByLabel('Content')).toHaveValue(/See \[the site\]/);
  await expect(page.getByRole('button', { name: 'Remove picture' })).toBeVisible();
  await page.getByRole('button', { name: 'Add Post' }).click();
  await expect(page.getByText('Post added successfully')).toBeVisible();
  await expect(page.getByRole('region', { name: 'New post' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Add post' })).toBeFocused();

  const card = cardOf(page, title);
  await card.getByRole('link', { name: /Edit/ }).click();
  await page.getByLabel('Content').fill('Rewritten.');
  await page.reload();
  await expect(page.getByLabel('Content')).toHaveValue('Rewritten.');
  await page.getByRole('button', { name: 'Update Post' }).click();
  await expect(page.getByText('Post updated successfully')).toBeVisible();
  await expect(card).toContainText('Rewritten.');
  await untilPublic('/education', (html) => html.includes(title));
  await deleteCard(page, title);
  await expect(page.getByText('Post deleted successfully')).toBeVisible();
  const [{ image }] = await querySite('select image from blog_posts where title = $1', [title]);
  expect(await isStored(toStoragePath(image)), 'the trash keeps the picture').toBe(true);
});

test('a post is formatted with the toolbar and gets a picture', async ({
  page,
  openForm,
  checkAccessibility,
}) => {
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
    name: 'chart.png',
    mimeType: 'image/png',
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
});

test.describe('scheduled posts', () => {
  test.use({ allowedConsole: /status of 422/ });

  test('a post is scheduled, and its card shows when it will be published', async ({
    page,
    openForm,
  }) => {
    const title = unique('For Friday');
    await page.goto('/admin/blog');
    await openForm('New post');
    const form = page.getByRole('region', { name: 'New post' });
    await form.getByLabel('Title').fill(title);
    await form.getByLabel('Date').fill('2031-11-28');
    const time = form.getByLabel('Goes live at (SAST)');
    await expect(time).toHaveValue('2031-11-28T08:00');
    await time.fill('2020-01-03T07:45');
    await form.getByRole('button', { name: 'Add Post' }).click();
    await expect(form.getByText(/^This time is in the past\./)).toBeVisible();
    await time.fill('2031-11-28T07:45');
    await form.getByRole('button', { name: 'Add Post' }).click();
    await expect(cardOf(page, title)).toContainText('From Fri, 28 Nov 2031, 07:45 SAST');
    await expect(form).toBeHidden();
  });
});
