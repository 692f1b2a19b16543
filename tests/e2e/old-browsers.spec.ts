import type { Page } from '@playwright/test';
import { expect, test } from './admin-fixtures.ts';
import {
  createBookingVisitor,
  fillInVisitor,
  openAdmin,
  openInstants,
  ownDate,
  pickDate,
  slotText,
  timeSelect,
} from './booking-pages.ts';
import { untilAlive } from './fixtures.ts';

const zone = 'Europe/Berlin';
test.use({ timezoneId: zone });

/** Takes away what Safari 16.4, Chrome 111 or Firefox 115 lack and pages might use. */
const removeNewerBuiltIns = (page: Page) =>
  page.addInitScript(() => {
    for (const [owner, names] of [
      [Map, ['groupBy']],
      [Object, ['groupBy']],
      [String.prototype, ['isWellFormed', 'toWellFormed']],
      [URL, ['canParse', 'parse']],
      [Array, ['fromAsync']],
      [Promise, ['withResolvers', 'try']],
      [Intl, ['Segmenter', 'DurationFormat']],
      [AbortSignal, ['any']],
      [Element.prototype, ['checkVisibility']],
      [RegExp, ['escape']],
      [Uint8Array.prototype, ['toBase64', 'toHex']],
      [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf']],
      [window, ['Iterator', 'Temporal', 'requestIdleCallback', 'scheduler', 'URLPattern']],
    ] as const) {
      for (const name of names) Reflect.deleteProperty(owner, name);
    }
  });

test.beforeEach(({ page }) => removeNewerBuiltIns(page));

test('visitors book, write and inquire in the oldest supported browsers', async ({ page }) => {
  const visitor = createBookingVisitor('Oldest');
  const date = ownDate(19);
  const [slot] = openInstants(date, zone);
  if (!slot) throw new Error('No hour');
  await openAdmin(page, date);
  await fillInVisitor(page, visitor);
  await pickDate(page, date);
  await timeSelect(page).selectOption(slotText(slot, zone));
  await page.getByRole('button', { name: 'Book Now' }).click();
  await expect(page.getByRole('heading', { name: 'Your session is booked' })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Contact' }).click();
  await page.getByLabel('Full Name').fill(visitor.name);
  await page.getByLabel('Email Address').fill(visitor.email);
  await page.getByLabel('Message').fill('From an old phone');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText("Message sent! We'll get back to you soon.")).toBeVisible();

  await page.goto('/services');
  await untilAlive(page);
  await page.getByRole('button', { name: 'Get the Blueprint' }).click();
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
});

/** Keeps a draft in the browser, once, whatever is in it. */
const keepDraft = (page: Page, id: string, values: Record<string, string>) =>
  page.addInitScript(
    ([key, draft]) => {
      if (!sessionStorage.getItem(key)) localStorage.setItem(key, draft);
      sessionStorage.setItem(key, 'kept');
    },
    [`draft:${id}`, JSON.stringify({ values, attempt: 1, begun: { version: 'x' } })] as const,
  );

test.describe('drafts', () => {
  // What a browser says of a date that is none.
  test.use({ allowedConsole: /does not conform to the required format/ });

  test('with links, broken dates and other nonsense are shown', async ({ page, openForm }) => {
    await keepDraft(page, 'booking', { date: '9999-99-99', booking_date: 'soon', name: 'Kept' });
    await page.goto('/mentorship');
    await untilAlive(page);
    await expect(page.getByLabel('Full Name')).toHaveValue('Kept');

    const links = ['https://example.com/a', 'http://[', 'https://exa mple:99999', '[x](//y)'];
    await keepDraft(page, 'admin-post', {
      ...{ title: 'Kept', date: '2026-99-99', image: '/storage/%' },
      content: [...links, '[\ud800](https://x.example/%)', 'www.example.com'].join(' '),
    });
    await page.goto('/admin/blog');
    await openForm('New post');
    await expect(
      page.getByRole('region', { name: 'Preview' }).getByRole('link').first(),
    ).toBeVisible();
  });
});

test.describe('when a part of the admin fails', () => {
  test.use({ allowedConsole: /a fault of this test/ });

  test('the form stays beside its preview, and a draft at fault is discarded', async ({
    page,
    openForm,
  }) => {
    await page.addInitScript(() => {
      const { startsWith, matchAll } = String.prototype;
      const fail = (text: unknown) => {
        if (String(text).includes('breaks')) throw new Error('a fault of this test');
      };
      String.prototype.startsWith = function (...given) {
        fail(this);
        return startsWith.apply(this, given);
      };
      String.prototype.matchAll = function (given) {
        fail(this);
        return matchAll.call(this, given);
      };
    });
    await page.goto('/admin/blog');
    await openForm('New post');
    await page.getByLabel('Content').fill('This breaks');
    await expect(page.getByText('Can’t show the preview.')).toBeVisible();
    await page.getByLabel('Content').fill('This works');
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('This works');

    await keepDraft(page, 'admin-post', { title: 'Kept', image: 'breaks' });
    await page.reload();
    await expect(page.getByText('The form could not be shown.')).toBeVisible();
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await openForm('New post');
    await expect(page.getByLabel('Title')).toHaveValue('');
  });
});
