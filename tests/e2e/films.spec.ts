import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { storageUrl, toLessonPath } from '#rules/stored-file.ts';
import { openLibraryOf, readFilm } from '#tests/support/library.ts';
import { samplePicture } from '#tests/support/sample-files.ts';
import { querySite, untilPublic } from '#tests/support/site-rows.ts';
import { siteDataDirectory } from '#tests/support/site-under-test.ts';
import { expect, test, unique } from './admin.ts';
import { expectAccessibleInBothThemes, untilAlive } from './fixtures.ts';
import { toStoragePath } from './uploads.ts';

const bucket = path.join(siteDataDirectory, 'uploads/testimonials');
const film = await readFilm();

async function storeFile(name: string, content: Buffer): Promise<void> {
  await mkdir(path.dirname(path.join(bucket, name)), { recursive: true });
  await writeFile(path.join(bucket, name), content);
}

/** Stores a film with its two renditions, which differ in size. Returns their paths. */
async function storeFilm(best: string, small: string): Promise<void> {
  await storeFile(best, Buffer.concat([film, Buffer.alloc(265)]));
  await storeFile(small, film);
  await querySite(
    `insert into films (path, state, percent, small_path) values ($1, 'ready', 100, $2)`,
    [best, small],
  );
}

async function addVideo(title: string, poster: string | null, captions: string | null = null) {
  const stamp = `${Date.now()}${Math.floor(Math.random() * 1000)}`;
  const [best, small] = [`videos/${stamp}-gold.mp4`, `videos/${stamp}-gold-360p.mp4`];
  await storeFilm(best, small);
  await querySite(
    `insert into videos (title, subtitle, video_url, poster_url, captions_url, duration_seconds) values ($1, 'R450.01', $2, $3, $4, 40)`,
    [title, storageUrl(best), poster, captions],
  );
  await untilPublic('/videos', (html) => html.includes(title));
  return { best, small };
}

test('a visitor saves data, and the choice is remembered @phone', async ({ visit }) => {
  const [plain, withPoster] = [unique('Gold at 37.265'), unique('Zoë’s levels')];
  const one = await addVideo(plain, null);
  const two = await addVideo(withPoster, await storePoster());
  const page = await visit('/videos');
  await untilAlive(page);
  const player = page.getByLabel(plain, { exact: true });
  const choice = page.getByLabel(`Save data while watching ${plain}`);
  await expect(choice).not.toBeChecked();
  await expect(player).toHaveAttribute('src', storageUrl(one.best));
  await choice.check();
  await expect(player).toHaveAttribute('src', storageUrl(one.small));
  // The choice holds for all films.
  await expect(page.getByLabel(`Save data while watching ${withPoster}`)).toBeChecked();

  await page.reload();
  await untilAlive(page);
  await expect(choice).toBeChecked();
  await expect(player).toHaveAttribute('src', storageUrl(one.small));
  const link = page.getByRole('link', { name: `Play ${withPoster}` });
  await link.click();
  const played = page.getByLabel(withPoster, { exact: true });
  await expect(played).toHaveAttribute('src', storageUrl(two.small));
  await expect
    .poll(() => played.evaluate((node: HTMLVideoElement) => node.currentTime))
    .toBeGreaterThan(0);
  const before = await played.evaluate((node: HTMLVideoElement) => node.currentTime);
  await page.getByLabel(`Save data while watching ${withPoster}`).uncheck();
  await expect(played).toHaveAttribute('src', storageUrl(two.best));
  await expect
    .poll(() => played.evaluate((node: HTMLVideoElement) => node.currentTime))
    .toBeGreaterThanOrEqual(before);
});

async function storePoster(): Promise<string> {
  const poster = `videos/${randomUUID()}-poster.jpg`;
  await storeFile(poster, await samplePicture('jpeg'));
  return storageUrl(poster);
}

async function storeCaptions(): Promise<string> {
  const path = `videos/${randomUUID()}-en.vtt`;
  const cue = '00:00:00.000 --> 00:00:37.265 align:center position:50%';
  await storeFile(path, Buffer.from(`WEBVTT\n\n${cue}\nZoë at R450.01\n`));
  return storageUrl(path);
}

/** Returns the captions that a player shows now. */
const shownCaptions = (player: Locator) =>
  player.evaluate((node: HTMLVideoElement) =>
    [...node.textTracks].map(({ mode, kind, activeCues }) => {
      const cues = [...(activeCues ?? [])] as VTTCue[];
      return { mode, kind, cues: cues.map(({ text, align, position }) => [text, align, position]) };
    }),
  );

const cue = ['Zoë at R450.01', 'center', 50];

test('a video has captions, which stay while the viewer saves data', async ({ visit }) => {
  const [plain, withPoster] = [unique('Captions at 37.265'), unique('Zoë’s captions')];
  await addVideo(plain, null, await storeCaptions());
  const film = await addVideo(withPoster, await storePoster(), await storeCaptions());
  const page = await visit('/videos');
  await untilAlive(page);
  await page.getByRole('link', { name: `Play ${withPoster}` }).click();
  for (const title of [plain, withPoster]) {
    const player = page.getByLabel(title, { exact: true });
    expect(await shownCaptions(player)).toEqual([{ mode: 'disabled', kind: 'captions', cues: [] }]);
    await player.evaluate(async (node: HTMLVideoElement) => {
      for (const track of node.textTracks) track.mode = 'showing';
      node.muted = true;
      await node.play();
    });
    await expect
      .poll(() => shownCaptions(player))
      .toEqual([{ mode: 'showing', kind: 'captions', cues: [cue] }]);
  }
  const player = page.getByLabel(withPoster, { exact: true });
  await page.getByLabel(`Save data while watching ${withPoster}`).check();
  await expect(player).toHaveAttribute('src', storageUrl(film.small));
  await expect
    .poll(() => shownCaptions(player))
    .toEqual([{ mode: 'showing', kind: 'captions', cues: [cue] }]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a video with a poster keeps its captions', async ({ page }) => {
    const title = unique('Without scripts');
    const captions = await storeCaptions();
    const poster = await storePoster();
    await addVideo(title, poster, captions);
    await page.goto('/videos');
    const player = page.getByLabel(title, { exact: true });
    await expect(player).toBeVisible();
    await expect(player).toHaveAttribute('poster', poster);
    await expect(player.locator('track')).toHaveAttribute('src', captions);
    await expect(page.getByRole('link', { name: `Play ${title}` })).toBeHidden();
  });
});

test.describe('the form of a video', () => {
  // Damaged captions are refused.
  test.use({ allowedConsole: /status of (404|415)/ });

  test('captions are chosen, replaced and removed', async ({ page }) => {
    const title = unique('A film with captions');
    await addVideo(title, null);
    const stored = async () => {
      const rows = await querySite('select captions_url from videos where title = $1', [title]);
      return rows[0]?.['captions_url'];
    };
    await page.goto('/admin/videos');
    const edit = page.getByRole('link', { name: `Edit ${title}` });
    const form = page.getByRole('region', { name: 'Edit video' });
    const save = async () => {
      await form.getByRole('button', { name: 'Update Video' }).click();
      await expect(form).toBeHidden();
    };
    const choose = (label: string, name: string, text: string) =>
      form
        .getByLabel(label, { exact: true })
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await edit.click();
    await choose('Captions', 'en.vtt', 'WEBVTT\n\n00:41.0 --> 00:39.265\nGold\n');
    const fault = /These captions are damaged. The caption in line 3 ends before it starts./;
    await expect(form.getByText(fault)).toBeVisible();
    await form.getByRole('button', { name: 'Update Video' }).click();
    await expect(form.getByRole('alert').filter({ hasText: fault })).toBeVisible();
    expect(await stored()).toBeNull();
    await form.getByRole('button', { name: 'Remove en.vtt' }).click();

    await choose('Captions', 'en.srt', '1\n00:00:37,265 --> 00:00:39,100\nGold\n');
    await expect(form.getByRole('link', { name: /-en\.vtt$/ })).toBeVisible();
    await save();
    expect(await stored()).toMatch(/-en\.vtt$/);

    // The record is saved with captions that are still on their way.
    await edit.click();
    await choose('Other captions', 'zu.srt', '1\n00:00:37,265 --> 00:00:39,100\nIgolide\n');
    await save();
    expect(await stored()).toMatch(/-zu\.vtt$/);

    await edit.click();
    await form.getByRole('button', { name: 'Remove captions' }).click();
    await save();
    expect(await stored()).toBeNull();
  });
});

test.describe('an answer that is lost', () => {
  test.use({ allowedConsole: /ERR_FAILED/ });

  test('a video is saved once, although its film was converted before the next attempt', async ({
    page,
    openForm,
  }) => {
    const title = unique('Zoë’s film at R450.01');
    await page.goto('/admin/videos');
    await openForm('New video');
    await page
      .getByLabel('Video', { exact: true })
      .setInputFiles({ name: 'IMG_0037.mp4', mimeType: 'video/mp4', buffer: film });
    await page.getByLabel('Title', { exact: true }).fill(title);
    await page.getByLabel('Subtitle').fill('Levels');
    await page.route(
      '**/api/videos',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    const save = page.getByRole('button', { name: 'Upload Video' });
    await save.click();
    await expect(page.getByText(/^Failed to save video details/)).toBeVisible();
    const rows = () => querySite('select video_url from videos where title = $1', [title]);
    const [saved] = await rows();
    const source = toStoragePath(saved?.['video_url']);
    const best = `videos/${randomUUID()}.mp4`;
    await rename(path.join(bucket, source), path.join(bucket, best));
    await querySite(
      `insert into films (path, state, percent, source_path) values ($1, 'ready', 100, $2)`,
      [best, source],
    );
    await querySite('update videos set video_url = $1 where title = $2', [storageUrl(best), title]);

    await save.click();
    await expect(page.getByText('Video uploaded successfully!')).toBeVisible();
    expect(await rows()).toEqual([{ video_url: storageUrl(best) }]);
  });
});

test('a customer saves data, and goes on at the same second', async ({ visit }) => {
  const library = await openLibraryOf(siteDataDirectory);
  const customer = await library.addCustomer({ email: `zoe.${randomUUID()}@example.com` });
  const course = await library.addCourse(unique('Gold, slowly'));
  await library.give(customer.id, course.id, { startsAt: new Date(Date.now() - 3_600_000) });
  const section = await library.addSection(course.id);
  const lesson = await library.addLesson(section.id, { title: 'Levels', seconds: 40 });
  const { path: stored } = await library.addFile(lesson.id, 'film', film);
  await storeFilm(stored, toLessonPath(randomUUID(), 'mp4'));
  const page = await visit(`${library.toPath(customer)}/${lesson.id}`);
  await library.close();
  await untilAlive(page);
  const player = page.locator('video');
  await expect(player).not.toHaveAttribute('src', /small/);
  await expect
    .poll(() => player.evaluate((node: HTMLVideoElement) => node.readyState))
    .toBeGreaterThan(0);
  await player.evaluate((node: HTMLVideoElement) => {
    node.currentTime = 21;
  });
  await page.getByLabel('Save data').check();
  await expect(player).toHaveAttribute('src', /\?small$/);
  await expect
    .poll(() =>
      player.evaluate((node: HTMLVideoElement) => [node.readyState > 0, node.currentTime]),
    )
    .toEqual([true, 21]);
  await expectAccessibleInBothThemes(page);
});

test('the mentor sees why a film failed', async ({ page }) => {
  const title = unique('A damaged film');
  const file = `videos/${Date.now()}-damaged.mp4`;
  await storeFile(file, Buffer.from('noise'));
  await querySite(`insert into videos (title, subtitle, video_url) values ($1, 'R450.01', $2)`, [
    title,
    storageUrl(file),
  ]);
  await querySite(
    `insert into films (path, state, reason) values ($1, 'failed', 'It has no picture.')`,
    [file],
  );
  await page.goto('/admin/today');
  const notice = page.getByRole('region', { name: 'Failed films' });
  await notice.getByText(/couldn’t be converted/).click();
  await expect(notice).toContainText(`${title}This film can’t be converted. It has no picture.`);
  await page.goto('/admin/videos');
  const card = page.getByRole('article').filter({ hasText: title });
  await expect(card).toContainText('This film can’t be converted. It has no picture.');
  await querySite(
    `update films set state = 'ready', reason = null, percent = 100 where path = $1`,
    [file],
  );
  await expect(card).toContainText('Plays on every phone.');
  await page.goto('/admin/today');
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
  await expect(notice).toBeHidden();
});
