import { sampleVideo } from '#tests/support/sample-files.ts';
import { endSessions, makeAccount, signInAs } from '#tests/support/site-accounts.ts';
import { querySite } from '#tests/support/site-rows.ts';
import { expect, signInAgain, test, unique } from './admin.ts';
import {
  fileOnDisk,
  hashOf,
  slowDown,
  storedHash,
  toStoragePath,
  untilPercent,
} from './uploads.ts';

test.use({ allowedConsole: /status of 401/ });

test('an upload whose session ends waits for a sign-in and then continues', async ({
  page,
  openForm,
}) => {
  const account = await makeAccount();
  await signInAs(page, account);
  const title = unique('Interrupted');
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
  await expect(page.getByText('Video uploaded successfully!')).toBeVisible();
  expect(started).toBe(1);
  const [row] = await querySite('select video_url from videos where title = $1', [title]);
  expect(await storedHash(toStoragePath(row.video_url))).toBe(hashOf(content));
});
