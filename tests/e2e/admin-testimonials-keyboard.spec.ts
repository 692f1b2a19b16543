import { samplePicture } from '#tests/support/sample-files.ts';
import { querySite } from '#tests/support/site-rows.ts';
import { expect, test } from './admin-fixtures.ts';
import { chooseFile, deleteCard, openTab, pressOn } from './keyboard.ts';
import { toStoragePath } from './upload-fixtures.ts';

test('testimonials are chosen, uploaded and deleted with the keyboard alone', async ({ page }) => {
  const name = `key-${crypto.randomUUID().slice(0, 8)}`;
  const buffer = await samplePicture('png');
  const pictures = [1, 2].map((index) => ({
    ...{ name: `${name}-${index}.png`, mimeType: 'image/png', buffer },
  }));
  await openTab(page, 'testimonials?new');
  await chooseFile(page, 'Pictures', ...pictures);
  await expect(page.getByText('Uploaded.')).toHaveCount(2);
  await pressOn(page.getByRole('button', { name: `Remove ${name}-2.png` }));
  await pressOn(page.getByRole('button', { name: 'Upload Testimonial' }));
  await expect(page.getByText('Testimonial uploaded successfully!')).toBeVisible();

  const saved = await querySite(
    'select id, image_url from testimonials where strpos(image_url, $1) > 0',
    [name],
  );
  expect(saved).toHaveLength(1);
  const picture = page.locator(`img[src*="${toStoragePath(saved[0].image_url)}"]`);
  await deleteCard(page.getByRole('article').filter({ has: picture }), 'testimonial');
  await expect(page.getByText('Testimonial deleted successfully.')).toBeVisible();
  await expect
    .poll(() =>
      querySite('select 1 from testimonials where id = $1 and deleted_at is null', [saved[0].id]),
    )
    .toEqual([]);
});
