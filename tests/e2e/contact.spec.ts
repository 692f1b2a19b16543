import type { Page } from '@playwright/test';
import { readLeads, readNotices } from '#tests/support/site-state.ts';
import { expect, test, untilAlive } from './fixtures.ts';

const success = "Message sent! We'll get back to you soon.";
const failure = 'Failed to send message. Please try again.';

/** A visitor of this test alone, so that tests may run side by side on one site. */
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

/** The message is in the database once, and in the mentor's mailbox once. */
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

test('a message reaches the database and the mailbox once', { tag: '@phone' }, async ({ page }) => {
  const visitor = createVisitor('Nomsa');
  await page.goto('/contact');
  await untilAlive(page);
  await fillIn(page, visitor);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText(success)).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue('');
  await expectArrivedOnce(visitor);
  const [notice] = await readNotices(visitor.email);
  expect(notice?.replyTo).toBe(visitor.email);
  expect(notice?.text).toContain('Second line, with "quotes" & <b>marks</b>.');
  expect(notice?.html).not.toContain('<b>marks</b>');
  await page.reload();
  await expect(page.getByLabel('Full Name')).toHaveValue('');
});

test('the button waits, and a second press sends nothing more', async ({ page }) => {
  const visitor = createVisitor('Thabo');
  await page.goto('/contact');
  await untilAlive(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let inserts = 0;
  await page.route('**/api/leads', async (route) => {
    inserts += 1;
    await held;
    await route.continue();
  });
  await fillIn(page, visitor);
  await page.getByRole('button', { name: 'Send Message' }).click();
  const sending = page.getByRole('button', { name: 'Sending...' });
  await expect(sending).toBeDisabled();
  await page.getByLabel('Full Name').press('Enter');
  release();
  await expect(page.getByText(success)).toBeVisible();
  expect(inserts).toBe(1);
  await expectArrivedOnce(visitor);
});

test('what is wrong stands at its field, before anything is sent', async ({
  page,
  checkAccessibility,
}) => {
  await page.goto('/contact');
  await untilAlive(page);
  await page.getByLabel('Full Name').fill('A');
  await page.getByLabel('Email Address').fill('not an address');
  await page.getByLabel('Message').fill('too short');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Name is required.')).toBeVisible();
  await expect(page.getByText('A valid email is required.')).toBeVisible();
  await expect(page.getByText('Message must be at least 10 characters.')).toBeVisible();
  await expect(page.getByLabel('Full Name')).toBeFocused();
  await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription('Name is required.');
  await checkAccessibility();
});

test.describe('when the insert does not answer well', () => {
  test.use({ allowedConsole: /Failed to load resource|net::ERR|fallback failed/ });

  test('the fallback takes the message; it arrives once', async ({ page }) => {
    const visitor = createVisitor('Lerato');
    await page.route('**/api/leads', (route) => route.abort());
    await page.goto('/contact');
    await untilAlive(page);
    await fillIn(page, visitor);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText(success)).toBeVisible();
    await expectArrivedOnce(visitor);
  });

  test('a stored message whose answer was lost arrives once all the same', async ({ page }) => {
    const visitor = createVisitor('Sipho');
    await page.route('**/api/leads', async (route) => {
      await route.fetch();
      await route.fulfill({ status: 502, body: '' });
    });
    await page.goto('/contact');
    await untilAlive(page);
    await fillIn(page, visitor);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText(success)).toBeVisible();
    await expectArrivedOnce(visitor);
  });

  test('with nothing answering, every word stays, across a reload too; then it is sent once', async ({
    page,
  }) => {
    const visitor = createVisitor('Aisha');
    await page.route(/api\/leads|contact\.php/, (route) => route.abort());
    await page.goto('/contact');
    await untilAlive(page);
    await fillIn(page, visitor);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText(failure)).toBeVisible();
    await expectWordsKept(page, visitor);
    await page.reload();
    await untilAlive(page);
    await expectWordsKept(page, visitor);
    await page.unroute(/api\/leads|contact\.php/);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText(success)).toBeVisible();
    await expectArrivedOnce(visitor);
  });

  test('a refusal of the server stands in the form and nothing falls back', async ({ page }) => {
    const visitor = createVisitor('Pieter');
    let fallbacks = 0;
    page.on('request', (request) => {
      if (request.url().includes('contact.php')) fallbacks += 1;
    });
    await page.route('**/api/leads', (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          title: 'Unprocessable Content',
          errors: [{ field: 'email', message: 'A valid email is required.' }],
        }),
      }),
    );
    await page.goto('/contact');
    await untilAlive(page);
    await fillIn(page, visitor);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText('A valid email is required.')).toBeVisible();
    await expectWordsKept(page, visitor);
    expect(fallbacks).toBe(0);
  });
});

test.describe('before the page is alive', () => {
  test('words typed early are not lost', async ({ page }) => {
    const visitor = createVisitor('Wei');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/contact', { waitUntil: 'commit' });
    await fillIn(page, visitor);
    release();
    await untilAlive(page);
    await expectWordsKept(page, visitor);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form sends itself, and says what is wrong', async ({ page }) => {
    const visitor = createVisitor('Ingrid');
    await page.goto('/contact');
    await fillIn(page, visitor);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('status')).toHaveText(success);
    await expectArrivedOnce(visitor);
  });
});

test('social links and direct ways to write are there', async ({ page }) => {
  await page.goto('/contact');
  const details = page.getByRole('complementary', { name: 'Contact details' });
  await expect(details.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
  await expect(details.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\d+$/,
  );
  for (const network of ['Instagram', 'YouTube', 'Facebook', 'TikTok']) {
    const link = details.getByRole('link', { name: network });
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
  }
});
