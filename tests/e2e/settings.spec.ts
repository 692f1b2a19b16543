import { randomUUID } from 'node:crypto';
import { samplePicture } from '#tests/support/sample-files.ts';
import { endSessions, makeAccount, signInAs } from '#tests/support/site-accounts.ts';
import { siteUrl } from '#tests/support/site-under-test.ts';
import { expectAccessibleInBothThemes, expectNoExcess, untilAlive } from './fixtures.ts';
import { changeSection, expect, expectSoon, test } from './settings-fixtures.ts';
import { fileOnDisk, isStored, toStoragePath } from './upload-fixtures.ts';

test.use({ isBesidePage: false });

test('a phone number that is saved stands on the contact page at once, and undone it is the former one', async ({
  page,
  openSection,
  save,
  visit,
}) => {
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: /^Site/ }).last().click();
  await expect(page).toHaveURL('/admin/settings/site');
  const phone = page.getByLabel('Phone', { exact: true });
  await phone.fill('082 123 4567');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/Please begin with \+ and the code of the country/)).toBeVisible();
  await expect(phone).toBeFocused();
  await phone.fill('+27 82 123 4567');
  await save();
  const contact = await visit('/contact');
  await expect(contact.getByRole('link', { name: '+27 82 123 4567' })).toHaveAttribute(
    'href',
    'https://wa.me/27821234567',
  );

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The settings are as they were before.')).toBeVisible();
  await expect(phone).toHaveValue('+27 00 000 0000');
  await expectSoon(contact, () =>
    expect(contact.getByRole('link', { name: '+27 00 000 0000' })).toBeVisible({ timeout: 2_000 }),
  );

  await openSection('site');
  await page.getByText('Last 20 versions').click();
  const versions = page.getByRole('group').filter({ hasText: 'Last 20 versions' });
  await versions.getByText('operator@example.com').last().click();
  await expect(versions.getByText('+27 82 123 4567')).toBeVisible();
  const kept = await versions.getByText('operator@example.com').count();
  await versions.getByRole('button', { name: 'Bring it back' }).click();
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible();
  // What stands below moves once the list has one more.
  await expect(versions.getByText('operator@example.com')).toHaveCount(kept + 1);
  await expect(phone).toHaveValue('+27 82 123 4567');
  await page.getByRole('button', { name: 'Back to the default' }).click();
  const question = page.getByRole('dialog', { name: 'Back to the default?' });
  await question.getByRole('button', { name: 'Back to the default' }).click();
  await expect(phone).toHaveValue('+27 00 000 0000');
});

test.describe('the live page', () => {
  test.use({ isBesidePage: true });

  test('shows beside the form what was saved', async ({ page, openSection, save }) => {
    await openSection('site');
    const live = page.frameLocator('iframe');
    await expect(live.getByRole('heading', { level: 1 })).toHaveText(/Master The Markets/);
    await page.getByLabel('Headline').fill('Read gold in time and price');
    await save();
    await expect(live.getByRole('heading', { level: 1 })).toHaveText('Read gold in time and price');
    await page.getByLabel('Page', { exact: true }).selectOption('Contact');
    const details = live.getByRole('complementary', { name: 'Contact details' });
    await expect(details.getByRole('link', { name: 'mentor@example.com' })).toBeVisible();
  });
});

test.describe('the live page of a narrow window', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('takes the place of the form, and is loaded once it is asked for', async ({
    page,
    openSection,
  }) => {
    await openSection('site');
    const live = page.getByTitle('Home, as visitors see it');
    await expect(live).toHaveCount(0);
    await page.getByRole('button', { name: 'See the page' }).click();
    await expect(live).toBeVisible();
    await expect(page.getByLabel('Phone', { exact: true })).toBeHidden();
    await page.getByRole('button', { name: 'Back to the form' }).click();
    await expect(page.getByLabel('Phone', { exact: true })).toBeVisible();
    await expect(live).toBeHidden();

    // Beside the form there is nothing to choose: what is typed there is seen in a narrow one again.
    await page.getByRole('button', { name: 'See the page' }).click();
    await page.setViewportSize({ width: 1280, height: 844 });
    await page.getByLabel('Phone', { exact: true }).fill('+27 82 765');
    await expect(page.locator('[aria-pressed]')).toHaveAttribute('aria-pressed', 'false');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByLabel('Phone', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('+27 82 765');
  });
});

test('a price is changed, and the sale ends at a day of the mentor’s own', async ({
  page,
  openSection,
  save,
  visit,
}) => {
  await openSection('offers');
  await page
    .getByRole('button', { name: /^TP Strategy Course/, expanded: false })
    .first()
    .click();
  const price = page.getByLabel('Price', { exact: true }).first();
  await price.fill('R2400');
  await page.getByRole('button', { name: 'Add feature' }).first().click();
  await page.getByLabel('Features: feature 6').fill('A call with the mentor');
  await page.getByLabel('Until one moment, for everybody').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(
    page.getByText('Please give the day and the time at which the sale ends.'),
  ).toBeVisible();
  await expect(page.getByLabel('End of the sale: day')).toBeFocused();
  await page.getByLabel('End of the sale: day').fill('2099-12-31');
  await save();
  const services = await visit('/services');
  const course = services
    .getByRole('listitem')
    .filter({ has: services.getByRole('heading', { name: 'TP Strategy Course' }) });
  await expect(course).toContainText('R2400');
  await expect(course).toContainText('50% OFF');
  await expect(course).toContainText('A call with the mentor');

  await page.getByLabel('End of the sale: day').fill('2026-01-31');
  await save();
  await expectSoon(services, async () => {
    await expect(course).toContainText('R2400', { timeout: 2_000 });
    await expect(course).not.toContainText('50% OFF', { timeout: 2_000 });
  });

  await page.getByLabel('No sale').check();
  await save();
  await page.reload();
  await expect(page.getByLabel('No sale')).toBeChecked();
});

test('hours, reminders and the way to meet are set by tapping and typing', {
  tag: '@phone',
}, async ({ page, openSection, save, visit }) => {
  await openSection('booking');
  const monday = page.getByRole('checkbox', { name: 'Monday 09:00' });
  await monday.locator('xpath=..').click();
  await expect(monday).toBeChecked();
  await page.getByLabel('Zoom').fill('https://zoom.us/j/123456789');
  await page.getByRole('button', { name: 'Add reminder' }).click();
  await expect(page.getByLabel('Reminder 3: how many')).toBeFocused();
  await page.getByLabel('Reminder 3: how many').fill('2');
  await page.getByLabel('Reminder 3: unit').selectOption('days');
  await page.getByLabel('Time zone', { exact: true }).fill('Europe/Ber');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/Please choose a time zone from the list/)).toBeVisible();
  await page.getByLabel('Time zone', { exact: true }).fill('Europe/Berlin');
  await page.getByLabel('Short name of the time zone').fill('CET');
  await save();
  const { y } = (await page.locator('[data-save-bar]').boundingBox()) ?? { y: 0 };
  const notice = (await page.locator('[data-toast]').boundingBox()) ?? { y, height: 1 };
  expect(notice.y + notice.height, 'it leaves the button free').toBeLessThanOrEqual(y);
  const { value } = await (await page.request.get('/api/settings/booking')).json();
  expect(value).toMatchObject({
    openingHours: { 1: [9, 22, 23] },
    reminderMinutes: [2_880, 1_440, 60],
    joining: { Zoom: 'https://zoom.us/j/123456789' },
  });
  const mentorship = await visit('/mentorship');
  await expect(mentorship.getByRole('heading', { level: 1 })).toBeVisible();
});

test.describe('with words that cannot be filled in', () => {
  test.use({ allowedConsole: /status of 422/ });

  test('the words of a reminder are looked at, saved, and stand', async ({
    page,
    openSection,
    save,
  }) => {
    await openSection('texts');
    const reminder = page.getByRole('group', { name: 'Reminder' });
    await reminder.getByLabel('Beginning').fill('Hi {name}, we meet at {when}.');
    await reminder.getByRole('button', { name: 'Look at this mail (Reminder)' }).click();
    const preview = page.getByRole('dialog', { name: 'Reminder' });
    await expect(preview.getByText(/\{when\} cannot be filled in/)).toBeVisible();
    // Somebody quick presses again in the very moment in which the browser says that it is closed.
    await reminder
      .getByRole('button', { name: 'Look at this mail (Reminder)', includeHidden: true })
      .evaluate((button: HTMLButtonElement) => {
        const once = { capture: true, once: true };
        const dialog = document.querySelector('dialog[open]');
        dialog?.addEventListener('close', () => button.click(), once);
      });
    const lookedAgain = page.waitForResponse(/mail-preview$/);
    await preview.getByRole('button', { name: 'Close' }).click();
    await lookedAgain;
    await expect(preview.getByText(/\{when\} cannot be filled in/)).toBeVisible();
    await preview.getByRole('button', { name: 'Close' }).click();
    // What lies behind a dialog takes no words.
    await expect(preview).toBeHidden();
    await reminder.getByLabel('Beginning').fill('Hi {name}, we meet on {meeting}.');
    await reminder.getByRole('button', { name: 'Look at this mail (Reminder)' }).click();
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

test('texts of the home page are one’s own', async ({ page, openSection, save, visit }) => {
  await openSection('texts');
  const method = page.getByRole('group', { name: 'About the method' });
  await method.getByLabel('Title').fill('Three things, read together');
  await method.getByLabel('Paragraphs: paragraph 1').fill('Price, time and patience.');
  await page.getByRole('group', { name: 'The founder' }).getByLabel('Name').fill('Naledi');
  const questions = page.getByRole('group', { name: 'Questions and answers' });
  const removals = questions.getByRole('button', { name: /^Remove / });
  for (const count of [2, 1, 0]) {
    await removals.first().click();
    await expect(removals).toHaveCount(count);
  }
  const inside = page.getByRole('group', { name: 'Inside the course' });
  await inside.getByRole('button', { name: 'Add part' }).click();
  await inside.getByLabel('Title').last().fill('Reading a chart');
  await inside.getByLabel('Text').fill('Five lessons.');
  await save();
  const services = await visit('/services');
  await expect(services.getByRole('heading', { name: 'Reading a chart' })).toBeVisible();
  await expect(services.getByText('How payment and refunds work')).toHaveCount(0);
  const home = await visit('/');
  await expect(home.locator('#about').getByText('Naledi')).toBeVisible();
  await expect(home.getByText('Before you begin')).toHaveCount(0);
  await expect(home.getByRole('heading', { name: 'Three things, read together' })).toBeVisible();
  await expect(home.getByText('Price, time and patience.')).toBeVisible();
});

test('privacy, terms, the risk notice and what is kept how long are one’s own, and so is a box beside the forms', async ({
  page,
  openSection,
  save,
  visit,
}) => {
  await openSection('legal');
  const text = page.getByRole('textbox', { name: 'Privacy Policy, in your words' });
  await expect(text).toHaveValue(/\[your full name/);
  await text.fill('I keep what you write to me.\n\nAsk me at https://mine.example/ask');
  await page.getByLabel('Risk notice').fill('Gold can cost you money.');
  await page.getByLabel('Messages and inquiries, in months').fill('18');
  await page.getByLabel('Ask visitors by a box that they may tick').check();
  await page.getByLabel('Words of the box').fill('Write to me about new courses');
  await save();
  const visitor = await visit('/');
  const foot = visitor.getByRole('contentinfo');
  await expect(foot).toContainText('Gold can cost you money.');
  await foot.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(visitor.getByText('I keep what you write to me.')).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'https://mine.example/ask' })).toBeVisible();
  await expect(visitor.getByText('18 months after they came')).toBeVisible();
  const { version } = await (await page.request.get('/api/settings/legal')).json();
  await expect(visitor.getByText(`Version ${version}`)).toBeVisible();
  await visitor.goto('/contact');
  await expect(visitor.getByText('kept for 18 months')).toBeVisible();
  await expect(visitor.getByLabel('Write to me about new courses')).not.toBeChecked();
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
  await openSection('pictures');
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
  const portrait = page.getByRole('group', { name: 'Portrait' });
  await portrait
    .getByLabel('Portrait: another picture')
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
  await openSection('pictures');
  await page.getByRole('button', { name: /^Take away the \d+ samples$/ }).click();
  await expect(page.getByRole('button', { name: 'Add banner' })).toBeFocused();
  const portrait = page.getByRole('group', { name: 'Portrait' });
  await portrait
    .getByLabel('Portrait: another picture')
    .setInputFiles(await fileOnDisk('me.png', await samplePicture()));
  await portrait.getByLabel('Description').fill('The mentor at two screens');
  await save();
  const about = await visit('/about');
  const shown = about.getByRole('img', { name: 'The mentor at two screens' });
  await expect(shown).toHaveAttribute('src', /me\.png/);
  const { value } = await (await page.request.get('/api/settings/pictures')).json();
  expect(value.portrait).toMatchObject({ width: 64, height: 48 });
  expect(await isStored(toStoragePath(value.portrait.src))).toBe(true);

  await page.getByRole('button', { name: 'Add banner' }).click();
  const banners = page.getByRole('list', { name: 'Banners' });
  await banners.getByLabel('Leads to').fill('https://broker.example.com/partner');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(banners.getByText('Please choose a picture to upload.')).toBeVisible();
  await expect(banners.getByText('Please fill this in.')).toHaveCount(1);
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

  await banners.getByLabel('Shown to visitors').uncheck();
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
  await openSection('site');
  const links = page.getByRole('list', { name: 'Social links' });
  const names = () => links.getByRole('listitem').locator('button[aria-expanded]').allInnerTexts();
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

test('what is typed outlives a reload, and leaving', async ({ page, openSection, save }) => {
  await openSection('site');
  await page.getByLabel('Phone', { exact: true }).fill('+27 83 000 1111');
  await page.getByRole('button', { name: 'Add link' }).click();
  const links = page.getByRole('list', { name: 'Social links' });
  await links.getByLabel('Network').last().fill('LinkedIn');
  await expect(page.getByText('Not saved yet.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('+27 83 000 1111');
  await expect(page.getByRole('button', { name: /^LinkedIn/ })).toBeVisible();
  await page.getByRole('navigation', { name: 'Settings' }).getByText('Overview').click();
  await expect(page.getByText('Site is not saved yet. What you typed is kept here.')).toBeVisible();
  await expect(page.getByText('Something is typed here and not saved yet.')).toHaveCount(1);
  await page.goBack();
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('+27 83 000 1111');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Please fill this in.')).toBeVisible();
  await expect(links.getByLabel('Address').last()).toBeFocused();
  await links.getByLabel('Address').last().fill('https://www.linkedin.com/in/mentor');
  await save();
  await expect(page.getByText('Not saved yet.')).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: /^LinkedIn/ })).toBeVisible();

  await page.getByLabel('Headline').fill('Not for long');
  await page.getByRole('button', { name: 'Discard' }).click();
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Headline')).toHaveValue('Master The Markets with Time VS Price');
});

test.describe('of two devices', () => {
  test.use({ allowedConsole: /status of 409/ });

  test('the second is told, sees both, and chooses', async ({
    page,
    context,
    openSection,
    save,
  }) => {
    const other = await context.newPage();
    await openSection('site', other);
    await openSection('site');
    await page.getByLabel('Phone', { exact: true }).fill('+27 81 111 1111');
    await page.getByLabel('Headline').fill('Of the first');
    await other.getByLabel('Phone', { exact: true }).fill('+27 82 222 2222');
    await save(other);

    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'saved on another device' });
    await expect(notice).toBeFocused();
    await expect(notice.getByRole('listitem')).toHaveCount(2);
    const phones = notice.getByRole('listitem').filter({ hasText: 'Phone' });
    await expect(phones).toContainText('+27 81 111 1111');
    await expect(phones).toContainText('+27 82 222 2222');
    // What was typed now would be in neither of the two.
    await page.getByLabel('Phone', { exact: true }).focus();
    await expect(notice).toBeFocused();
    await notice.getByRole('button', { name: 'Keep mine' }).click();
    await expect(page.getByText('Settings saved', { exact: true })).toBeVisible();
    await expect(notice).toBeHidden();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeFocused();
    // Where nothing is typed, what was saved elsewhere arrives by itself.
    await expect(other.getByLabel('Phone', { exact: true })).toHaveValue('+27 81 111 1111');

    await other.getByLabel('Phone', { exact: true }).fill('+27 83 333 3333');
    await page.getByLabel('Phone', { exact: true }).fill('+27 84 444 4444');
    await save(other);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await notice.getByRole('button', { name: 'Take theirs' }).click();
    await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('+27 83 333 3333');
    await expect(page.getByText('Not saved yet.')).toBeHidden();
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
    await openSection('site');
    await page.getByLabel('Phone', { exact: true }).fill('+27 85 555 5555');
    await endSessions(account.email);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password').fill(account.password);
    await dialog.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText('Settings saved', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('+27 85 555 5555');
  });
});

test.describe('the pages of all sections', () => {
  test.use({ isBesidePage: true });

  test('are in order for everybody', { tag: '@phone' }, async ({ page, isMobile }) => {
    for (const section of ['', '/site', '/offers', '/booking', '/pictures', '/texts'])
      await test.step(`/admin/settings${section}`, async () => {
        await page.goto(`/admin/settings${section}`);
        await untilAlive(page);
        await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
        const folded = page.getByRole('main').locator('button[aria-expanded=false]');
        while ((await folded.count()) > 0) await folded.first().click();
        await expectNoExcess(page);
        if (!isMobile) await expectAccessibleInBothThemes(page);
      });
  });
});
