import type { Page } from '@playwright/test';
import { samplePdf, samplePicture } from '#tests/support/sample-files.ts';
import { querySite } from '#tests/support/site-rows.ts';
import { confirmDeletion, expect, test, unique } from './admin-fixtures.ts';

/* The messages of the admin, word for word. */

const reason = 'The database is away.';
const refusal = {
  status: 503,
  contentType: 'application/problem+json',
  json: { status: 503, code: 'database-unavailable', detail: reason },
};

/** Answers for the server until the returned function is called. */
async function answerInstead(
  page: Page,
  method: string,
  path: RegExp,
  answer: Parameters<import('@playwright/test').Route['fulfill']>[0],
): Promise<() => Promise<void>> {
  const matches = (url: URL) => path.test(url.pathname);
  await page.route(matches, (route) =>
    route.request().method() === method ? route.fulfill(answer) : route.fallback(),
  );
  return () => page.unroute(matches);
}

const lists = [
  { label: 'Leads', table: 'leads', what: 'leads' },
  { label: 'Bookings', table: 'bookings', what: 'bookings' },
  { label: 'Events', table: 'events', what: 'events' },
  { label: 'Courses', table: 'courses', what: 'courses' },
  { label: 'Blog', table: 'blog_posts', what: 'posts' },
  { label: 'Testimonials', table: 'testimonials', what: 'testimonials' },
  { label: 'Videos', table: 'videos', what: 'videos' },
  { label: 'Freebies', table: 'freebies', what: 'freebies' },
];

test.describe('a list that cannot be loaded', () => {
  test.use({ allowedConsole: /status of 4(?:22|04)/ });

  test('names itself and loads on Retry', async ({ page }) => {
    // News of what other tests do would mend the list before Retry does.
    await page.route('**/api/changes', () => {});
    const tabs = page.getByRole('navigation', { name: 'Dashboard' });
    for (const { label, table, what } of lists) {
      const address = new RegExp(`^/api/${table}$`);
      const letThrough = await answerInstead(page, 'GET', address, { status: 422, json: {} });
      if (label === 'Leads') await page.goto('/admin?group=course');
      else await tabs.getByRole('link', { name: label }).click();
      await expect(page.getByText(`Failed to fetch ${what}`)).toBeVisible();
      const notice = page.getByRole('alert').filter({ hasText: 'This list could not be loaded.' });
      await expect(notice).toBeVisible();
      await letThrough();
      const retry = notice.getByRole('button', { name: 'Retry' });
      await retry.focus();
      await page.keyboard.press('Enter');
      await expect(notice).toBeHidden();
    }
  });

  test('a missing post is "Post not found."', async ({ page }) => {
    await page.goto(`/admin/blog?edit=${crypto.randomUUID()}`);
    await expect(page.getByText('Failed to fetch posts')).toBeVisible();
    await expect(page.getByText('Post not found.')).toBeVisible();
  });
});

const required = [
  { path: '/courses', form: 'New course', send: 'Add Course', missing: ['title', 'price'] },
  { path: '/freebies', form: 'New freebie', send: 'Upload Freebie', missing: ['title'] },
];

test('a form shows the error of each missing field', async ({ page, openForm }) => {
  for (const { path, form, send, missing } of required) {
    await page.goto(`/admin${path}`);
    await openForm(form);
    await page.getByRole('button', { name: send }).click();
    for (const name of missing) {
      const field = page.getByLabel(new RegExp(`^${name}`, 'i'));
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(page.getByText(`A ${name} is required.`)).toBeVisible();
    }
    await expect(page.getByLabel(/^title$/i), 'the first one is ready to be mended').toBeFocused();
  }
  await expect(page.getByText('Please select a PDF file to upload.')).toBeVisible();
});

test.describe('what the server refuses', () => {
  test.use({ allowedConsole: /status of (?:409|415|503)/ });

  interface Refused {
    path: string;
    table: string;
    form: string;
    send: string;
    fields: Record<string, string>;
    failed: string;
    saved: string;
    upload?: { label: string; file: () => { name: string; mimeType: string; buffer: Buffer } };
  }

  const words: Refused[] = [
    {
      ...{ path: '/events', table: 'events', form: 'New event', send: 'Add Event' },
      ...{ fields: { Date: '2031-05-04' }, failed: 'Failed to add event' },
      saved: 'Event added successfully',
    },
    {
      ...{ path: '/freebies', table: 'freebies', form: 'New freebie', send: 'Upload Freebie' },
      ...{ fields: {}, failed: `Failed to save freebie details: ${reason}` },
      saved: 'Freebie uploaded successfully!',
      upload: {
        label: 'PDF',
        file: () => ({ name: 'guide.pdf', mimeType: 'application/pdf', buffer: samplePdf() }),
      },
    },
  ];

  for (const { path, table, form, send, fields, failed, saved, upload } of words) {
    test(`"${failed}" keeps the text, which is saved on the next attempt`, async ({
      page,
      openForm,
    }) => {
      const title = unique('Refused');
      await page.goto(`/admin${path}`);
      await openForm(form);
      await page.getByLabel('Title', { exact: true }).fill(title);
      for (const [field, value] of Object.entries(fields)) {
        await page.getByLabel(field, { exact: true }).fill(value);
      }
      if (upload) {
        await page.getByLabel(upload.label, { exact: true }).setInputFiles(upload.file());
        await expect(page.getByText('Uploaded.')).toBeVisible();
      }
      const letThrough = await answerInstead(page, 'POST', new RegExp(`^/api/${table}$`), refusal);
      await page.getByRole('button', { name: send }).click();
      await expect(page.getByText(failed)).toBeVisible();
      await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title);
      await letThrough();
      await page.getByRole('button', { name: send }).click();
      await expect(page.getByText(saved)).toBeVisible();
      expect(await querySite(`select title from ${table} where title = $1`, [title])).toHaveLength(
        1,
      );
    });
  }

  test('"Failed to update post" keeps what was written', async ({ page }) => {
    const [post] = await querySite(
      "insert into blog_posts (title, date, content, excerpt) values ($1, '2026-11-21', 'Old', 'Old') returning id",
      [unique('Kept')],
    );
    await page.goto(`/admin/blog?edit=${post.id}`);
    await page.getByLabel('Content').fill('New words.');
    const letThrough = await answerInstead(page, 'PATCH', /^\/api\/blog_posts\//, refusal);
    await page.getByRole('button', { name: 'Update Post' }).click();
    await expect(page.getByText('Failed to update post')).toBeVisible();
    await expect(page.getByLabel('Content')).toHaveValue('New words.');
    await letThrough();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/blog_posts/*', async (route) => {
      await held;
      await route.fallback();
    });
    await page.getByRole('button', { name: 'Update Post' }).click();
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
    release();
    await expect(page.getByText('Post updated successfully')).toBeVisible();
    expect(
      await querySite('select content, excerpt from blog_posts where id = $1', [post.id]),
    ).toEqual([{ content: 'New words.', excerpt: 'New words.' }]);
  });

  test('a failed upload shows the reason', async ({ page, openForm }) => {
    await page.goto('/admin/blog');
    await openForm('New post');
    await page.getByLabel('Image', { exact: true }).setInputFiles({
      ...{ name: 'chart.png', mimeType: 'image/png' },
      buffer: samplePdf(),
    });
    await expect(page.getByText(/^Failed to upload image: This file is a/)).toBeVisible();

    await answerInstead(page, 'POST', /\/finish$/, { json: {} });
    await page.reload();
    await page.getByLabel('Image', { exact: true }).setInputFiles({
      ...{ name: 'chart.png', mimeType: 'image/png' },
      buffer: await samplePicture(),
    });
    await expect(
      page.getByText('Could not get public URL for the uploaded file.').first(),
    ).toBeVisible();
  });

  test('rows that cannot be deleted say so and stay', async ({ page }) => {
    const name = unique('Stays');
    await querySite("insert into events (title, date) values ($1, '2099-01-01')", [name]);
    // A URL of this site, but outside the storage.
    await querySite("insert into videos (title, subtitle, video_url) values ($1, 'S', $2)", [
      ...[name, '/robots.txt'],
    ]);
    const card = page
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name, exact: true }) });
    const expectRefusal = async (words: string) => {
      await card.getByRole('button', { name: /Delete/ }).click();
      await confirmDeletion(page);
      await expect(page.getByText(words, { exact: true })).toBeVisible();
      await expect(card).toBeVisible();
    };
    const letThrough = await answerInstead(page, 'DELETE', /^\/api\/(?:events|videos)\//, refusal);
    await page.goto('/admin/events');
    await expectRefusal('Failed to delete event');
    await page.goto('/admin/videos');
    await expectRefusal(`Failed to delete video: ${reason}`);
    await letThrough();
    await expectRefusal('Could not determine file path.');
    for (const table of ['events', 'videos'])
      await querySite(`delete from ${table} where title = $1`, [name]);
  });
});
