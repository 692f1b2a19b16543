import type { Page } from '@playwright/test';
import { querySite, untilPublic } from '#tests/support/site-rows.ts';
import { readLeads, readNotices } from '#tests/support/site-state.ts';
import { expect, test, untilAlive } from './fixtures.ts';

const thanks = "Thank you! We've received your request and will be in touch shortly.";

const createVisitor = () => {
  const key = crypto.randomUUID().slice(0, 8);
  return { name: `Amahle ${key}`, email: `buyer-${key}@example.com`, phone: '+27820000000' };
};

async function openServices(page: Page) {
  await page.goto('/services');
  await untilAlive(page);
}

const courseCard = (page: Page) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'TP Strategy Course' }) });

const inquiry = (page: Page) => page.getByRole('dialog', { name: 'Course Purchase Inquiry' });
const submit = (page: Page) => page.getByRole('button', { name: 'Submit Request' });

async function fillIn(page: Page, visitor: ReturnType<typeof createVisitor>) {
  await inquiry(page).getByLabel('Name').fill(visitor.name);
  await inquiry(page).getByLabel('Email').fill(visitor.email);
  await inquiry(page).getByLabel('Phone').fill(visitor.phone);
}

/** Puts a course on sale, as the first of the list. Returns its title. */
async function sellCourse(): Promise<string> {
  const title = `Risk by Zoë 𝗧. ${crypto.randomUUID().slice(0, 8)}`;
  await querySite(
    `insert into courses (title, price, amount_cents, position)
     select $1, 'R450.01', 45001, min(position) - 1 from courses`,
    [title],
  );
  await untilPublic('/services', (html) => html.includes(title));
  return title;
}

const readCourseOf = async (email: string) => {
  const rows = await querySite(
    'select title from leads join courses on courses.id = course_id where email = $1',
    [email],
  );
  return rows.map(({ title }) => title);
};

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, allowedConsole: /status of 422/ });

  test('a plan links to its inquiry, which keeps the typed text', async ({ page }) => {
    await page.goto('/services');
    await expect(courseCard(page)).toContainText('R1000');
    await expect(page.getByRole('timer')).toBeHidden();
    await page.getByRole('link', { name: 'Purchase now' }).click();
    const visitor = createVisitor();
    await page.getByLabel('Name').fill('  A ');
    await page.getByLabel('Email').fill(visitor.email);
    await submit(page).click();
    await expect(page.getByText('Name must be at least 2 characters.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(visitor.email);
    await page.getByLabel('Name').fill(visitor.name);
    await submit(page).dblclick();
    await expect(page.getByRole('status')).toHaveText(thanks);
    await expect
      .poll(() => readLeads(visitor.email))
      .toMatchObject([{ source: 'Course Purchase Inquiry' }]);
  });
});

test('a course with an amount is bought like a plan, with and without scripts', async ({
  page,
  browser,
  baseURL,
}) => {
  const title = await sellCourse();
  const cardOf = (shown: Page) =>
    shown.getByRole('listitem').filter({ has: shown.getByRole('heading', { name: title }) });
  const visitor = createVisitor();
  await openServices(page);
  await expect(cardOf(page)).toContainText('R450.01');
  // Once on a page, near the first prices.
  await expect(page.getByText('Pay by bank transfer.')).toHaveCount(1);
  await cardOf(page).getByRole('button', { name: 'Buy this course' }).click();
  await expect(inquiry(page)).toContainText(title);
  await fillIn(page, visitor);
  await submit(page).click();
  await expect(page.getByText(thanks)).toBeVisible();
  await expect.poll(() => readCourseOf(visitor.email)).toEqual([title]);

  const context = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL && { baseURL }),
  });
  const plain = await context.newPage();
  const other = createVisitor();
  await plain.goto('/services');
  await cardOf(plain).getByRole('link', { name: 'Buy this course' }).click();
  await expect(plain.locator('#inquiry')).toContainText(title);
  await plain.getByLabel('Name').fill('A');
  await plain.getByLabel('Email').fill(other.email);
  await submit(plain).click();
  await expect(plain.getByText('Name must be at least 2 characters.')).toBeVisible();
  await plain.getByLabel('Name').fill(other.name);
  await submit(plain).click();
  await expect(plain.getByRole('status')).toHaveText(thanks);
  await expect.poll(() => readCourseOf(other.email)).toEqual([title]);
  await context.close();
});

test('the sale runs for a day from the first visit in every tab, and ends', async ({
  page,
  context,
}) => {
  const timer = page.getByRole('timer');
  await page.clock.install({ time: new Date('2026-11-21T10:00:00Z') });
  await openServices(page);
  await expect(timer).toHaveText(/^Sale ends in (24:00:00|23:59:\d\d)$/);
  await expect(courseCard(page)).toContainText('R2000');
  await expect(courseCard(page)).toContainText('50% OFF');
  await page.clock.fastForward('01:00:00');
  await page.reload();
  await expect(timer).toHaveText(/^Sale ends in (23:00:00|22:59:\d\d)$/);
  // The tab is suspended when the sale ends.
  await page.clock.fastForward('24:00:00');
  await expect(timer).toBeHidden();
  await expect(courseCard(page)).toContainText('R2000');
  await expect(courseCard(page)).not.toContainText('R1000');
  await expect(courseCard(page)).not.toContainText('50% OFF');
  await page.reload();
  await expect(timer).toHaveText(/^Sale ends in (24:00:00|23:59:\d\d)$/);

  const other = await context.newPage();
  await openServices(other);
  const end = (await page.evaluate(() => Date.now())) + 3_600_000;
  await other.evaluate((at) => localStorage.setItem('saleEndTime', String(at)), end);
  await expect(timer).toHaveText(/^Sale ends in (01:00:00|00:59:\d\d)$/);
});

test('the inquiry keeps the focus, shows errors, closes on Escape and returns the focus', async ({
  page,
  checkAccessibility,
}) => {
  await openServices(page);
  const opener = page.getByRole('button', { name: 'Purchase now' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(inquiry(page).getByLabel('Name')).toBeFocused();
  await inquiry(page).getByLabel('Name').fill('A');
  await inquiry(page).getByLabel('Email').fill('nowhere');
  await submit(page).click();
  await expect(inquiry(page).getByText('Name must be at least 2 characters.')).toBeVisible();
  await expect(inquiry(page).getByText('Please enter a valid email.')).toBeVisible();
  await checkAccessibility();
  // In one round Tab reaches only the dialog and the browser itself.
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    const isOutside = await page.evaluate(
      () => !document.activeElement?.closest('dialog') && document.activeElement !== document.body,
    );
    expect(isOutside).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(inquiry(page)).toBeHidden();
  await expect(opener).toBeFocused();
});

test('the inquiry is stored and mailed once, then closes and is empty', async ({ page }) => {
  const visitor = createVisitor();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/leads', async (route) => {
    await held;
    await route.continue();
  });
  await openServices(page);
  await page.getByRole('button', { name: 'Purchase now' }).click();
  await fillIn(page, visitor);
  await submit(page).click();
  await expect(inquiry(page).getByRole('button', { name: 'Submitting...' })).toBeDisabled();
  release();
  await expect(page.getByText(thanks)).toBeVisible();
  await expect(inquiry(page)).toBeHidden();
  await expect
    .poll(() => readLeads(visitor.email))
    .toEqual([{ ...visitor, source: 'Course Purchase Inquiry', message: null }]);
  await expect.poll(async () => (await readNotices(visitor.email)).length).toBe(1);
  await page.getByRole('button', { name: 'Purchase now' }).click();
  await expect(inquiry(page).getByLabel('Name')).toHaveValue('');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Get the Blueprint' }).click();
  await expect(page.getByRole('dialog', { name: 'Blueprint Purchase Inquiry' })).toBeVisible();
});

test.describe('without any answer', () => {
  test.use({ allowedConsole: /Failed to load resource|net::ERR|fallback failed/ });

  test('the inquiry stays open with all text, also after a reload', async ({ page, context }) => {
    const visitor = createVisitor();
    await openServices(page);
    await page.getByRole('button', { name: 'Purchase now' }).click();
    await fillIn(page, visitor);
    await context.setOffline(true);
    await submit(page).click();
    // The notification is above the dialog.
    await page.getByText('Failed to submit your request. Please try again.').click();
    await expect(inquiry(page)).toBeVisible();
    await expect(inquiry(page).getByRole('alert')).toHaveText(
      'Your request has not been sent. What you typed is still here.',
    );
    await context.setOffline(false);
    await page.reload();
    await untilAlive(page);
    await page.getByRole('button', { name: 'Purchase now' }).click();
    await expect(inquiry(page).getByLabel('Phone')).toHaveValue(visitor.phone);
    await submit(page).click();
    await expect(page.getByText(thanks)).toBeVisible();
    await expect.poll(async () => (await readLeads(visitor.email)).length).toBe(1);
  });
});
