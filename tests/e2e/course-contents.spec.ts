import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createPdf } from '#tests/support/real-pdf.ts';
import { querySite } from '#tests/support/site-rows.ts';
import { confirmDeletion, expect, test, unique } from './admin.ts';
import { untilAlive } from './fixtures.ts';
import { isStored, recordVideo } from './uploads.ts';

// The captions of another format are refused.
test.use({ viewport: { width: 390, height: 844 }, allowedConsole: /status of (404|415)/ });

/** Adds a course and opens its contents from the tab. Returns its id. */
async function openContents(page: Page): Promise<string> {
  const [id, title] = [randomUUID(), unique('Zoë 𝗧. O’Neill’s levels')];
  await querySite("insert into courses (id, title, price) values ($1, $2, 'R450.01')", [id, title]);
  await page.goto('/admin/courses');
  await untilAlive(page);
  await page.getByRole('link', { name: `Contents of ${title}` }).click();
  await expect(page.getByRole('heading', { name: `Contents of ${title}` })).toBeFocused();
  return id;
}

const sectionOf = (page: Page, title: string) => page.getByRole('region', { name: title });
const lessonOf = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) });
const rowsOf = (page: Page, list: string) =>
  page.getByRole('list', { name: list, exact: true }).locator('> li');

async function addSection(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title of the new section').fill(title);
  await page.getByRole('button', { name: 'Add section' }).click();
  await expect(sectionOf(page, title)).toBeVisible();
}

/** Adds a lesson, which opens its form. */
async function addLesson(page: Page, section: string, title: string): Promise<void> {
  await page.getByRole('button', { name: `Add lesson to ${section}` }).click();
  await expect(page.getByLabel('Title of the new lesson')).toBeFocused();
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Edit lesson' }).getByLabel('Title')).toHaveValue(
    title,
  );
}

test('a course of three sections and six lessons is put online on a phone', async ({
  page,
  checkAccessibility,
}) => {
  const course = await openContents(page);
  await expect(page.getByText('No sections yet.')).toBeVisible();
  for (const section of ['Levels', 'Time', 'Risk']) await addSection(page, section);
  for (const section of ['Levels', 'Time', 'Risk']) {
    for (const number of [1, 2]) {
      await addLesson(page, section, `${section} ${number}`);
      if (section === 'Levels' && number === 1) await fillLesson(page, checkAccessibility);
      else await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(lessonOf(page, `${section} ${number}`)).toContainText('Draft');
    }
  }
  await expect(page.getByText('0 of 6 lessons are published.')).toBeVisible();
  await expect(lessonOf(page, 'Levels 1')).toContainText(
    /Film 0:0\d, PDF, captions, text · opens after 7 days · public preview/,
  );
  await checkAccessibility();

  await test.step('the files are private', async () => {
    const rows = await querySite(
      `select kind, path, name from lesson_files join lessons on lessons.id = lesson_id
       join sections on sections.id = section_id where course_id = $1 order by kind`,
      [course],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['captions', 'film', 'pdf', 'poster']);
    for (const { path } of rows) {
      expect(await isStored(path)).toBe(true);
      expect((await page.request.get(`/storage/testimonials/${path}`)).status()).toBe(404);
    }
  });

  await test.step('lessons are published and made drafts', async () => {
    for (const lesson of ['Levels 1', 'Levels 2', 'Time 1', 'Time 2', 'Risk 1', 'Risk 2']) {
      await page.getByRole('button', { name: `Publish ${lesson}` }).click();
      await expect(page.getByRole('button', { name: `Make a draft ${lesson}` })).toBeVisible();
    }
    await expect(page.getByText('6 of 6 lessons are published.')).toBeVisible();
    await page.getByRole('button', { name: 'Make a draft Risk 2' }).press('Enter');
    await expect(lessonOf(page, 'Risk 2')).toContainText('Draft');
    await expect(page.getByText('5 of 6 lessons are published.')).toBeVisible();
  });

  await test.step('sections and lessons are sorted', async () => {
    const up = page.getByRole('button', { name: 'Move Risk up', exact: true });
    await up.press('Enter');
    await expect(rowsOf(page, 'Sections')).toContainText(['Levels', 'Risk', 'Time']);
    await expect(up).toBeFocused();
    await page.getByRole('button', { name: 'Move Risk 1 down' }).click();
    await expect(rowsOf(page, 'Lessons of Risk')).toContainText(['Risk 2', 'Risk 1']);
    await expect(page.getByText('Order saved')).toBeVisible();
    await page.reload();
    await expect(rowsOf(page, 'Sections')).toContainText(['Levels', 'Risk', 'Time']);
    await expect(rowsOf(page, 'Lessons of Risk')).toContainText(['Risk 2', 'Risk 1']);

    await page.setViewportSize({ width: 1280, height: 860 });
    const handleOf = (title: string) => lessonOf(page, title).locator('[data-handle]');
    await handleOf('Levels 2').dragTo(handleOf('Levels 1'), { steps: 10 });
    await expect(rowsOf(page, 'Lessons of Levels')).toContainText(['Levels 2', 'Levels 1']);
    await page.setViewportSize({ width: 390, height: 844 });
  });

  await test.step('a lesson and a section are deleted', async () => {
    await page.getByRole('button', { name: 'Delete Risk 1', exact: true }).click();
    await expect(page.getByRole('dialog')).toContainText('Risk 1 is deleted permanently');
    await confirmDeletion(page);
    await expect(lessonOf(page, 'Risk 1')).toBeHidden();
    await expect(lessonOf(page, 'Risk 2')).toBeVisible();
    await page.getByRole('button', { name: 'Delete Time', exact: true }).click();
    await expect(page.getByRole('dialog')).toContainText('Time and its 2 lessons are deleted');
    await confirmDeletion(page);
    await expect(sectionOf(page, 'Time')).toBeHidden();
    await expect(page.getByText('2 of 3 lessons are published.')).toBeVisible();
  });
});

/** Fills the open form of a lesson, with a film, a PDF and captions. */
async function fillLesson(page: Page, checkAccessibility: () => Promise<void>): Promise<void> {
  const form = page.getByRole('region', { name: 'Edit lesson' });
  const files = page.getByRole('list', { name: 'Files of Levels 1' }).getByRole('listitem');
  await page.getByLabel('Add films').setInputFiles({
    name: 'Levels.webm',
    mimeType: 'video/webm',
    buffer: await recordVideo(page),
  });
  await page.getByLabel('Add PDFs').setInputFiles({
    name: 'Workbook.pdf',
    mimeType: 'application/pdf',
    buffer: await createPdf(),
  });
  await page.getByLabel('Add captions').setInputFiles({
    name: 'en.srt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Hello\n'),
  });
  await expect(page.getByText(/Export the captions as WebVTT/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove en.srt' }).click();
  await page.getByLabel('Add captions').setInputFiles({
    name: 'zu.srt',
    mimeType: 'application/x-subrip',
    buffer: Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nSawubona\n'),
  });
  for (const name of ['Levels.webm', 'Workbook.pdf', 'zu.srt'])
    await expect(files.filter({ hasText: name })).toBeVisible();
  await form.getByLabel('Text').fill('## Levels\n- One');
  await form.getByLabel('Opens after').fill('seven');
  await form.getByRole('button', { name: 'Update Lesson' }).click();
  await expect(form.getByText('Enter a number of days from 0 to 3,650.')).toBeVisible();
  await form.getByLabel('Opens after').fill('7');
  await form.getByLabel('Public preview').check();
  await checkAccessibility();
  await form.getByRole('button', { name: 'Update Lesson' }).click();
  await expect(page.getByRole('link', { name: 'Edit Levels 1' })).toBeFocused();
}

test.describe('on two devices', () => {
  test.use({ allowedConsole: /status of 409/ });

  test('a lesson that someone else saved shows both versions', async ({ page, context }) => {
    await openContents(page);
    await addSection(page, 'Levels');
    await addLesson(page, 'Levels', 'Stops');
    const other = await context.newPage();
    await other.goto(page.url());
    await untilAlive(other);
    await other.getByLabel('Opens after').fill('37');
    await page.getByLabel('Title', { exact: true }).fill('Targets');
    await page.getByRole('button', { name: 'Update Lesson' }).click();
    await expect(lessonOf(page, 'Targets')).toBeVisible();
    await other.getByRole('button', { name: 'Update Lesson' }).click();
    const conflict = other.getByRole('region', { name: 'Someone else saved changes' });
    await expect(conflict).toContainText('Targets');
    await expect(conflict).toContainText('37');
    await conflict.getByRole('button', { name: 'Take theirs' }).click();
    await expect(lessonOf(other, 'Targets')).toBeVisible();
    await expect(lessonOf(other, 'Targets')).not.toContainText('opens after');
  });
});
