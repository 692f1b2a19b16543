import type { Page, Route } from '@playwright/test';
import { readLeads, readNotices } from '#tests/support/site-state.ts';
import { siteUrl } from '#tests/support/site-under-test.ts';
import { cardOf, expect, test } from './admin.ts';
import { untilAlive } from './fixtures.ts';

const success = "Message sent! We'll get back to you soon.";

/** Creates a visitor for one test, because tests share a site. */
function createVisitor(name: string) {
  const key = crypto.randomUUID().slice(0, 8);
  return {
    name: `${name} ${key}`,
    email: `visitor-${key}@example.com`,
    message: `First line of ${key}.\nSecond line, with "quotes" & <b>marks</b>.`,
  };
}

type Visitor = ReturnType<typeof createVisitor>;

async function fillIn(page: Page, visitor: Visitor) {
  await page.getByLabel('Full Name').fill(visitor.name);
  await page.getByLabel('Email Address').fill(visitor.email);
  await page.getByLabel('Message').fill(visitor.message);
}

async function expectWordsKept(page: Page, visitor: Visitor) {
  await expect(page.getByLabel('Full Name')).toHaveValue(visitor.name);
  await expect(page.getByLabel('Email Address')).toHaveValue(visitor.email);
  await expect(page.getByLabel('Message')).toHaveValue(visitor.message);
}

/** Expects the message once in the database and once in the mentor's mailbox. */
async function expectArrivedOnce(visitor: Visitor) {
  await expect
    .poll(() => readLeads(visitor.email))
    .toEqual([
      {
        name: visitor.name,
        email: visitor.email,
        phone: null,
        source: 'Contact Form Submission',
        message: visitor.message,
      },
    ]);
  await expect.poll(async () => (await readNotices(visitor.email)).length).toBe(1);
}

async function openContact(page: Page) {
  await page.goto('/contact');
  await untilAlive(page);
}

const send = (page: Page) => page.getByRole('button', { name: 'Send Message' }).click();

test('a message is stored and mailed once, even if the button is pressed repeatedly', async ({
  page,
}) => {
  const visitor = createVisitor('Nomsa');
  await openContact(page);
  const held = Promise.withResolvers<void>();
  let inserts = 0;
  await page.route('**/api/leads', async (route) => {
    inserts += 1;
    await held.promise;
    await route.continue();
  });
  await fillIn(page, visitor);
  await send(page);
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  await page.getByLabel('Full Name').press('Enter');
  held.resolve();
  await expect(page.getByText(success)).toBeVisible();
  expect(inserts).toBe(1);
  await expect(page.getByLabel('Message')).toHaveValue('');
  await expectArrivedOnce(visitor);
  await page.reload();
  await expect(page.getByLabel('Full Name')).toHaveValue('');
});

test('errors appear at their fields before anything is sent', async ({
  page,
  checkAccessibility,
}) => {
  await openContact(page);
  await page.getByLabel('Full Name').fill('A');
  await page.getByLabel('Email Address').fill('not an address');
  await page.getByLabel('Message').fill('too short');
  await send(page);
  await expect(page.getByText('Name is required.')).toBeVisible();
  await expect(page.getByText('A valid email is required.')).toBeVisible();
  await expect(page.getByText('Message must be at least 10 characters.')).toBeVisible();
  await expect(page.getByLabel('Full Name')).toBeFocused();
  await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription('Name is required.');
  await checkAccessibility();
});

test.describe('when the API fails', () => {
  test.use({ allowedConsole: /Failed to load resource|net::ERR|fallback failed/ });

  for (const { what, answer } of [
    { what: 'gets no answer', answer: (route: Route) => route.abort() },
    {
      what: 'is stored although the answer is an error',
      answer: async (route: Route) => {
        await route.fetch();
        await route.fulfill({ status: 502, body: '' });
      },
    },
  ])
    test(`a message that ${what} arrives once through the fallback`, async ({ page }) => {
      const visitor = createVisitor('Lerato');
      await page.route('**/api/leads', answer);
      await openContact(page);
      await fillIn(page, visitor);
      await send(page);
      await expect(page.getByText(success)).toBeVisible();
      await expectArrivedOnce(visitor);
    });

  test('without any answer the form keeps its text, also across a reload, and is then sent once', async ({
    page,
  }) => {
    const visitor = createVisitor('Aisha');
    await page.route(/api\/leads|contact\.php/, (route) => route.abort());
    await openContact(page);
    await fillIn(page, visitor);
    await send(page);
    await expect(page.getByText('Failed to send message. Please try again.')).toBeVisible();
    await page.reload();
    await untilAlive(page);
    await expectWordsKept(page, visitor);
    await page.unrouteAll();
    await send(page);
    await expect(page.getByText(success)).toBeVisible();
    await expectArrivedOnce(visitor);
  });

  test('the server’s errors and limits are shown, the text stays, and the fallback is not used', async ({
    page,
  }) => {
    const visitor = createVisitor('Pieter');
    let fallbacks = 0;
    page.on('request', (request) => {
      if (request.url().includes('contact.php')) fallbacks += 1;
    });
    const message = 'A valid email is required.';
    await page.route('**/api/leads', (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/problem+json',
        json: { title: 'Unprocessable Content', errors: [{ field: 'email', message }] },
      }),
    );
    await openContact(page);
    await fillIn(page, visitor);
    await send(page);
    await expect(page.getByText(message)).toBeVisible();
    await page.unrouteAll();
    const limit = 'Too many messages from your network. Try again in 10 minutes.';
    await page.route('**/api/leads', (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/problem+json',
        json: { status: 429, code: 'too-many-requests', detail: limit },
      }),
    );
    await send(page);
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(limit);
    await expectWordsKept(page, visitor);
    expect(fallbacks).toBe(0);
  });
});

test('the marketing opt-in is recorded with the message, with JavaScript or without', async ({
  page,
  browser,
  changeSection,
}) => {
  const words = 'Write to me about new courses';
  await changeSection('legal', { marketing: { isOffered: true, words } });
  const visitors = [true, false].map((javaScriptEnabled) => ({
    javaScriptEnabled,
    visitor: createVisitor('Ticks'),
  }));
  for (const { javaScriptEnabled, visitor } of visitors) {
    const context = await browser.newContext({ baseURL: siteUrl, javaScriptEnabled });
    const form = await context.newPage();
    await expect(async () => {
      await form.goto('/contact');
      expect(await form.getByLabel(words).count()).toBe(1);
    }).toPass();
    await expect(form.getByLabel(words)).not.toBeChecked();
    if (javaScriptEnabled) await untilAlive(form);
    await fillIn(form, { ...visitor, message: 'Short' });
    await form.getByLabel(words).check();
    await send(form);
    await expect(form.getByText('Message must be at least 10 characters.')).toBeVisible();
    await expect(form.getByLabel(words)).toBeChecked();
    await form.getByLabel('Message').fill(visitor.message);
    await send(form);
    await expect(form.getByText(success).first()).toBeVisible();
    await expectArrivedOnce(visitor);
    await context.close();
  }
  await page.goto('/admin?group=contact');
  for (const { visitor } of visitors) {
    const card = cardOf(page, visitor.name);
    await expect(card.getByText(`Agreed to “${words}”.`)).toBeVisible();
  }
});
