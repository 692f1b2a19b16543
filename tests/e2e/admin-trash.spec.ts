import { trashKinds } from '#domain/trash.ts';
import { samplePdf } from '#tests/support/sample-files.ts';
import { insertBooking, insertLeads, querySite } from '#tests/support/site-rows.ts';
import { confirmDeletion, expect, test, unique } from './admin-fixtures.ts';
import { expectAccessibleInBothThemes, expectNoExcess, untilAlive } from './fixtures.ts';
import { isStored, toStoragePath } from './upload-fixtures.ts';

// Each test counts what lies in the trash.
test.beforeEach(async () => {
  for (const kind of trashKinds)
    await querySite(`delete from ${kind} where deleted_at is not null`);
});

const source = 'Course Purchase Inquiry';

test('a deleted lead is restored, and restoring can be undone', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  const name = unique('Lerato');
  await insertLeads([name], source);
  await page.goto('/admin?group=course');
  const card = page.getByRole('article').filter({ hasText: name });
  await card.getByRole('button', { name: /Delete/ }).click();
  await expect(page.getByRole('dialog')).toContainText(
    `${name} goes to the trash and can be restored for 30 days.`,
  );
  await confirmDeletion(page);
  await expect(page.getByText('Lead deleted successfully')).toBeVisible();
  await expect(page.getByText(`${name}. In the trash for 30 days.`)).toBeVisible();

  // It is there at once, though its deletion could still be undone.
  if (isMobile) await page.getByRole('link', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(page).toHaveURL('/admin/trash');
  await expect(page).toHaveTitle(/Trash · /);
  await expect(card).toContainText(source);
  await querySite(`update leads set deleted_at = deleted_at - interval '1 day' where name = $1`, [
    name,
  ]);
  await expect(card).toContainText(/Deleted .* SAST/);
  await expect(card).toContainText(/Deleted permanently after \d+ \w+ \d{4}/);
  await expectNoExcess(page);
  if (!isMobile) await expectAccessibleInBothThemes(page);

  await card.getByRole('button', { name: `Restore ${name}` }).click();
  await expect(page.getByText('Lead restored')).toBeVisible();
  await expect(page.getByText('The trash is empty.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: `Restore ${name}` }).click();
  await expect(card).toBeHidden();
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: /^Leads/ })
    .click();
  await expect(card).toBeVisible();
});

test('a freebie is deleted permanently with its file, after a question', async ({
  page,
  openForm,
  checkAccessibility,
}) => {
  const title = unique('Guide');
  await page.goto('/admin/freebies');
  await openForm('New freebie');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('PDF', { exact: true }).setInputFiles({
    ...{ name: 'guide.pdf', mimeType: 'application/pdf' },
    buffer: samplePdf(),
  });
  await page.getByRole('button', { name: 'Upload Freebie' }).click();
  const card = page.getByRole('article').filter({ hasText: title });
  const url = await card.getByRole('link', { name: `View ${title}` }).getAttribute('href');
  await card.getByRole('button', { name: /Delete/ }).click();
  await confirmDeletion(page);
  await page.goto('/admin/trash?kind=freebies');
  await card.getByRole('button', { name: `Delete permanently ${title}` }).click();
  const question = page.getByRole('dialog', { name: 'Delete this freebie permanently?' });
  await expect(question).toContainText(`${title} will be deleted permanently.`);
  await checkAccessibility();
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await isStored(toStoragePath(url))).toBe(true);
  await card.getByRole('button', { name: `Delete permanently ${title}` }).click();
  await question.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByText('Deleted permanently', { exact: true })).toBeVisible();
  await expect(page.getByText('The trash is empty.')).toBeVisible();
  expect(await isStored(toStoragePath(url))).toBe(false);
});

test('the trash is filtered, updated live, and emptied', async ({ page }) => {
  const names = Array.from({ length: 34 }, (_, index) => unique(`Sipho ${index}`));
  await insertLeads(names, source);
  await page.goto('/admin/trash');
  await expect(page.getByText('The trash is empty.')).toBeVisible();
  await untilAlive(page);
  const trashIt = (table: string, column: string, words: string[]) =>
    querySite(`update ${table} set deleted_at = now() where ${column} = any($1)`, [words]);
  await trashIt('leads', 'name', names);
  const kinds = page.getByRole('navigation', { name: 'Kinds' });
  await expect(kinds.getByRole('link', { name: 'Leads' })).toHaveText('Leads34');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(30);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(cards).toHaveCount(34);
  const title = unique('Meeting');
  await querySite("insert into events (title, date) values ($1, '2099-01-01')", [title]);
  await trashIt('events', 'title', [title]);
  await expect(kinds.getByRole('link', { name: 'All' })).toHaveText('All35');
  await kinds.getByRole('link', { name: 'Events' }).click();
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText('1 January 2099');
  await kinds.getByRole('link', { name: 'Courses' }).click();
  await expect(page.getByText('No courses in the trash.')).toBeVisible();

  await page.getByRole('button', { name: 'Empty trash' }).click();
  const question = page.getByRole('dialog', { name: 'Empty the trash?' });
  await expect(question).toContainText('All 35 entries will be deleted permanently.');
  // Put there while it is asked: nobody has said a word of it.
  const late = unique('Late');
  await querySite("insert into courses (title, price) values ($1, 'R1')", [late]);
  await trashIt('courses', 'title', [late]);
  await question.getByRole('button', { name: 'Delete 35 permanently' }).click();
  await expect(page.getByText('Trash emptied')).toBeVisible();
  await expect(page.getByText('35 entries deleted permanently.')).toBeVisible();
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText(late);
  await page.getByRole('button', { name: 'Empty trash' }).click();
  await question.getByRole('button', { name: 'Delete 1 permanently' }).click();
  await expect(page.getByText('The trash is empty.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Empty trash' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test.describe('what does not come back at once', () => {
  test.use({ allowedConsole: /status of (?:409|422|503)/ });

  test('says why, and stays', async ({ page }) => {
    const name = unique('Thabo');
    const id = await insertBooking(name, 50);
    await querySite('update bookings set deleted_at = now() where id = $1', [id]);
    await querySite(
      `insert into bookings (name, email, session_type, booking_date, meeting_type, trading_knowledge, notes)
       select 'Rival', email, session_type, booking_date, meeting_type, trading_knowledge, notes
       from bookings where id = $1`,
      [id],
    );
    await page.goto('/admin/trash');
    const card = page.getByRole('article').filter({ hasText: name });
    await expect(card).toContainText(/Intro Call.*SAST/);
    await card.getByRole('button', { name: `Restore ${name}` }).click();
    await expect(
      page.getByText('Failed to restore booking: That time has been booked since.'),
    ).toBeVisible();
    await expect(card).toBeVisible();
    await querySite("delete from bookings where name = 'Rival'");
    await card.getByRole('button', { name: `Restore ${name}` }).click();
    await expect(page.getByText('Booking restored')).toBeVisible();
    await expect(card).toBeHidden();
  });

  test('an entry stays if its file cannot be deleted', async ({ page }) => {
    const [row] = await querySite(
      `insert into testimonials (image_url, created_at, deleted_at)
       values ('/storage/testimonials/1-gone.png', '2031-05-04 12:00+00', now()) returning id`,
    );
    await page.route(`**/api/trash/testimonials/${row.id}`, (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        json: { status: 503, code: 'file-not-deleted', detail: 'The files are unavailable.' },
      }),
    );
    await page.route('**/images/**', (route) => route.fulfill({ status: 204 }));
    await page.goto('/admin/trash');
    const name = 'The testimonial of 4 May 2031';
    await page.getByRole('button', { name: `Delete permanently ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
    await expect(
      page.getByText('Failed to delete image from storage: The files are unavailable.'),
    ).toBeVisible();
    await expect(page.getByRole('article')).toBeVisible();
  });
});
