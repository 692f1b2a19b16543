import type { Page } from '@playwright/test';
import { samplePicture } from '#tests/support/sample-files.ts';
import { expect, test, unfold } from './admin.ts';
import { untilAlive } from './fixtures.ts';
import { fileOnDisk } from './uploads.ts';

// Too narrow for the preview beside the form, which takes time to load.
test.use({ viewport: { width: 1000, height: 860 } });

/** Saves the open section and waits for the confirmation. */
async function save(page: Page): Promise<void> {
  // The confirmation of an earlier save may still be shown.
  const answer = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await answer).status()).toBe(200);
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible();
}

test('a saved phone number appears on the contact page, and can be undone, restored and reset', async ({
  page,
  openSection,
  visit,
}) => {
  await page.goto('/admin/settings');
  await page.getByRole('main').getByRole('link', { name: /^Site/ }).last().click();
  await expect(page).toHaveURL('/admin/settings/site');
  await unfold(page, 'Contact details');
  const phone = page.getByLabel('Phone', { exact: true });
  await phone.fill('082 123 4567');
  // Opening another group closes this one, and the error opens it again.
  await unfold(page, 'Your site');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Use the international format, e.g. +27 82 123 4567')).toBeVisible();
  await expect(phone).toBeFocused();
  await phone.fill('+27 82 123 4567');
  await save(page);
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
  await versions.getByText('mentor.account@example.com').last().click();
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

test('a section that nobody edits stays at rest beside its preview', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 844 });
  // The form is read when its value has not changed for a while: here, when the test says so.
  await page.addInitScript(() => {
    const pauses: (() => void)[] = [];
    const { setTimeout: start } = window;
    const begin = (run: () => void, ms?: number) =>
      ms === 400 ? pauses.push(run) : start(run, ms);
    const endPauses = async () => {
      const ended = pauses.splice(0);
      for (const run of ended) run();
      for (const _ of ['render', 'effects']) await new Promise(requestAnimationFrame);
      return ended.length;
    };
    Object.assign(window, { setTimeout: begin, endPauses });
  });
  await page.goto('/admin/settings/offers');
  await untilAlive(page);
  await expect(page.getByTitle('Preview: ')).toBeVisible();
  const endPauses = () => page.evaluate<number>('endPauses()');
  await expect.poll(endPauses).toBeGreaterThan(0);
  await expect.poll(endPauses).toBe(0);
  expect(await endPauses()).toBe(0);
});

test('a preview shows unsaved text without scripts, next to the form or instead of it, and visitors do not see it', async ({
  page,
  openSection,
  visit,
}) => {
  await openSection('site', 'Your site');
  const preview = page.frameLocator('iframe');
  const headline = preview.getByRole('heading', { level: 1, includeHidden: true });
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.getByLabel('Headline').fill('Read gold in time and price');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(headline).toHaveText('Read gold in time and price');
  await expect(page.getByLabel('Headline')).toBeHidden();
  const root = preview.locator('html');
  await expect(root).toHaveClass((await page.locator('html').getAttribute('class')) ?? '');
  // The page's own scripts set this.
  await expect(root).not.toHaveAttribute('data-alive');
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', 'allow-same-origin');
  await page.getByRole('button', { name: 'Back to the form' }).click();
  await expect(page.getByLabel('Headline')).toHaveValue('Read gold in time and price');
  await page.setViewportSize({ width: 1280, height: 844 });
  await expect(headline).toHaveText('Read gold in time and price');
  const home = await visit('/');
  await expect(home.getByRole('heading', { level: 1 })).toHaveText(/Master The Markets/);
  await page.getByRole('button', { name: 'Discard' }).click();
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Headline')).toHaveValue('Master The Markets with Time VS Price');

  await openSection('texts', 'Emails');
  await unfold(page, 'Reminder');
  await page
    .getByRole('group', { name: 'Reminder' })
    .getByLabel('Opening')
    .fill('Hi {name}, we meet on {meeting}.');
  await page.getByLabel('Page', { exact: true }).selectOption('Reminder email');
  await expect(preview.getByText('Hi Thandi, we meet on Zoom.')).toBeVisible();
});

test('prices abroad are shown at the rates of the mentor', async ({ page, openSection, visit }) => {
  await openSection('payments', 'Prices for clients abroad');
  await page.getByLabel('Pounds').fill('R23,10');
  await page.getByLabel('Dollars').fill('17.65');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const day = page.getByLabel('Day of the rates');
  await expect(day).toHaveAccessibleDescription(/Enter the day of these rates/);
  await day.fill('2026-11-20');
  await save(page);
  for (const path of ['/services', '/mentorship']) {
    const shown = await visit(path);
    for (const text of ['about £43 / $57', /at rates of Fri, 20 Nov 2026/])
      await expect(
        shown.getByText(text, { exact: true }).filter({ visible: true }).first(),
      ).toBeVisible();
  }
});

test('prices, the sale, hours, reminders and meeting links are set by tapping and typing', async ({
  page,
  openSection,
  visit,
}) => {
  await openSection('offers', 'Plans');
  await unfold(page, 'TP Strategy Course');
  const price = page.getByLabel('Price', { exact: true }).first();
  const otherWords = page.getByLabel('Price in other words').first();
  await price.fill('about R2 400');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Enter an amount in rand')).toBeVisible();
  await expect(price).toBeFocused();
  await price.fill('R2 400,01');
  await expect(otherWords).toHaveValue('R2000');
  await expect(page.getByText('so visitors read R2 400.01.')).toBeVisible();
  await page.getByLabel('Sale price', { exact: true }).first().fill('R1 800');
  await page.getByRole('button', { name: 'Add feature' }).first().click();
  await page.getByLabel('Features: feature 6').fill('A call with the mentor');
  await unfold(page, 'Sale');
  await page.getByLabel('Ends on a date').check();
  await page.getByLabel('Ends at').fill('2099-12-31T23:59');
  await save(page);
  const services = await visit('/services');
  const course = services
    .getByRole('listitem')
    .filter({ has: services.getByRole('heading', { name: 'TP Strategy Course' }) });
  const offers = await (await page.request.get('/api/settings/offers')).json();
  expect(offers.value.plans[0]).toMatchObject({
    originalPrice: 'R2\u00A0400.01',
    priceCents: 240_001,
    salePrice: 'R1\u00A0800',
  });
  await expect(course).toContainText('R2 400.01');
  await expect(course).toContainText('R1 800');
  await expect(course).toContainText('25% OFF');
  await expect(course).toContainText('A call with the mentor');

  await openSection('booking', 'Opening hours');
  const monday = page.getByRole('checkbox', { name: 'Monday 09:00' });
  await monday.locator('xpath=..').click();
  await expect(monday).toBeChecked();
  await unfold(page, 'Meeting links');
  await page.getByLabel('Zoom').fill('https://zoom.us/j/123456789');
  await unfold(page, 'Reminders');
  await page.getByRole('button', { name: 'Add reminder' }).click();
  await expect(page.getByLabel('Reminders: reminder 3')).toBeFocused();
  await page.getByLabel('Reminders: reminder 3').selectOption('2 days before');
  await save(page);
  const { value } = await (await page.request.get('/api/settings/booking')).json();
  expect(value).toMatchObject({
    openingHours: { 1: [9, 22, 23] },
    reminderMinutes: [2_880, 1_440, 60],
    joining: { Zoom: 'https://zoom.us/j/123456789' },
  });
});

test('visitors see who the mentor is on every page that asks for money', async ({
  page,
  openSection,
  visit,
}) => {
  await openSection('texts', 'About page');
  const founder = page.getByRole('group', { name: 'The founder' });
  await unfold(founder, 'The founder');
  await founder.getByLabel('Your name').fill('Zoë 𝗧. O’Neill');
  await founder.getByLabel('City').fill('Durban');
  await founder.getByLabel('Registration').fill('Reg. no. 2024/123456/07');
  await founder.getByLabel('Your record in one sentence').fill('Trading gold since 2016.');
  await founder.getByLabel('Text').fill('First paragraph.\n\nSecond paragraph.');
  await save(page);

  const shown = await visit('/');
  for (const path of ['/', '/mentorship', '/about']) {
    await shown.goto(path);
    const main = shown.getByRole('main');
    await expect(main.getByText('Zoë 𝗧. O’Neill').first()).toBeVisible();
    await expect(main.getByText('Durban').first()).toBeVisible();
    await expect(main.getByText('Trading gold since 2016.')).toBeVisible();
    await expect(main.locator('img[src*="founder"]').first()).toBeVisible();
    const footer = shown.getByRole('contentinfo');
    await expect(footer).toContainText('Zoë 𝗧. O’Neill · Durban');
    await expect(footer).toContainText('Reg. no. 2024/123456/07');
  }
  const text = shown.getByText('First paragraph.');
  await expect(text).toHaveText('First paragraph.\n\nSecond paragraph.');
  const story = shown.getByText(/^The time-and-price strategy starts/);
  const sizes = await Promise.all(
    [text, story].map((one) => one.evaluate((element) => getComputedStyle(element).fontSize)),
  );
  const [main = 0, other = 0] = sizes.map(Number.parseFloat);
  expect(main, 'the founder’s text is the main text').toBeGreaterThan(other);
});

test('the portrait is replaced, and a banner is added and hidden', async ({
  page,
  openSection,
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
  const replaced = portrait.getByRole('img', { name: 'The mentor at two screens' });
  await expect(replaced).toHaveAttribute('src', /me\.png/);
  await save(page);
  const about = await visit('/about');
  const shown = about.getByRole('img', { name: 'The mentor at two screens' });
  await expect(shown).toHaveAttribute('src', /me\.png/);

  await unfold(page, 'Banners');
  await page.getByRole('button', { name: 'Add banner' }).click();
  const banners = page.getByRole('list', { name: 'Banners' });
  await banners.getByLabel('Link', { exact: true }).fill('https://broker.example.com/partner');
  await banners
    .getByLabel('Picture', { exact: true })
    .setInputFiles(await fileOnDisk('banner.png', await samplePicture()));
  await banners.getByLabel('Description').fill('A broker of mine');
  await save(page);
  const community = await visit('/community');
  await community.getByRole('complementary', { name: 'Sponsored' }).scrollIntoViewIfNeeded();
  await expect(community.getByRole('link', { name: 'A broker of mine' })).toHaveAttribute(
    'href',
    'https://broker.example.com/partner',
  );
  await banners.getByLabel('Show to visitors').uncheck();
  await save(page);
  await expect(async () => {
    await community.reload();
    expect(await community.getByRole('complementary', { name: 'Sponsored' }).isVisible()).toBe(
      false,
    );
  }).toPass();
});

test('a picture of a product is shown on the card of its plan', async ({
  page,
  openSection,
  visit,
}) => {
  await openSection('pictures', 'Product pictures');
  await page.getByRole('button', { name: 'Add picture' }).click();
  const pictures = page.getByRole('list', { name: 'Product pictures' });
  await pictures
    .getByLabel('Picture', { exact: true })
    .setInputFiles(await fileOnDisk('workbook.png', await samplePicture()));
  await pictures.getByLabel('Description').fill('Page 37 of Zoë’s workbook');
  await save(page);
  const services = await visit('/services');
  const card = services
    .getByRole('listitem')
    .filter({ has: services.getByRole('heading', { name: 'TP Strategy Course', level: 2 }) });
  const shown = card.getByRole('img', { name: 'Page 37 of Zoë’s workbook' });
  await expect(shown).toHaveAttribute('loading', 'lazy');
  await expect(shown).toHaveAttribute('width', '64');
  await expect(shown).toHaveAttribute('height', '48');
  await expect(services.locator('main ul li picture')).toHaveCount(1);
});

test('unsaved changes survive a reload and leaving, and links can be reordered with the keyboard', async ({
  page,
  openSection,
  visit,
}) => {
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

  const up = links.getByRole('button', { name: 'Move TikTok up' });
  await up.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('TikTok moved to position 3 of 5.')).toBeAttached();
  await expect(up).toBeFocused();
  await save(page);
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  const contact = await visit('/contact');
  const details = contact.getByRole('complementary', { name: 'Contact details' });
  const shown = details.getByRole('link', { name: /TikTok|Facebook|LinkedIn/ });
  await expect(shown).toHaveText([/TikTok/, /Facebook/, /LinkedIn/]);
});

test('list items can be moved without dragging', { tag: '@phone' }, async ({
  page,
  openSection,
}) => {
  await openSection('site', 'Social links');
  const summaries = page.getByRole('list', { name: 'Social links' }).locator('summary');
  const [first = '', second = ''] = await summaries.allInnerTexts();
  const network = first.split('\n')[0];
  await page.getByRole('button', { name: `Move ${network} down` }).click();
  await expect(summaries.first()).toHaveText(second.split('\n').join(''));
});

test.describe('on two devices', () => {
  test.use({ allowedConsole: /status of 409/ });

  test('the second one sees both versions and chooses one', async ({
    page,
    context,
    openSection,
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
    // A form without unsaved changes shows the new version.
    await expect(theirs).toHaveValue('+27 81 111 1111');
  });
});
