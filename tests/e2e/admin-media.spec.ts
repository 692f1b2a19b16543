import { samplePdf, samplePicture } from '#tests/support/sample-files.ts';
import { querySite } from '#tests/support/site-rows.ts';
import { confirmDeletion, expect, test, unique } from './admin-fixtures.ts';
import { isStored, toStoragePath } from './upload-fixtures.ts';

test('a freebie is uploaded, opened by the public and deleted', async ({ page, openForm }) => {
  const title = unique('Guide');
  await page.goto('/admin/freebies');
  await openForm('New freebie');
  await page.getByRole('button', { name: 'Upload Freebie' }).click();
  await expect(page.getByText('Please select a PDF file to upload.')).toBeVisible();
  await page.getByLabel('PDF', { exact: true }).setInputFiles({
    ...{ name: 'photo.png', mimeType: 'image/png' },
    buffer: await samplePicture(),
  });
  await expect(page.getByText('Please select a PDF file to upload.')).toBeVisible();
  await page.getByLabel('PDF', { exact: true }).setInputFiles({
    ...{ name: 'Gold guide.pdf', mimeType: 'application/pdf' },
    buffer: samplePdf(),
  });
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Upload Freebie' }).click();
  await expect(page.getByText('Freebie uploaded successfully!')).toBeVisible();
  const card = page.getByRole('article').filter({ hasText: title });
  const url = await card.getByRole('link', { name: `View ${title}` }).getAttribute('href');
  expect(url).toMatch(/^\/storage\/testimonials\/freebies\/\d{13}-Gold-guide\.pdf$/);
  await page.goto('/freebies');
  await expect(
    page.getByRole('link', { name: new RegExp(`View & Download ?${title}`) }),
  ).toHaveAttribute('href', url ?? '');
  await page.goto('/admin/freebies');
  await card.getByRole('button', { name: /Delete/ }).click();
  await confirmDeletion(page);
  await expect(page.getByText('Freebie deleted successfully')).toBeVisible();
  await expect
    .poll(() =>
      querySite('select 1 from freebies where title = $1 and deleted_at is null', [title]),
    )
    .toEqual([]);
});

test.describe('a picture that is none', () => {
  test.use({ allowedConsole: /status of 415/ });

  for (const { path, form, field } of [
    { path: '/admin/blog', form: 'New post', field: 'Image' },
    { path: '/admin/testimonials', form: 'New testimonial', field: 'Pictures' },
  ]) {
    test(`is refused without a broken preview in ${form}`, async ({ page, openForm }) => {
      await page.goto(path);
      await openForm(form);
      await page.getByLabel(field, { exact: true }).setInputFiles({
        ...{ name: 'chart.png', mimeType: 'image/png' },
        buffer: Buffer.from('<!doctype html><script>alert(1)</script>'),
      });
      const row = page.getByRole('listitem').filter({ hasText: 'chart.png' });
      await expect(row.getByRole('status')).toContainText('Upload failed');
      await expect(row.getByRole('img')).toBeHidden();
      const broken = page.locator('main img').evaluateAll(
        (pictures) =>
          pictures.filter((picture) => {
            const { complete, naturalWidth } = picture as HTMLImageElement;
            return complete && naturalWidth === 0;
          }).length,
      );
      expect(await broken).toBe(0);
    });
  }
});

test('a post keeps its picture across a reload and in the trash', async ({ page, openForm }) => {
  const title = unique('Pictured');
  await page.goto('/admin/blog');
  await openForm('New post');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Date').fill('2026-11-20');
  await page.getByLabel('Image', { exact: true }).setInputFiles({
    ...{ name: 'chart.png', mimeType: 'image/png' },
    buffer: await samplePicture(),
  });
  const remove = page.getByRole('button', { name: 'Remove picture' });
  await expect(remove).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Preview' }).locator('img[src*="chart"]'),
  ).toBeAttached();
  await page.reload();
  await expect(remove).toBeVisible();
  await page.getByRole('button', { name: 'Add Post' }).click();
  await expect(page.getByText('Post added successfully')).toBeVisible();
  await expect(remove).toBeHidden();
  const [row] = await querySite('select image from blog_posts where title = $1', [title]);
  const path = toStoragePath(row.image);
  expect(path).toMatch(/^blog\/\d{13}-chart\.png$/);
  const card = page.getByRole('article').filter({ hasText: title });
  await card.getByRole('button', { name: /Delete/ }).click();
  await confirmDeletion(page);
  await expect(page.getByText('Post deleted successfully')).toBeVisible();
  await expect
    .poll(() =>
      querySite('select 1 from blog_posts where title = $1 and deleted_at is null', [title]),
    )
    .toEqual([]);
  expect(await isStored(path), 'it stays with what lies in the trash').toBe(true);
});
