import { samplePicture } from '#tests/support/sample-files.ts';
import { insertLeads, querySite } from '#tests/support/site-rows.ts';
import { expect, test, unique } from './admin-fixtures.ts';
import { cardOf, chooseFile, deleteCard, openTab, pressOn, typeInto } from './keyboard.ts';

/* With the keyboard alone. */

test('a deletion is undone from the notifications', async ({ page }) => {
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

test('a post is written, edited and deleted', async ({ page }) => {
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

test('an edited post keeps the focus when it changes on another device', async ({ page }) => {
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
