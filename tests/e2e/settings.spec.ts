import { randomUUID } from 'node:crypto';
import { samplePicture } from '#tests/support/sample-files.ts';
import { endSessions, makeAccount, signInAs } from '#tests/support/site-accounts.ts';
import { siteUrl } from '#tests/support/site-under-test.ts';
import { expectAccessibleInBothThemes, expectNoExcess, untilAlive } from './fixtures.ts';
import { changeSection, expect, expectSoon, test, unfold } from './settings-fixtures.ts';
import { fileOnDisk, isStored, toStoragePath } from './upload-fixtures.ts';

test.use({ isBesidePage: false });

test('a saved phone number appears on the contact page, and can be undone, restored and reset', async ({
  page,
  openSection,
  save,
  visit,
}) => {
  await page.goto('/admin/settings');
  await page.getByRole('main').getByRole('link', { name: /^Site/ }).last().click();
  await expect(page).toHaveURL('/admin/settings/site');
  await unfold(page, 'Contact details');
  const phone = page.getByLabel('Phone', { exact: true });
  await phone.fill('082 123 4567');
  // Another group closes it: what is wrong opens it again.
  await unfold(page, 'Your site');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Use the international format, e.g. +27 82 123 4567')).toBeVisible();
  await expect(phone).toBeFocused();
  await phone.fill('+27 82 123 4567');
  await save();
  const contact = await visit('/contact');
  await expect(contact.getByRole('link', { name: '+27 82 123 4567' })).toHaveAttribute(
    'href',
    'https://wa.me/27821234567',
  );

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Change undone')).toBeVisible();
  await expect(phone).toHaveValue('+27 00 000 0000');

  await openSection('site', 'Contact details');
  await unfold(page, 'Version history');
  const versions = page.getByRole('group').filter({ hasText: 'Version history' });
  await versions.getByText('operator@example.com').last().click();
  await expect(versions.getByText('+27 82 123 4567')).toBeVisible();
  await versions.getByRole('button', { name: 'Restore this version' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible();
  await expect(phone).toHaveValue('+27 82 123 4567');
  await page.getByRole('button', { name: 'Reset to original' }).click();
  const question = page.getByRole('dialog', { name: 'Reset to original?' });
  await question.getByRole('button', { name: 'Reset to original' }).click();
  await expect(phone).toHaveValue('+27 00 000 0000');
});

test.describe('the preview', () => {
  test.use({ isBesidePage: true });

  test('shows next to the form what is typed, which visitors do not see', async ({
    page,
    openSection,
    visit,
  }) => {
    await openSection('site', 'Your site');
    const preview = page.frameLocator('iframe');
    const headline = preview.getByRole('heading', { level: 1, includeHidden: true });
    await expect(headline).toHaveText(/Master The Markets/);
    await page.getByLabel('Headline').fill('Read gold in time and price');
    await expect(headline).toHaveText('Read gold in time and price');
    const home = await visit('/');
    await expect(home.getByRole('heading', { level: 1 })).toHaveText(/Master The Markets/);
    await page.getByLabel('Page', { exact: true }).selectOption('Contact');
    await expect(preview.locator('main').getByText('mentor@example.com').first()).toBeVisible();
  });
});

test.describe('the preview on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('takes the place of the form, and gives it back in a wide window', async ({
    page,
    openSection,
  }) => {
    await openSection('site', 'Contact details');
    const phone = page.getByLabel('Phone', { exact: true });
    const preview = page.getByTitle('Preview: Home');
    await expect(preview).toHaveCount(0);
    await phone.fill('+27 82 765');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(preview).toBeVisible();
    await expect(phone).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 844 });
    await expect(phone).toHaveValue('+27 82 765');
    await expect(phone).toBeVisible();
    await expect(preview).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Back to the form' }).click();
    await expect(phone).toBeVisible();
    await expect(preview).toHaveCount(0);
  });
});

test('a price changes, and the sale ends on a date', async ({ page, openSection, save, visit }) => {
  await openSection('offers', 'Plans');
  await unfold(page, 'TP Strategy Course');
  await page.getByLabel('Price', { exact: true }).first().fill('R2400');
  await page.getByRole('button', { name: 'Add feature' }).first().click();
  await page.getByLabel('Features: feature 6').fill('A call with the mentor');
  await unfold(page, 'Sale');
  await page.getByLabel('Ends on a date').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Choose the day and time when the sale ends.')).toBeVisible();
  await expect(page.getByLabel('Last day')).toBeFocused();
  await page.getByLabel('Last day').fill('2099-12-31');
  await save();
  const services = await visit('/services');
  const course = services
    .getByRole('listitem')
    .filter({ has: services.getByRole('heading', { name: 'TP Strategy Course' }) });
  await expect(course).toContainText('R2400');
  await expect(course).toContainText('50% OFF');
  await expect(course).toContainText('A call with the mentor');

  await page.getByLabel('No sale').check();
  await save();
  await openSection('offers', 'Sale');
  await expect(page.getByLabel('No sale')).toBeChecked();
});

test('hours, reminders and meeting links are set by tapping and typing', {
  tag: '@phone',
}, async ({ page, openSection, save }) => {
  await openSection('booking', 'Opening hours');
  const monday = page.getByRole('checkbox', { name: 'Monday 09:00' });
  await monday.locator('xpath=..').click();
  await expect(monday).toBeChecked();
  await unfold(page, 'Meeting links');
  await page.getByLabel('Zoom').fill('https://zoom.us/j/123456789');
  await unfold(page, 'Reminders');
  await page.getByRole('button', { name: 'Add reminder' }).click();
  await expect(page.getByLabel('Reminders: reminder 3, number')).toBeFocused();
  await page.getByLabel('Reminders: reminder 3, number').fill('2');
  await page.getByLabel('Reminders: reminder 3, unit').selectOption('days');
  await unfold(page, 'Time zone');
  await page.getByLabel('Time zone', { exact: true }).fill('Europe/Ber');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/Choose a time zone from the list/)).toBeVisible();
  await page.getByLabel('Time zone', { exact: true }).fill('Europe/Berlin');
  await page.getByLabel('Short name').fill('CET');
  await save();
  const button = await page.getByRole('button', { name: 'Save', exact: true }).boundingBox();
  const notice = await page.locator('[data-toast]').boundingBox();
  if (!button || !notice) throw new Error('Nothing to compare');
  const isClear =
    notice.y + notice.height <= button.y ||
    notice.y >= button.y + button.height ||
    notice.x >= button.x + button.width;
  expect(isClear, 'the notice leaves the button free').toBe(true);
  const { value } = await (await page.request.get('/api/settings/booking')).json();
  expect(value).toMatchObject({
    openingHours: { 1: [9, 22, 23] },
    reminderMinutes: [2_880, 1_440, 60],
    joining: { Zoom: 'https://zoom.us/j/123456789' },
  });
});

test.describe('with words that cannot be filled in', () => {
  test.use({ allowedConsole: /status of 422/ });

  test('the words of a reminder are previewed and saved', async ({ page, openSection, save }) => {
    await openSection('texts', 'Emails');
    await unfold(page, 'Reminder');
    const reminder = page.getByRole('group', { name: 'Reminder' });
    await reminder.getByLabel('Opening').fill('Hi {name}, we meet at {when}.');
    await reminder.getByRole('button', { name: 'Preview email (Reminder)' }).click();
    const preview = page.getByRole('dialog', { name: 'Reminder' });
    await expect(preview.getByText(/\{when\} is not a placeholder/)).toBeVisible();
    // Somebody quick presses again in the very moment in which the browser says that it is closed.
    await reminder
      .getByRole('button', { name: 'Preview email (Reminder)', includeHidden: true })
      .evaluate((button: HTMLButtonElement) => {
        const once = { capture: true, once: true };
        const dialog = document.querySelector('dialog[open]');
        dialog?.addEventListener('close', () => button.click(), once);
      });
    const lookedAgain = page.waitForResponse(/mail-preview$/);
    await preview.getByRole('button', { name: 'Close' }).click();
    await lookedAgain;
    await expect(preview.getByText(/\{when\} is not a placeholder/)).toBeVisible();
    await preview.getByRole('button', { name: 'Close' }).click();
    // What lies behind a dialog takes no words.
    await expect(preview).toBeHidden();
    await reminder.getByLabel('Opening').fill('Hi {name}, we meet on {meeting}.');
    await reminder.getByRole('button', { name: 'Preview email (Reminder)' }).click();
    await expect(
      preview.frameLocator('iframe').getByText('Hi Thandi, we meet on Zoom.'),
    ).toBeVisible();
    await expect(preview.getByText('Reminder: Intro Call')).toBeVisible();
    await preview.getByRole('button', { name: 'Close' }).click();
    await save();
    const { value } = await (await page.request.get('/api/settings/texts')).json();
    expect(value.mails.reminder.introduction).toBe('Hi {name}, we meet on {meeting}.');
  });
});

test('a box that a visitor ticks, with JavaScript or without, is told beside their message', async ({
  page,
  browser,
}) => {
  const words = 'Write to me about new courses';
  await changeSection(page, 'legal', { marketing: { isOffered: true, words } });
  const names: string[] = [];
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ baseURL: siteUrl, javaScriptEnabled });
    const visitor = await context.newPage();
    const name = `Ticks ${randomUUID()}`;
    names.push(name);
    await expect(async () => {
      await visitor.goto('/contact');
      await expect(visitor.getByLabel(words)).not.toBeChecked({ timeout: 1_000 });
    }).toPass();
    if (javaScriptEnabled) await untilAlive(visitor);
    await visitor.getByLabel('Full Name').fill(name);
    await visitor.getByLabel('Email Address').fill('ticks@example.com');
    await visitor.getByLabel('Message').fill('Short');
    await visitor.getByLabel(words).check();
    await visitor.getByRole('button', { name: 'Send Message' }).click();
    await expect(visitor.getByText('Message must be at least 10 characters.')).toBeVisible();
    await expect(visitor.getByLabel(words)).toBeChecked();
    await visitor.getByLabel('Message').fill('I would like to learn more.');
    await visitor.getByRole('button', { name: 'Send Message' }).click();
    await expect(visitor.getByText('Message sent!').first()).toBeVisible();
    await context.close();
  }
  await page.goto('/admin?group=contact');
  for (const name of names) {
    const card = page.getByRole('article').filter({ hasText: name });
    await expect(card.getByText(`Agreed to “${words}”.`)).toBeVisible();
  }
});

test('a press on Save in the very moment in which a picture has arrived is not lost', async ({
  page,
  openSection,
}) => {
  await openSection('pictures', 'Portrait');
  const pressed = Promise.withResolvers<void>();
  await page.route('**/finish', async (route) => {
    await pressed.promise;
    await route.continue();
  });
  // Busy from then on until the press, as a slow telephone is: what comes first once it is free is the press.
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('[aria-label$=": chosen"]')) return;
      observer.disconnect();
      console.info('The picture has arrived.');
      const end = performance.now() + 1_000;
      while (performance.now() < end);
    });
    addEventListener('mousedown', () =>
      observer.observe(document, { childList: true, subtree: true }),
    );
  });
  const portrait = page.getByRole('group').filter({ hasText: 'Portrait' });
  await portrait
    .getByLabel('Portrait: replace')
    .setInputFiles(await fileOnDisk('late.png', await samplePicture()));
  await expect(portrait.getByRole('listitem')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).hover();
  await page.mouse.down();
  const arrived = page.waitForEvent(
    'console',
    (said) => said.text() === 'The picture has arrived.',
  );
  const answer = page.waitForResponse((response) => response.request().method() === 'PUT');
  pressed.resolve();
  await arrived;
  await page.mouse.up();
  expect((await answer).status()).toBe(200);
  await expect(portrait.getByRole('img')).toHaveAttribute('src', /late\.png/);
});

test('the portrait is another one, with words for who cannot see it; a banner is put up, and taken down', async ({
  page,
  openSection,
  save,
  visit,
}) => {
  await openSection('pictures', 'Banners');
  await page.getByRole('button', { name: /^Remove the \d+ samples$/ }).click();
  await expect(page.getByRole('button', { name: 'Add banner' })).toBeFocused();
  await unfold(page, 'Portrait');
  const portrait = page.getByRole('group').filter({ hasText: 'Portrait' });
  await portrait
    .getByLabel('Portrait: replace')
    .setInputFiles(await fileOnDisk('me.png', await samplePicture()));
  await portrait.getByLabel('Description').fill('The mentor at two screens');
  await save();
  const about = await visit('/about');
  const shown = about.getByRole('img', { name: 'The mentor at two screens' });
  await expect(shown).toHaveAttribute('src', /me\.png/);
  const { value } = await (await page.request.get('/api/settings/pictures')).json();
  expect(value.portrait).toMatchObject({ width: 64, height: 48 });
  expect(await isStored(toStoragePath(value.portrait.src))).toBe(true);

  await unfold(page, 'Banners');
  await page.getByRole('button', { name: 'Add banner' }).click();
  const banners = page.getByRole('list', { name: 'Banners' });
  await banners.getByLabel('Link', { exact: true }).fill('https://broker.example.com/partner');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(banners.getByText('Choose a picture to upload.')).toBeVisible();
  await expect(banners.getByText('Fill this in.')).toHaveCount(1);
  await banners
    .getByLabel('Picture', { exact: true })
    .setInputFiles(await fileOnDisk('banner.png', await samplePicture()));
  await banners.getByLabel('Description').fill('A broker of mine');
  await save();
  const community = await visit('/community');
  await community.getByRole('complementary', { name: 'Sponsored' }).scrollIntoViewIfNeeded();
  await expect(community.getByRole('link', { name: 'A broker of mine' })).toHaveAttribute(
    'href',
    'https://broker.example.com/partner',
  );

  await banners.getByLabel('Show to visitors').uncheck();
  await save();
  await expectSoon(community, () =>
    expect(community.getByRole('complementary', { name: 'Sponsored' })).toBeHidden({
      timeout: 2_000,
    }),
  );
});

test('the keyboard alone puts links in another order', async ({
  page,
  openSection,
  save,
  visit,
}) => {
  await openSection('site', 'Social links');
  const links = page.getByRole('list', { name: 'Social links' });
  const names = () => links.getByRole('listitem').locator('summary').allInnerTexts();
  await links.getByRole('button', { name: 'Move TikTok', exact: true }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('TikTok is at place 4 of 4.')).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('TikTok is at place 3 of 4.')).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('TikTok is at place 2 of 4.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect
    .poll(async () => (await names()).map((name) => name.split('\n')[0]))
    .toEqual(['Instagram', 'TikTok', 'YouTube', 'Facebook']);
  await save();
  const contact = await visit('/contact');
  const details = contact.getByRole('complementary', { name: 'Contact details' });
  const shown = details.getByRole('link', { name: /Instagram|TikTok|YouTube|Facebook/ });
  await expect(shown).toHaveText([/Instagram/, /TikTok/, /YouTube/, /Facebook/]);
});

test('what is typed survives a reload, and leaving', async ({ page, openSection, save }) => {
  await openSection('site', 'Social links');
  await page.getByRole('button', { name: 'Add link' }).click();
  const links = page.getByRole('list', { name: 'Social links' });
  await links.getByLabel('Network').last().fill('LinkedIn');
  await expect(page.getByText('Unsaved changes (kept on this device)')).toBeVisible();
  await page.reload();
  await untilAlive(page);
  await unfold(page, 'Social links');
  await expect(links.locator('summary').last()).toHaveText(/LinkedIn/);
  await page.getByRole('navigation', { name: 'Settings' }).getByText('Overview').click();
  await expect(
    page.getByText('Site has unsaved changes. They are kept on this device.'),
  ).toBeVisible();
  await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(1);
  await page.goBack();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(links.getByText('Fill this in.')).toBeVisible();
  await expect(links.getByLabel('Link', { exact: true }).last()).toBeFocused();
  await links.getByLabel('Link', { exact: true }).last().fill('https://www.linkedin.com/in/mentor');
  await save();
  await expect(page.getByText('Unsaved changes')).toBeHidden();

  await unfold(page, 'Your site');
  await page.getByLabel('Headline').fill('Not for long');
  await page.getByRole('button', { name: 'Discard' }).click();
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Headline')).toHaveValue('Master The Markets with Time VS Price');
});

test.describe('of two devices', () => {
  test.use({ allowedConsole: /status of 409/ });

  test('the second sees both versions, and chooses one', async ({
    page,
    context,
    openSection,
    save,
  }) => {
    const other = await context.newPage();
    await openSection('site', 'Contact details', other);
    await openSection('site', 'Contact details');
    const phone = page.getByLabel('Phone', { exact: true });
    const theirs = other.getByLabel('Phone', { exact: true });
    await phone.fill('+27 81 111 1111');
    await theirs.fill('+27 82 222 2222');
    await save(other);

    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const keep = page.getByRole('button', { name: 'Keep mine' });
    const conflict = page.getByRole('region').filter({ has: keep });
    await expect(conflict).toBeFocused();
    await expect(conflict.getByText('Phone', { exact: true })).toHaveCount(1);
    await expect(conflict).toContainText('+27 81 111 1111');
    await expect(conflict).toContainText('+27 82 222 2222');
    await keep.click();
    await expect(page.getByText('Settings saved', { exact: true })).toBeVisible();
    await expect(conflict).toBeHidden();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeFocused();
    // Where nothing is typed, the new version appears by itself.
    await expect(theirs).toHaveValue('+27 81 111 1111');

    await theirs.fill('+27 83 333 3333');
    await phone.fill('+27 84 444 4444');
    await save(other);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Take theirs' }).click();
    await expect(phone).toHaveValue('+27 83 333 3333');
    await expect(page.getByText('Unsaved changes')).toBeHidden();
  });
});

test.describe('whose session ends', () => {
  test.use({ allowedConsole: /status of 401/ });

  test('a section is saved after signing in, with all that was typed', async ({
    page,
    openSection,
  }) => {
    // News would be asked for without a session, and the dialog would stand there before the press.
    await page.route('**/api/changes', () => {});
    const account = await makeAccount();
    await signInAs(page, account);
    await openSection('site', 'Contact details');
    await page.getByLabel('Phone', { exact: true }).fill('+27 85 555 5555');
    await endSessions(account.email);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password').fill(account.password);
    await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByText('Settings saved', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('+27 85 555 5555');
  });
});

test.describe('the pages of all sections', () => {
  test.use({ isBesidePage: true });

  test('are in order for everybody', { tag: '@phone' }, async ({ page, isMobile }) => {
    for (const section of ['', '/site', '/offers', '/booking', '/pictures', '/texts', '/legal'])
      await test.step(`/admin/settings${section}`, async () => {
        await page.goto(`/admin/settings${section}`);
        await untilAlive(page);
        await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
        // All at once, though one group closes another.
        await page.locator('main details').evaluateAll((parts) => {
          for (const part of parts) {
            part.removeAttribute('name');
            part.setAttribute('open', '');
          }
        });
        await expectNoExcess(page);
        if (!isMobile) await expectAccessibleInBothThemes(page);
      });
  });
});
