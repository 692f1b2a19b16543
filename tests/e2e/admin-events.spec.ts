import { confirmDeletion, expect, test, unique } from './admin-fixtures.ts';

test('an event is added, published, deleted and restored by Undo', async ({ page, openForm }) => {
  const title = unique('Gold at the open');
  await page.goto('/admin/events');
  await openForm('New event');
  await page.getByRole('button', { name: 'Add Event' }).click();
  await expect(page.getByText('A title is required.')).toBeVisible();
  await expect(page.getByText('A date is required.')).toBeVisible();

  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Date').fill('2031-05-04');
  await page.getByLabel('Time').fill('18:30');
  await page.getByLabel('Location').fill('Online');
  await page.getByRole('button', { name: 'Add Event' }).click();
  await expect(page.getByText('Event added successfully')).toBeVisible();
  const card = page.getByRole('article').filter({ hasText: title });
  await expect(card).toContainText('4 May 2031, 18:30 SAST');

  await card.getByRole('button', { name: `Delete ${title}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: `Delete ${title}` }).click();
  await confirmDeletion(page);
  await expect(card).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card).toBeVisible();
  await page.goto('/community');
  await expect(page.getByRole('heading', { name: title })).toBeVisible();

  await page.goto('/admin/events');
  await card.getByRole('button', { name: `Delete ${title}` }).click();
  await confirmDeletion(page);
  await expect(card).toBeHidden();
  await expect(page.getByText('Event deleted successfully')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
  await expect(card).toBeHidden();
});
