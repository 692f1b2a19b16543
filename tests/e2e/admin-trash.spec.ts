import { trashKinds } from '#features/trash/rules/trash.ts';
import { insertLeads, querySite } from '#tests/support/site-rows.ts';
import { cardOf, confirmDeletion, expect, test, unique } from './admin.ts';
import { untilAlive } from './fixtures.ts';

// Each test counts the entries in the trash.
test.beforeEach(async () => {
  // A course that a customer was given stays in the trash.
  await querySite('delete from entitlements');
  for (const kind of trashKinds)
    await querySite(`delete from ${kind} where deleted_at is not null`);
});

const source = 'Course Purchase Inquiry';

test('a deleted lead is restored, and the restore can be undone', async ({ page }) => {
  const name = unique('Lerato');
  await insertLeads([name], source);
  await page.goto('/admin?group=course');
  const card = cardOf(page, name);
  await card.getByRole('button', { name: /Delete/ }).click();
  await expect(page.getByRole('dialog')).toContainText(
    `${name} goes to the trash and can be restored for 30 days.`,
  );
  await confirmDeletion(page);
  await expect(page.getByText(`${name}. In the trash for 30 days.`)).toBeVisible();
  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(page).toHaveTitle(/Trash · /);
  await expect(card).toContainText(/Deleted .* SAST/);
  await expect(card).toContainText(/Deleted permanently after \d+ \w+ \d{4}/);
  const restore = card.getByRole('button', { name: `Restore ${name}` });
  await restore.click();
  await expect(page.getByText('The trash is empty.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await restore.click();
  await expect(card).toBeHidden();
  expect(
    await querySite('select 1 from leads where name = $1 and deleted_at is null', [name]),
  ).toHaveLength(1);
});

test('the trash is filtered, updated live, and emptied', async ({ page }) => {
  const names = Array.from({ length: 34 }, (_, index) => unique(`Sipho ${index}`));
  await insertLeads(names, source);
  await page.goto('/admin/trash');
  await expect(page.getByText('The trash is empty.')).toBeVisible();
  await untilAlive(page);
  const moveToTrash = (table: string, column: string, words: string[]) =>
    querySite(`update ${table} set deleted_at = now() where ${column} = any($1)`, [words]);
  await moveToTrash('leads', 'name', names);
  const kinds = page.getByRole('navigation', { name: 'Kinds' });
  await expect(kinds.getByRole('link', { name: 'Leads' })).toHaveText('Leads34');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(30);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(cards).toHaveCount(34);
  const title = unique('Meeting');
  await querySite("insert into events (title, date) values ($1, '2099-01-01')", [title]);
  await moveToTrash('events', 'title', [title]);
  await expect(kinds.getByRole('link', { name: 'All' })).toHaveText('All35');
  await kinds.getByRole('link', { name: 'Events' }).click();
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText('1 January 2099');
  await kinds.getByRole('link', { name: 'Courses' }).click();
  await expect(page.getByText('No courses in the trash.')).toBeVisible();

  const empty = page.getByRole('button', { name: 'Empty trash' });
  await empty.click();
  const question = page.getByRole('dialog', { name: 'Empty the trash?' });
  await expect(question).toContainText('All 35 items will be deleted permanently.');
  // Deleted while the question is open, so the question does not cover it.
  const late = unique('Late');
  await querySite("insert into courses (title, price) values ($1, 'R1')", [late]);
  await moveToTrash('courses', 'title', [late]);
  await question.getByRole('button', { name: 'Delete 35 permanently' }).click();
  await expect(page.getByText('Trash emptied')).toBeVisible();
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText(late);
  await empty.click();
  await question.getByRole('button', { name: 'Delete 1 permanently' }).click();
  await expect(page.getByText('The trash is empty.')).toBeVisible();
  await expect(empty).toHaveAttribute('aria-disabled', 'true');
});
