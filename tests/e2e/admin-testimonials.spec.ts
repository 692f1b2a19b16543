import { samplePicture } from '#tests/support/sample-files.ts';
import { querySite } from '#tests/support/site-rows.ts';
import { confirmDeletion, expect, test } from './admin-fixtures.ts';
import { isStored, toStoragePath } from './upload-fixtures.ts';

// Uploaded testimonials stand on the home page instead of the built-in ones, which others look at.
test.afterEach(() => querySite('delete from testimonials'));

/** Part of a file's name. */
const ownName = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}`;

test('several pictures are chosen and dropped, and one is deleted', {
  tag: '@phone',
}, async ({ page, openForm, checkAccessibility }) => {
  const name = ownName('student');
  await page.goto('/admin/testimonials');
  await openForm('New testimonial');
  await page.getByRole('button', { name: 'Upload Testimonial' }).click();
  await expect(page.getByText('Please select a file to upload.')).toBeVisible();

  const picture = await samplePicture('png');
  const file = (index: number) => ({
    ...{ name: `${name}-${index}.png`, mimeType: 'image/png' },
    buffer: picture,
  });
  await page.getByLabel('Pictures', { exact: true }).setInputFiles([file(1), file(2), file(3)]);
  const dropped = await page.evaluateHandle(
    ([bytes, filename]) => {
      const transfer = new DataTransfer();
      const content = Uint8Array.from(bytes as number[]);
      transfer.items.add(new File([content], filename as string, { type: 'image/png' }));
      transfer.items.add(new File(['words'], 'notes.txt', { type: 'text/plain' }));
      return transfer;
    },
    [[...picture], `${name}-4.png`] as const,
  );
  await page
    .getByLabel('Pictures', { exact: true })
    .dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByText('notes.txt: Please select an image file to upload.')).toBeVisible();
  const rows = page.getByRole('list', { name: 'Pictures: chosen' }).getByRole('listitem');
  await expect(rows).toHaveCount(4);
  await expect(rows.getByText('Uploaded.')).toHaveCount(4);
  await expect(rows.getByRole('img')).toHaveCount(4);
  await checkAccessibility();
  await rows.getByRole('button', { name: `Remove ${name}-4.png` }).click();
  await page.getByRole('button', { name: 'Upload Testimonial' }).click();
  await expect(page.getByText('Testimonial uploaded successfully!').first()).toBeVisible();
  await expect(rows).toHaveCount(0);

  const saved = await querySite(
    'select id, image_url from testimonials where strpos(image_url, $1) > 0 order by created_at desc, id desc',
    [name],
  );
  expect(saved).toHaveLength(3);
  expect(saved[0].image_url).toMatch(
    new RegExp(`^/storage/testimonials/\\d{13}-${name}-\\d\\.png$`),
  );
  await page.goto('/');
  await expect(page.locator(`img[src*="${name}"]`).first()).toBeAttached();

  await page.goto('/admin/testimonials');
  const path = toStoragePath(saved[0].image_url);
  expect(await isStored(path)).toBe(true);
  const card = page.getByRole('article').filter({ has: page.locator(`img[src*="${path}"]`) });
  await card.getByRole('button', { name: /Delete/ }).click();
  await confirmDeletion(page);
  await expect(page.getByText('Testimonial deleted successfully.')).toBeVisible();
  await expect(card).toBeHidden();
  await expect
    .poll(() =>
      querySite('select 1 from testimonials where id = $1 and deleted_at is null', [saved[0].id]),
    )
    .toEqual([]);
  expect(await isStored(path), 'it stays with what lies in the trash').toBe(true);
});

test.describe('a request that fails', () => {
  test.use({ allowedConsole: /status of 503/ });

  test('shows the reason and succeeds on the next attempt', async ({ page, openForm }) => {
    const name = ownName('patient');
    const refuse = async (address: string, method: string) => {
      await page.route(address, (route) =>
        route.request().method() === method
          ? route.fulfill({
              status: 503,
              contentType: 'application/problem+json',
              json: { status: 503, code: 'database-unavailable', detail: 'The database is away.' },
            })
          : route.fallback(),
      );
      return () => page.unroute(address);
    };
    await page.goto('/admin/testimonials');
    await openForm('New testimonial');
    const save = page.getByRole('button', { name: 'Upload Testimonial' });
    const letSave = await refuse('**/api/testimonials', 'POST');
    await page.getByLabel('Pictures', { exact: true }).setInputFiles({
      name: `${name}.png`,
      mimeType: 'image/png',
      buffer: await samplePicture('png'),
    });
    await save.click();
    await expect(
      page.getByText('Failed to save testimonial: The database is away.').first(),
    ).toBeVisible();
    await letSave();
    await save.click();
    await expect(page.getByText('Testimonial uploaded successfully!')).toBeVisible();

    const [{ id, image_url }] = await querySite(
      'select id, image_url from testimonials where strpos(image_url, $1) > 0',
      [name],
    );
    const card = page
      .getByRole('article')
      .filter({ has: page.locator(`img[src*="${toStoragePath(image_url)}"]`) });
    const letDelete = await refuse(`**/api/testimonials/${id}`, 'DELETE');
    await card.getByRole('button', { name: /Delete/ }).click();
    await confirmDeletion(page);
    await expect(
      page.getByText('Failed to delete testimonial from database: The database is away.'),
    ).toBeVisible();
    await expect(card).toBeVisible();
    await expect(page.getByText('Testimonial deleted successfully.')).toBeHidden();
    await letDelete();
    await card.getByRole('button', { name: /Delete/ }).click();
    await confirmDeletion(page);
    await expect(page.getByText('Testimonial deleted successfully.')).toBeVisible();
  });
});
