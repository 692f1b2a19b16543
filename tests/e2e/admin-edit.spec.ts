import type { Page } from '@playwright/test';
import { samplePdf, sampleVideo } from '#tests/support/sample-files.ts';
import { storeFile } from '#tests/support/site-content.ts';
import { querySite, untilPublic } from '#tests/support/site-rows.ts';
import { expect, test, unique } from './admin-fixtures.ts';
import { expectAccessibleInBothThemes, expectNoExcess, untilAlive } from './fixtures.ts';

const cardOf = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

/** Opens the form of a record by its card. */
async function openEdit(page: Page, text: string): Promise<void> {
  await untilAlive(page);
  await cardOf(page, text).getByRole('link', { name: /^Edit/ }).click();
  await expect(page).toHaveURL(/edit=/);
}

const addEvent = async (title: string, date = '2031-05-04') => {
  const [row] = await querySite(
    "insert into events (title, date, time, location) values ($1, $2, '18:30', 'Online') returning id",
    [title, date],
  );
  return row.id as string;
};

const stored = (name: string) => `/storage/testimonials/${name}`;

test('an event is edited, and visitors see the change', { tag: '@phone' }, async ({ page }) => {
  const title = unique('Gold at the opne');
  const corrected = title.replace('opne', 'open');
  await addEvent(title);
  await page.goto('/admin/events');
  await openEdit(page, title);
  const form = page.getByRole('region', { name: 'Edit event' });
  await expect(form.getByLabel('Title')).toBeFocused();
  await expect(form.getByLabel('Time')).toHaveValue('18:30');
  await form.getByLabel('Title').fill('');
  await form.getByRole('button', { name: 'Update Event' }).click();
  await expect(form.getByText('A title is required.')).toBeVisible();
  await form.getByLabel('Title').fill(corrected);
  await expectNoExcess(page);
  await form.getByRole('button', { name: 'Update Event' }).click();
  await expect(page.getByText('Event updated successfully')).toBeVisible();
  await expect(form).toBeHidden();
  await expect(cardOf(page, corrected).getByRole('link', { name: /^Edit/ })).toBeFocused();
  await untilPublic('/community', (html) => html.includes(corrected));
});

test('an event is repeated a week later', async ({ page }) => {
  const title = unique('Every Tuesday');
  await addEvent(title, '2031-12-30');
  await page.goto('/admin/events');
  await untilAlive(page);
  await cardOf(page, title)
    .getByRole('link', { name: `Repeat next week ${title}` })
    .click();
  const form = page.getByRole('region', { name: 'New event' });
  await expect(form.getByLabel('Title')).toHaveValue(title);
  await expect(form.getByLabel('Date')).toHaveValue('2032-01-06');
  await expect(form.getByLabel('Time')).toHaveValue('18:30');
  await expect(form.getByLabel('Location')).toHaveValue('Online');
  await form.getByRole('button', { name: 'Add Event' }).click();
  await expect(page.getByText('Event added successfully')).toBeVisible();
  await expect(cardOf(page, title)).toHaveCount(2);
  await expect(cardOf(page, '6 January 2032, 18:30 SAST')).toContainText(title);
});

test('a video and a freebie get another title and another file', async ({ page }) => {
  await storeFile('videos/1-edit.mp4', sampleVideo());
  await storeFile('freebies/1-edit.pdf', samplePdf());
  const kinds = [
    {
      ...{ table: 'videos', noun: 'video', name: 'Video', label: 'Another video' },
      ...{ column: 'video_url', url: stored('videos/1-edit.mp4') },
      file: { name: 'other.mp4', mimeType: 'video/mp4', buffer: sampleVideo() },
    },
    {
      ...{ table: 'freebies', noun: 'freebie', name: 'Freebie', label: 'Another PDF' },
      ...{ column: 'file_url', url: stored('freebies/1-edit.pdf') },
      file: { name: 'other.pdf', mimeType: 'application/pdf', buffer: samplePdf() },
    },
  ];
  for (const { table, noun, name, label, column, url, file } of kinds) {
    const title = unique(name);
    const subtitle = table === 'videos' ? { subtitle: 'S' } : {};
    const row = { title, [column]: url, ...subtitle };
    const names = Object.keys(row);
    const [{ id }] = await querySite(
      `insert into ${table} (${names}) values (${names.map((_, index) => `$${index + 1}`)}) returning id`,
      Object.values(row),
    );
    const readUrl = async () =>
      (await querySite(`select ${column} as url from ${table} where id = $1`, [id]))[0]?.url;
    await page.goto(`/admin/${table}`);
    await openEdit(page, title);
    const form = page.getByRole('region', { name: `Edit ${noun}` });
    await form.getByLabel('Title', { exact: true }).fill(`${title} again`);
    await form.getByRole('button', { name: `Update ${name}` }).click();
    await expect(page.getByText(`${name} updated successfully`)).toBeVisible();
    await expect(cardOf(page, `${title} again`)).toBeVisible();
    expect(await readUrl()).toBe(url);

    await openEdit(page, title);
    await form.getByLabel(label).setInputFiles(file);
    await form.getByRole('button', { name: `Update ${name}` }).click();
    await expect.poll(readUrl).toMatch(/-other\.(mp4|pdf)$/);
    // The chosen file is not offered to another form.
    await expect(form).toBeHidden();
    await page.getByRole('link', { name: `Add ${noun}` }).click();
    await expect(page.getByText('other.')).toHaveCount(0);
  }
});

test.describe('scheduled posts', () => {
  test.use({ allowedConsole: /status of 422/ });

  test('a post is scheduled, and its card shows when it goes live', {
    tag: '@phone',
  }, async ({ page, openForm, isMobile }) => {
    const title = unique('For Friday');
    await page.goto('/admin/blog');
    await openForm('New post');
    const form = page.getByRole('region', { name: 'New post' });
    await form.getByLabel('Title').fill(title);
    await form.getByLabel('Date').fill('2031-11-28');
    const time = form.getByLabel('Goes live at (SAST)');
    await expect(time).toHaveValue('2031-11-28T08:00');
    await time.fill('2020-01-03T07:45');
    await form.getByRole('button', { name: 'Add Post' }).click();
    await expect(form.getByText(/^This time is in the past\./)).toBeVisible();
    await time.fill('2031-11-28T07:45');
    await expect(form.getByLabel('Date')).toHaveValue('2031-11-28');
    await expectNoExcess(page);
    if (!isMobile) await expectAccessibleInBothThemes(page);
    await form.getByRole('button', { name: 'Add Post' }).click();
    await expect(page.getByText('Post added successfully')).toBeVisible();
    await expect(cardOf(page, title)).toContainText('From Fri, 28 Nov 2031, 07:45 SAST');
    await expect(form).toBeHidden();
  });
});

test('courses are reordered by buttons and by dragging', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  await querySite('update courses set deleted_at = now()');
  const titles = ['First', 'Second', 'Third'].map(unique);
  for (const title of titles) {
    await querySite("insert into courses (title, price) values ($1, 'R1')", [title]);
  }
  const [first, second, third] = titles;
  const isPublic = (order: (string | undefined)[]) =>
    untilPublic('/services', (html) => {
      const places = order.map((title) => html.indexOf(String(title)));
      return places.every((place, index) => place > (places[index - 1] ?? -1));
    });
  await page.goto('/admin/courses');
  await untilAlive(page);
  await page.getByRole('button', { name: 'Change order' }).click();
  const rows = page.getByRole('list', { name: 'Courses' }).getByRole('listitem');
  await expect(rows).toContainText(titles);
  await expectNoExcess(page);
  if (!isMobile) await expectAccessibleInBothThemes(page);

  const up = page.getByRole('button', { name: `Move ${third} up` });
  await up.focus();
  await page.keyboard.press('Enter');
  await expect(up).toBeFocused();
  await expect(rows).toContainText([first, third, second].map(String));
  await expect(page.getByText('Order saved')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(rows).toContainText([third, first, second].map(String));
  await expect(up).toBeFocused();

  const centreOf = async (title: string | undefined) => {
    const box = await page
      .getByRole('button', { name: `Move ${title}`, exact: true })
      .boundingBox();
    if (!box) throw new Error(`${title} has no handle`);
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  await page.mouse.move(...(await centreOf(third)));
  await page.mouse.down();
  await page.mouse.move(...(await centreOf(second)), { steps: 8 });
  await expect(page.getByText(`${third} is at place 3 of 3.`)).toBeAttached();
  await page.mouse.up();
  await expect(rows).toContainText([first, second, third].map(String));
  await isPublic([first, second, third]);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('article').first()).toContainText(String(first));
});

test.describe('what the server refuses', () => {
  test.use({ allowedConsole: /status of 422/ });

  test('an order that cannot be saved is reverted', async ({ page }) => {
    await querySite('update courses set deleted_at = now()');
    const titles = ['First', 'Second'].map(unique);
    for (const title of titles) {
      await querySite("insert into courses (title, price) values ($1, 'R1')", [title]);
    }
    await page.route('**/api/courses/order', (route) =>
      route.fulfill({ status: 422, json: { title: 'No', detail: 'Not now.' } }),
    );
    await page.goto('/admin/courses');
    await untilAlive(page);
    await page.getByRole('button', { name: 'Change order' }).click();
    const rows = page.getByRole('list', { name: 'Courses' }).getByRole('listitem');
    await page.getByRole('button', { name: `Move ${titles[1]} up` }).click();
    await expect(page.getByText('Failed to save the order')).toBeVisible();
    await expect(rows).toContainText(titles);
  });
});

test.describe('two devices', () => {
  test.use({ allowedConsole: /409/ });

  test('edit one event: the second sees both versions and chooses one', {
    tag: '@phone',
  }, async ({ page, isMobile }) => {
    const title = unique('Gold at the open');
    const id = await addEvent(title);
    const read = async () =>
      (await querySite('select title, time, location from events where id = $1', [id]))[0];
    const saveElsewhere = (changed: string) =>
      querySite(
        "update events set title = $1, time = '19:00', version = version + 1 where id = $2",
        [changed, id],
      );
    await page.goto(`/admin/events?edit=${id}`);
    await expect(page.getByLabel('Title')).toHaveValue(title);
    await page.getByLabel('Title').fill(`${title}, once`);
    await page.getByLabel('Location').fill('The library');
    await saveElsewhere(`${title}, twice`);
    await page.getByRole('button', { name: 'Update Event' }).click();
    const panel = page.getByRole('region', { name: 'Someone else saved changes' });
    await expect(panel).toBeFocused();
    await expect(panel.getByRole('definition')).toContainText([
      new RegExp(`Yours.*${title}, once.*Theirs.*${title}, twice`),
      /Yours.*18:30.*Theirs.*19:00/,
      /Yours.*The library.*Theirs.*Online/,
    ]);
    await expectNoExcess(page);
    if (!isMobile) await expectAccessibleInBothThemes(page);
    await panel.getByRole('button', { name: 'Keep mine' }).click();
    await expect(page.getByText('Event updated successfully')).toBeVisible();
    expect(await read()).toEqual({
      ...{ title: `${title}, once`, time: '18:30:00', location: 'The library' },
    });

    await page.goto(`/admin/events?edit=${id}`);
    await page.getByLabel('Location').fill('Nowhere');
    await saveElsewhere(`${title}, again`);
    // The draft is older than the event now.
    await page.reload();
    await expect(panel).toContainText('Nowhere');
    await panel.getByRole('button', { name: 'Take theirs' }).click();
    await expect(page.getByRole('link', { name: 'Add event' })).toBeVisible();
    expect(await read()).toMatchObject({ title: `${title}, again`, location: 'The library' });
    await page.goto(`/admin/events?edit=${id}`);
    await expect(page.getByLabel('Location')).toHaveValue('The library');
  });

  test('replace one file: the second sees both names and can keep the first', async ({ page }) => {
    const [begun, theirs] = ['1-begun.pdf', '1-theirs.pdf'];
    for (const name of [begun, theirs]) await storeFile(`freebies/${name}`, samplePdf());
    const [{ id }] = await querySite(
      'insert into freebies (title, file_url) values ($1, $2) returning id',
      [unique('Guide'), stored(`freebies/${begun}`)],
    );
    await page.goto(`/admin/freebies?edit=${id}`);
    await page
      .getByLabel('Another PDF')
      .setInputFiles({ name: 'mine.pdf', mimeType: 'application/pdf', buffer: samplePdf() });
    await querySite('update freebies set file_url = $1, version = version + 1 where id = $2', [
      ...[stored(`freebies/${theirs}`), id],
    ]);
    await page.getByRole('button', { name: 'Update Freebie' }).click();
    const panel = page.getByRole('region', { name: 'Someone else saved changes' });
    await expect(panel.getByRole('definition')).toContainText([
      /Yours.*mine\.pdf.*Theirs.*1-theirs/,
    ]);
    await panel.getByRole('button', { name: 'Take theirs' }).click();
    await expect(page.getByRole('link', { name: 'Add freebie' })).toBeVisible();
    const [{ url }] = await querySite('select file_url as url from freebies where id = $1', [id]);
    expect(url).toBe(stored(`freebies/${theirs}`));
  });
});

test('unsaved changes survive a reload until they are discarded', async ({ page }) => {
  const title = unique('Kept');
  const id = await addEvent(title);
  await page.goto(`/admin/events?edit=${id}`);
  const form = page.getByRole('region', { name: 'Edit event' });
  await expect(form.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await form.getByLabel('Location').fill('The library');
  await page.reload();
  await expect(form.getByLabel('Location')).toHaveValue('The library');
  await expect(form.getByText('Your unsaved changes are still here.')).toBeVisible();
  await form.getByRole('button', { name: 'Discard changes' }).click();
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByLabel('Location')).toHaveValue('The library');
  await form.getByRole('button', { name: 'Discard changes' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toBeHidden();
  await openEdit(page, title);
  await expect(form.getByLabel('Location')).toHaveValue('Online');
  // What was typed and undone is no conflict.
  await form.getByLabel('Location').fill('The square');
  await form.getByLabel('Location').fill('Online');
  await querySite("update events set location = 'The hall', version = version + 1 where id = $1", [
    id,
  ]);
  await page.reload();
  await expect(form.getByLabel('Location')).toHaveValue('The hall');
});
