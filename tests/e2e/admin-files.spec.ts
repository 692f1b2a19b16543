import { samplePdf, samplePicture } from '#tests/support/sample-files.ts';
import { querySite } from '#tests/support/site-rows.ts';
import { cardOf, deleteCard, expect, test, unique } from './admin.ts';
import { isStored, toStoragePath } from './uploads.ts';

test('a freebie is uploaded, downloaded by a visitor, and deleted with its file', async ({
  page,
  openForm,
}) => {
  await querySite('delete from freebies where deleted_at is not null');
  const title = unique('Guide');
  await page.goto('/admin/freebies');
  await openForm('New freebie');
  await page.getByRole('button', { name: 'Upload Freebie' }).click();
  await expect(page.getByText('Please select a PDF file to upload.')).toBeVisible();
  await page.getByLabel('PDF', { exact: true }).setInputFiles({
    name: 'Gold guide.pdf',
    mimeType: 'application/pdf',
    buffer: samplePdf(),
  });
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Upload Freebie' }).click();
  await expect(page.getByText('Freebie uploaded successfully!')).toBeVisible();
  const card = cardOf(page, title);
  const url = await card.getByRole('link', { name: `View ${title}` }).getAttribute('href');
  expect(url).toMatch(/^\/storage\/testimonials\/freebies\/\d{13}-Gold-guide\.pdf$/);
  await page.goto('/freebies');
  await expect(
    page.getByRole('link', { name: new RegExp(`View & Download ?${title}`) }),
  ).toHaveAttribute('href', url ?? '');

  await page.goto('/admin/freebies');
  await deleteCard(page, title);
  await page.goto('/admin/trash?kind=freebies');
  const remove = card.getByRole('button', { name: `Delete permanently ${title}` });
  await remove.click();
  const question = page.getByRole('dialog', { name: 'Delete this freebie permanently?' });
  await expect(question).toContainText(`${title} will be deleted permanently.`);
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await isStored(toStoragePath(url))).toBe(true);
  await remove.click();
  await question.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByText('Deleted permanently', { exact: true })).toBeVisible();
  await expect(card).toBeHidden();
  expect(await isStored(toStoragePath(url))).toBe(false);
});

test.describe('testimonials', () => {
  // The home page shows uploaded testimonials instead of the built-in ones, which other tests use.
  test.afterEach(() => querySite('delete from testimonials'));

  test('several pictures are uploaded by choosing and dropping, and one is deleted', async ({
    page,
    openForm,
    checkAccessibility,
  }) => {
    const name = `student-${crypto.randomUUID().slice(0, 8)}`;
    await page.goto('/admin/testimonials');
    await openForm('New testimonial');
    const picture = await samplePicture('png');
    const file = (index: number) => ({
      name: `${name}-${index}.png`,
      mimeType: 'image/png',
      buffer: picture,
    });
    const field = page.getByLabel('Pictures', { exact: true });
    await field.setInputFiles([file(1), file(2)]);
    const dropped = await page.evaluateHandle(
      ([bytes, filename]) => {
        const transfer = new DataTransfer();
        const content = Uint8Array.from(bytes as number[]);
        transfer.items.add(new File([content], filename as string, { type: 'image/png' }));
        transfer.items.add(new File(['words'], 'notes.txt', { type: 'text/plain' }));
        return transfer;
      },
      [[...picture], `${name}-3.png`] as const,
    );
    await field.dispatchEvent('drop', { dataTransfer: dropped });
    await expect(page.getByText('notes.txt: Please select an image file to upload.')).toBeVisible();
    const rows = page.getByRole('list', { name: 'Pictures: chosen' }).getByRole('listitem');
    await expect(rows.getByText('Uploaded.')).toHaveCount(3);
    await expect(rows.getByRole('img')).toHaveCount(3);
    await checkAccessibility();
    await rows.getByRole('button', { name: `Remove ${name}-3.png` }).click();
    await page.getByRole('button', { name: 'Upload Testimonial' }).click();
    await expect(page.getByText('Testimonial uploaded successfully!').first()).toBeVisible();
    await expect(rows).toHaveCount(0);
    const saved = await querySite('select image_url from testimonials order by created_at desc');
    expect(saved).toHaveLength(2);

    const path = toStoragePath(saved[0].image_url);
    const card = page.getByRole('article').filter({ has: page.locator(`img[src*="${path}"]`) });
    await card.getByRole('button', { name: /Delete/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('Testimonial deleted successfully.')).toBeVisible();
    await expect(card).toBeHidden();
    expect(await isStored(path), 'the trash keeps the file').toBe(true);
  });
});

test.describe('a file that is not a picture', () => {
  test.use({ allowedConsole: /status of 415/ });

  test('a file that is not a picture is refused with the reason, without a broken preview', async ({
    page,
    openForm,
  }) => {
    await page.goto('/admin/blog');
    await openForm('New post');
    await page.getByLabel('Image', { exact: true }).setInputFiles({
      name: 'chart.png',
      mimeType: 'image/png',
      buffer: samplePdf(),
    });
    await expect(page.getByText(/^Failed to upload image: This file is a/)).toBeVisible();
    const row = page.getByRole('listitem').filter({ hasText: 'chart.png' });
    await expect(row.getByRole('status')).toContainText('Upload failed');
    await expect(row.getByRole('img')).toBeHidden();
  });
});
