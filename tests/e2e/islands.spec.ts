import type { Page } from '@playwright/test';
import { test } from './admin.ts';
import { bookNow, dateButton, sessionType } from './bookings.ts';
import { expect, expectAccessible, untilAlive } from './fixtures.ts';

/* The forms of documents load their scripts when a visitor first needs them. */

const react = /\/assets\/react-.*\.js/;

/** Holds back React, the largest script of a form. Returns a function that lets it through. */
async function holdReact(page: Page): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(react, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Opens a page and waits until it is at rest. */
const open = (page: Page, path: string) => page.goto(path, { waitUntil: 'networkidle' });

/** Waits until React responds, without touching the form. */
const untilHydrated = (page: Page) =>
  page.waitForFunction(() => document.querySelector('html[data-alive]') !== null);

/** Records the requests for React. */
function watchReact(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => react.test(request.url()) && requests.push(request.url()));
  return requests;
}

/** Changes a label and a legend, as a translation does. React then renders the form again. */
function translate(): void {
  for (const element of document.querySelectorAll('label, legend')) {
    const font = document.createElement('font');
    font.append(...element.childNodes);
    element.append(font);
  }
}

for (const path of ['/contact', '/mentorship']) {
  test(`${path} loads the scripts of its form when it is touched`, {
    tag: '@phone',
  }, async ({ page }) => {
    const requests = watchReact(page);
    await page.clock.install();
    await open(page, path);
    // No script is late, because none is expected.
    await page.clock.fastForward('01:00');
    await expect(page.locator('html')).not.toHaveAttribute('data-late');
    await expectAccessible(page);
    expect(requests).toEqual([]);
    await page.getByLabel('Full Name').pressSequentially('Zoë 𝗧. O’Neill');
    await untilHydrated(page);
    await expect(page.getByLabel('Full Name')).toHaveValue('Zoë 𝗧. O’Neill');
    await expect(page.getByLabel('Full Name')).toBeFocused();
    expect(requests).toHaveLength(1);
  });

  test(`${path} loads the scripts of its form when the page scrolls to it`, {
    tag: '@phone',
  }, async ({ page }) => {
    const requests = watchReact(page);
    await open(page, path);
    expect(requests).toEqual([]);
    await page.evaluate(() => scrollBy(0, 137));
    await untilHydrated(page);
  });
}

test('a press on a date, a choice and words stay, and the form follows them', {
  tag: '@phone',
}, async ({ page }) => {
  const release = await holdReact(page);
  await open(page, '/mentorship?session=Intro+Call');
  const chosen = sessionType(page, '1-on-1 Session');
  await chosen.check();
  await page.getByLabel('Meeting Type').selectOption('WhatsApp Video Call');
  await page.getByLabel('Trading Knowledge').selectOption('Intermediate');
  await page.getByLabel('Trading Goals').fill('Before any script.\n“37.265”');
  await page.getByLabel('Full Name').fill('Zoë 𝗧. O’Neill');
  await dateButton(page).click();
  release();
  await expect(page.getByRole('dialog', { name: 'Choose a date' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('WhatsApp Number')).toBeVisible();
  const expectKept = async () => {
    await expect(chosen).toBeChecked();
    await expect(page.getByLabel('Meeting Type')).toHaveValue('WhatsApp Video Call');
    await expect(page.getByLabel('Trading Knowledge')).toHaveValue('Intermediate');
    await expect(page.getByLabel('Trading Goals')).toHaveValue('Before any script.\n“37.265”');
    await expect(page.getByLabel('Full Name')).toHaveValue('Zoë 𝗧. O’Neill');
  };
  await expectKept();
  // A draft is restored without a touch.
  await open(page, '/mentorship');
  await untilHydrated(page);
  await expectKept();
});

test('a press on a session type keeps what was typed', async ({ page }) => {
  const release = await holdReact(page);
  await open(page, '/mentorship');
  await page.getByLabel('Full Name').fill('Zoë');
  await page.getByRole('link', { name: 'Choose Intro Call' }).click();
  release();
  await expect(sessionType(page, 'Intro Call')).toBeChecked();
  await expect(page).toHaveURL('/mentorship');
  await expect(page.getByLabel('Full Name')).toHaveValue('Zoë');
});

test('a draft without a choice keeps the one that a link has made', async ({ page }) => {
  await open(page, '/mentorship');
  await page.getByLabel('Full Name').fill('Zoë');
  await untilHydrated(page);
  await open(page, '/mentorship?session=Intro+Call');
  await untilHydrated(page);
  await expect(page.getByLabel('Full Name')).toHaveValue('Zoë');
  await expect(sessionType(page, 'Intro Call')).toBeChecked();
});

test('a link to a session type is newer than a draft, and a choice after it is newer still', async ({
  page,
}) => {
  await open(page, '/mentorship');
  await sessionType(page, '1-on-1 Session').check();
  await page.getByLabel('Full Name').fill('Zoë 𝗧. O’Neill');
  await untilHydrated(page);
  await open(page, '/mentorship?session=Intro+Call');
  await untilHydrated(page);
  await expect(sessionType(page, 'Intro Call')).toBeChecked();
  await expect(page.getByLabel('Full Name')).toHaveValue('Zoë 𝗧. O’Neill');
  // A type that does not exist is no choice.
  await open(page, '/mentorship?session=Call+37.265');
  await untilHydrated(page);
  await expect(sessionType(page, 'Intro Call')).toBeChecked();

  await open(page, '/mentorship?session=Intro+Call');
  await untilHydrated(page);
  await sessionType(page, '1-on-1 Session').check();
  await page.reload();
  await untilHydrated(page);
  await expect(sessionType(page, '1-on-1 Session')).toBeChecked();
  await expect(page.getByLabel('Full Name')).toHaveValue('Zoë 𝗧. O’Neill');
});

test.describe('a page that is translated', () => {
  test.use({ allowedConsole: /React rendered the page again/ });

  test('keeps choices, words and the focus', async ({ page }) => {
    const release = await holdReact(page);
    await open(page, '/mentorship?session=Intro+Call');
    const chosen = sessionType(page, '1-on-1 Session');
    await page.getByLabel('Trading Knowledge').selectOption('Advanced');
    await page.getByLabel('Full Name').fill('Zoë');
    await chosen.check();
    await page.evaluate(translate);
    await chosen.focus();
    release();
    await untilHydrated(page);
    await expect(chosen).toBeChecked();
    await expect(chosen).toBeFocused();
    await expect(page.getByLabel('Trading Knowledge')).toHaveValue('Advanced');
    await expect(page.getByLabel('Full Name')).toHaveValue('Zoë');
  });
});

test('a message that the page began, and a tick, stay as the visitor left them', async ({
  page,
  changeSection,
}) => {
  const words = 'Write to me about new courses';
  await changeSection('legal', { marketing: { isOffered: true, words } });
  const release = await holdReact(page);
  await expect(async () => {
    await open(page, '/contact?course=Gold');
    await expect(page.getByLabel(words)).toHaveCount(1);
  }).toPass();
  await expect(page.getByLabel('Message')).toHaveValue(/"Gold"/);
  await page.getByLabel('Message').fill('My own words, R450.01.');
  await page.getByLabel(words).check();
  release();
  await untilHydrated(page);
  await expect(page.getByLabel('Message')).toHaveValue('My own words, R450.01.');
  await expect(page.getByLabel(words)).toBeChecked();
  await page.reload();
  await untilHydrated(page);
  await expect(page.getByLabel('Message')).toHaveValue('My own words, R450.01.');
  await expect(page.getByLabel(words)).toBeChecked();
});

test('what the browser restores on the way back stays', async ({ page }) => {
  const release = await holdReact(page);
  await open(page, '/mentorship');
  const chosen = sessionType(page, '1-on-1 Session');
  await page.getByLabel('Full Name').fill('Zoë');
  await page.getByLabel('Meeting Type').selectOption('WhatsApp Video Call');
  await chosen.check();
  await page.getByRole('link', { name: 'Ask for another' }).click();
  await expect(page).toHaveURL('/contact');
  await page.evaluate(() => history.back());
  await expect(page.getByLabel('Full Name')).toHaveValue('Zoë');
  release();
  await untilAlive(page);
  await expect(page.getByLabel('WhatsApp Number')).toBeVisible();
  await expect(chosen).toBeChecked();
  await expect(page.getByLabel('Full Name')).toHaveValue('Zoë');
});

test('scripts are late five seconds after the first touch', async ({ page }) => {
  await holdReact(page);
  await page.clock.install();
  await open(page, '/mentorship');
  const html = page.locator('html');
  await page.clock.fastForward('00:04');
  await page.getByLabel('Full Name').fill('Zoë');
  await page.clock.fastForward('00:03');
  await expect(html).not.toHaveAttribute('data-late');
  await page.clock.fastForward('00:03');
  await expect(html).toHaveAttribute('data-late');
  await expect(page.locator('input[type=date]')).toBeVisible();
  await expect(page.getByLabel('Full Name')).toHaveValue('Zoë');
});

test('a press on a session type does not wait for late scripts', async ({ page }) => {
  await holdReact(page);
  await page.clock.install();
  await open(page, '/mentorship');
  await page.getByRole('link', { name: 'Choose Intro Call' }).click();
  await page.clock.fastForward('00:06');
  await expect(page).toHaveURL(/session=Intro\+Call#book$/);
  await expect(sessionType(page, 'Intro Call')).toBeChecked();
});

test.describe('without the scripts', () => {
  test.use({ allowedConsole: /Failed to load resource|net::ERR_FAILED/ });

  test('a touched form shows what works without them, and the next touch tries again', async ({
    page,
  }) => {
    const isPlain = page.locator('html[data-late]');
    await page.route(react, (route) => route.abort('failed'));
    await open(page, '/mentorship');
    await page.getByLabel('Full Name').fill('Zoë');
    await expect(isPlain).toBeAttached();
    await expect(page.locator('input[type=date]')).toBeVisible();
    await page.unroute(react);
    await page.getByLabel('Email Address').click();
    await untilHydrated(page);
    await expect(isPlain).not.toBeAttached();
    await expect(page.getByLabel('Full Name')).toHaveValue('Zoë');
  });

  test('an answer to the form hydrates it immediately', async ({ page }) => {
    const release = await holdReact(page);
    await open(page, '/mentorship');
    await page.getByLabel('Full Name').fill('Zoë');
    await bookNow(page).click();
    await expect(page.locator('input[type=date]')).toBeVisible();
    await expect(page.getByLabel('Full Name')).toHaveValue('Zoë');
    release();
    await expect(page.locator('input[type=date]')).toBeHidden();
    await expect(page.getByLabel('Full Name')).toHaveValue('Zoë');
  });
});
