import type { Page } from '@playwright/test';
import { sampleVideo } from '#tests/support/sample-files.ts';
import { endSessions, makeAccount, signInAs } from '#tests/support/site-accounts.ts';
import { querySite } from '#tests/support/site-rows.ts';
import { expect, test } from './admin-fixtures.ts';
import {
  fileOnDisk,
  hashOf,
  slowDown,
  storedHash,
  toStoragePath,
  untilPercent,
} from './upload-fixtures.ts';

// What the browser says of a refused request.
test.use({ allowedConsole: /status of 401/ });

type Account = Awaited<ReturnType<typeof makeAccount>>;

/** Answers the dialog that asks in place. */
async function signInAgain(page: Page, { email, password }: Account): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog.getByLabel('Email')).toHaveValue(email);
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('an upload whose session ends waits for its owner, and goes on where it was', async ({
  page,
  openForm,
}) => {
  const account = await makeAccount();
  await signInAs(page, account);
  const title = `Interrupted ${crypto.randomUUID().slice(0, 8)}`;
  const content = sampleVideo(24 * 1024 ** 2);
  await page.goto('/admin/videos');
  await openForm('New video');
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Subtitle').fill('In two sessions');
  let started = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/uploads')) started += 1;
  });
  await slowDown(page, 6 * 1024 ** 2);
  await page
    .getByLabel('Video', { exact: true })
    .setInputFiles(await fileOnDisk('interrupted.mp4', content));
  await page.getByRole('button', { name: 'Upload Video' }).click();
  await untilPercent(page.getByRole('progressbar'), 10);
  await endSessions(account.email);

  await expect(page.getByText('Sign in again to continue.')).toBeVisible();
  await signInAgain(page, account);
  await expect(page.getByText('Video uploaded successfully!')).toBeVisible({ timeout: 30_000 });
  expect(started).toBe(1);
  const [row] = await querySite('select video_url from videos where title = $1', [title]);
  expect(await storedHash(toStoragePath(row.video_url))).toBe(hashOf(content));
});

test('a form whose session has ended is saved after signing in, with all that was typed', async ({
  page,
  openForm,
}) => {
  const account = await makeAccount();
  await signInAs(page, account);
  const title = `Gold after hours ${crypto.randomUUID().slice(0, 8)}`;
  // News would be asked for without a session, and the dialog would stand there before the press.
  await page.route('**/api/changes', () => {});
  await page.goto('/admin/events');
  await openForm('New event');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Date').fill('2031-06-07');
  await page.getByLabel('Time').fill('19:15');
  await page.getByLabel('Location').fill('Cape Town');
  await endSessions(account.email);
  await page.getByRole('button', { name: 'Add Event' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await signInAgain(page, account);

  await expect(page.getByText('Event added successfully')).toBeVisible();
  expect(await querySite('select location from events where title = $1', [title])).toEqual([
    { location: 'Cape Town' },
  ]);
  await page.reload();
  const card = page.getByRole('article').filter({ hasText: title });
  await expect(card).toContainText('7 June 2031, 19:15 SAST');
});
