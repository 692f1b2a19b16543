import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { awkwardFilms, makeFilm } from '#tests/support/awkward-films.ts';
import { sampleVideo } from '#tests/support/sample-files.ts';
import { querySite } from '#tests/support/site-rows.ts';
import { expect, test, unique } from './admin.ts';
import { untilAlive } from './fixtures.ts';
import {
  fileOnDisk,
  hashOf,
  isStored,
  recordVideo,
  slowDown,
  storedHash,
  toStoragePath,
  untilPercent,
} from './uploads.ts';

const megabyte = 1024 ** 2;

async function pathOfVideo(title: string): Promise<string> {
  const [row] = await querySite('select video_url from videos where title = $1', [title]);
  return toStoragePath(row.video_url);
}

const naturalWidth = (picture: Locator) =>
  picture.evaluate((node: HTMLImageElement) => node.naturalWidth);

const playedSeconds = (video: Locator) =>
  video.evaluate((node: HTMLVideoElement) => node.currentTime);

test.describe('a video', () => {
  test('a video is uploaded with its poster while its title is typed', async ({
    page,
    openForm,
    checkAccessibility,
  }) => {
    const title = unique('Lesson');
    await page.goto('/admin/videos');
    const content = await recordVideo(page);
    await openForm('New video');
    await page.getByRole('button', { name: 'Upload Video' }).click();
    await expect(page.getByText('Please select a video file to upload.')).toBeVisible();
    await expect(page.getByText('A title is required.')).toBeVisible();

    await page
      .getByLabel('Video', { exact: true })
      .setInputFiles(await fileOnDisk('My lesson (1).webm', content));
    const row = page.getByRole('list', { name: 'Video: chosen' }).getByRole('listitem');
    await expect(row).toContainText('Uploaded.');
    await expect(row).toContainText(/0:0[23]/);
    await expect(row.getByRole('img', { name: /Preview of/ })).toBeVisible();
    await page.getByLabel('Title', { exact: true }).fill(title);
    await page.getByLabel('Subtitle').fill('How a day begins');
    await checkAccessibility();
    await page.getByRole('button', { name: 'Upload Video' }).click();
    await expect(page.getByText('Video uploaded successfully!')).toBeVisible();
    await expect(row).toBeHidden();

    const path = await pathOfVideo(title);
    expect(path).toMatch(/^videos\/\d{13}-My-lesson-1\.webm$/);
    expect(await storedHash(path)).toBe(hashOf(content));
    const [saved] = await querySite('select poster_url from videos where title = $1', [title]);
    const poster = toStoragePath(String(saved?.['poster_url']));
    expect(await isStored(poster)).toBe(true);
    // Visitors and the admin see the poster until the video is played.
    for (const list of ['/videos', '/admin/videos']) {
      await page.goto(list);
      const link = page.getByRole('link', { name: `Play ${title}` });
      const picture = link.locator('img');
      await expect(picture).toHaveAttribute('src', new RegExp(poster));
      await expect.poll(() => naturalWidth(picture)).toBeGreaterThan(0);
      await untilAlive(page);
      await link.click();
      await expect(page.getByLabel(title)).toHaveAttribute('poster', new RegExp(poster));
      await expect.poll(() => playedSeconds(page.getByLabel(title))).toBeGreaterThan(0);
    }
  });

  test('a video can be paused, resumed and cancelled', async ({ page, openForm }) => {
    await page.goto('/admin/videos');
    await openForm('New video');
    await slowDown(page, 3 * megabyte);
    await page
      .getByLabel('Video', { exact: true })
      .setInputFiles(await fileOnDisk('long.mp4', sampleVideo(24 * megabyte)));
    const row = page.getByRole('list', { name: 'Video: chosen' }).getByRole('listitem');
    await untilPercent(row.getByRole('progressbar'), 10);
    await expect(row).toContainText(/of 24 MB.*\/s · .* left/);
    // The row keeps its height, so that no button moves during a press.
    const findHeight = async () => (await row.boundingBox())?.height;
    const height = await findHeight();
    await row.getByRole('button', { name: 'Pause' }).click();
    await expect(row).toContainText('Paused.');
    expect(await findHeight()).toBe(height);
    await row.getByRole('button', { name: 'Resume' }).click();
    await expect(row.getByRole('status')).toHaveText('Uploading.');
    expect(await findHeight()).toBe(height);
    await untilPercent(row.getByRole('progressbar'), 40);
    // Opening another tab of the admin does not stop it.
    const tabs = page.getByRole('navigation', { name: 'Dashboard' });
    await tabs.getByRole('link', { name: 'Freebies' }).click();
    await expect(row).toBeHidden();
    await tabs.getByRole('link', { name: 'Videos' }).click();
    await openForm('New video');
    await untilPercent(row.getByRole('progressbar'), 50);
    await row.getByRole('button', { name: 'Remove' }).click();
    await expect(row).toBeHidden();
    await page.reload();
    await expect(page.getByText('didn’t finish')).toBeHidden();
  });

  test('continues after a reload when the same file is chosen again', async ({
    page,
    openForm,
  }) => {
    const title = unique('Reloaded');
    const content = sampleVideo(24 * megabyte);
    const file = await fileOnDisk('reloaded.mp4', content);
    await page.goto('/admin/videos');
    await openForm('New video');
    await page.getByLabel('Title', { exact: true }).fill(title);
    await slowDown(page, 4 * megabyte);
    await page.getByLabel('Video', { exact: true }).setInputFiles(file);
    await untilPercent(page.getByRole('progressbar'), 40);

    await page.reload();
    await expect(page.getByText('Choose the same file again to continue')).toBeVisible();
    const offsets: number[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
    });
    // Phones give the file another name and date each time.
    const chosenAgain = await fileOnDisk('0B5C7C4E.MOV', content);
    await page.getByLabel('Video', { exact: true }).setInputFiles(chosenAgain);
    await expect(page.getByText('Continuing where it stopped.')).toBeVisible();
    await expect(page.getByText('Choose the same file again to continue')).toBeHidden();
    await expect(page.getByText('Uploaded.')).toBeVisible();
    expect(Math.min(...offsets)).toBeGreaterThanOrEqual(8 * megabyte);
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title);
    await page.getByLabel('Subtitle').fill('In two halves');
    await page.getByRole('button', { name: 'Upload Video' }).click();
    await expect(page.getByText('Video uploaded successfully!')).toBeVisible();
    expect(await storedHash(await pathOfVideo(title))).toBe(hashOf(content));
  });

  test('a video in HEVC shows a warning during its upload and where it cannot be played', async ({
    page,
    openForm,
  }) => {
    const title = unique('From a phone');
    const folder = await mkdtemp(path.join(tmpdir(), 'film-'));
    const film = await makeFilm(folder, awkwardFilms['HEVC with 10 bits'] as never);
    await page.goto('/admin/videos');
    await openForm('New video');
    await page.getByLabel('Video', { exact: true }).setInputFiles({
      name: 'IMG_1.MOV',
      mimeType: 'application/octet-stream',
      buffer: await readFile(film),
    });
    await expect(page.getByText('Many browsers can’t play this video.')).toBeVisible();
    await page.getByLabel('Title', { exact: true }).fill(title);
    await page.getByLabel('Subtitle').fill('As it was recorded');
    await page.getByRole('button', { name: 'Upload Video' }).click();
    await expect(page.getByText('Video uploaded successfully!')).toBeVisible();
    await page.goto('/videos');
    const card = page.getByRole('article').filter({ hasText: title });
    await expect(card.getByText('This browser can’t play this video.')).toBeVisible();
    await expect(card.getByRole('link', { name: `Download ${title}` })).toHaveAttribute(
      'href',
      /\.mov$/i,
    );
  });

  test.describe('without a connection', () => {
    test.use({ allowedConsole: /ERR_INTERNET_DISCONNECTED|ERR_NETWORK/ });

    test('continues when the connection is back, and is then saved', async ({ page, openForm }) => {
      const title = unique('Offline');
      const content = sampleVideo(24 * megabyte);
      await page.goto('/admin/videos');
      await openForm('New video');
      await page.getByLabel('Title', { exact: true }).fill(title);
      await page.getByLabel('Subtitle').fill('Over a poor connection');
      const connection = await slowDown(page, 4 * megabyte);
      await page
        .getByLabel('Video', { exact: true })
        .setInputFiles(await fileOnDisk('offline.mp4', content));
      await page.getByRole('button', { name: 'Upload Video' }).click();
      await expect(page.getByRole('button', { name: 'Uploading...' })).toBeDisabled();
      await untilPercent(page.getByRole('progressbar'), 40);
      await connection.cut();
      await expect(
        page.getByText('Connection lost. The upload continues when you’re back online.'),
      ).toBeVisible();
      await connection.restore();
      await expect(page.getByText('Video uploaded successfully!')).toBeVisible();
      expect(await storedHash(await pathOfVideo(title))).toBe(hashOf(content));
    });
  });
});
