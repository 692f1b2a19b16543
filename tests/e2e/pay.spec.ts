import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { runOwnSite, visitOwnSite } from '#tests/support/own-site.ts';
import { patience } from '#tests/support/patience.ts';
import { startPayfastDouble } from '#tests/support/payfast-double.ts';
import { startPaystackDouble } from '#tests/support/paystack-double.ts';
import { samplePdf } from '#tests/support/sample-files.ts';
import { makeAccount } from '#tests/support/site-accounts.ts';
import { findFreePort } from '#tests/support/site-process.ts';
import { querySite } from '#tests/support/site-rows.ts';
import { findPrivateDatabase, query } from '#tests/support/site-state.ts';
import { siteUrl } from '#tests/support/site-under-test.ts';
import { cardOf, expect, test, unique } from './admin.ts';
import {
  bookElsewhere,
  bookNow,
  createBookingVisitor,
  fillInVisitor,
  openInstants,
  ownDate,
  pickSlot,
} from './bookings.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoExcess,
  untilAlive,
} from './fixtures.ts';

const thanks = "Thank you! We've received your request and will be in touch shortly.";

/** Sends an inquiry about the blueprint (R500) and returns the private page of its order. */
async function orderBlueprint(name: string, url = siteUrl): Promise<string> {
  const answer = await fetch(`${url}/api/leads`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      id: crypto.randomUUID(),
      name,
      email: 'buyer@example.com',
      source: 'Blueprint Purchase Inquiry',
    }),
  });
  expect(answer.status).toBe(201);
  const { pay_path } = await answer.json();
  return pay_path;
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const receipt = (page: Page) =>
  page.getByRole('link', { name: /^Receipt (?:TEST-)?RCT-\d{4}-\d{4}/ });

interface Double {
  env: Record<string, string>;
  close: () => Promise<void>;
}

/** A site of its own that takes payments by a payment provider on this machine. */
async function visitShop<Provider extends Double>(
  page: Page,
  provider: Provider,
  visit: (url: string, provider: Provider, directory: string) => Promise<void>,
): Promise<void> {
  const port = String(await findFreePort());
  const url = `http://localhost:${port}`;
  try {
    const environment = { ...provider.env, PORT: port, SITE_URL: url };
    await visitOwnSite(page, environment, async (site) => {
      await site.untilReady();
      await visit(url, provider, site.directory);
    });
  } finally {
    await provider.close();
  }
}

/** Signs in on another site, and lets its 1-on-1 sessions be held until they are paid. */
async function sellSessionsToConfirm(
  page: Page,
  url: string,
  account: { email: string; password: string },
): Promise<void> {
  const signedIn = await page.request.post(`${url}/api/auth/sign-in/email`, { data: account });
  expect(signedIn.ok()).toBe(true);
  const path = `${url}/api/settings/offers`;
  const { version, value } = await (await page.request.get(path)).json();
  const mentorshipOptions = value.mentorshipOptions.map((option: { title: string }) =>
    option.title === '1-on-1 Session' ? { ...option, payment: 'confirm' } : option,
  );
  const saved = await page.request.put(path, {
    data: { version, value: { ...value, mentorshipOptions } },
    headers: { Origin: url },
  });
  expect(saved.status(), await saved.text()).toBe(200);
}

test('an inquiry leads to the bank details, and the mentor marks the order as paid', async ({
  page,
  visit,
}) => {
  const name = unique('Lerato');
  const visitor = await visit('/services');
  await visitor.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const card = visitor
    .getByRole('listitem')
    .filter({ has: visitor.getByRole('heading', { name: 'TP Strategy Blueprint' }) });

  await test.step('inquiry', async () => {
    await card.getByRole('button', { name: 'Get the Blueprint' }).click();
    const dialog = visitor.getByRole('dialog', { name: 'Blueprint Purchase Inquiry' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Email').fill('lerato@example.com');
    await dialog.getByRole('button', { name: 'Submit Request' }).click();
    const toast = visitor.locator('[data-toast]', { hasText: thanks });
    await expect(toast.getByRole('button', { name: 'Pay now' })).toBeVisible();
    await expect(card.getByRole('link', { name: 'Pay now' })).toBeVisible();
    await toast.getByRole('button', { name: 'Pay now' }).click();
  });

  const reference = await test.step('bank details', async () => {
    await expect(heading(visitor)).toHaveText('How to pay');
    const bank = visitor.getByRole('region', { name: 'Bank transfer' });
    const shown = await bank.locator('strong').innerText();
    expect(shown).toMatch(/^TP-[\dA-Z]{5}$/);
    await expect(bank.getByRole('row', { name: /Account number/ })).toContainText('0000000000');
    await expect(bank.getByRole('row', { name: /Amount/ })).toContainText('R500.00');
    await expect(bank.getByText('For transfers from a bank in South Africa.')).toBeVisible();
    await untilAlive(visitor);
    await bank.getByRole('button', { name: 'Copy Reference' }).click();
    expect(await visitor.evaluate(() => navigator.clipboard.readText())).toBe(shown);
    // Without keys there is nobody else to pay by.
    await expect(visitor.getByRole('region', { name: 'Pay online' })).toHaveCount(0);
    await expect(visitor.getByText('Sample seller')).toBeVisible();
    await visitor.getByRole('button', { name: 'I have paid' }).click();
    await expect(visitor.getByText('that you have paid. Your receipt will be')).toBeVisible();
    await expect(heading(visitor)).toHaveText('Waiting for your payment');
    await expect(visitor.getByText('You told us that you have paid R500.00.')).toBeVisible();
    return shown;
  });

  await test.step('marked as paid', async () => {
    await page.goto('/admin/money');
    await page.getByRole('searchbox', { name: 'Search orders' }).fill(reference);
    const order = cardOf(page, name);
    await expect(order).toContainText('Says they have paid');
    await order.getByRole('link', { name: 'Mark as paid' }).click();
    await page.getByRole('dialog').getByLabel('Reference or note').fill('FNB, today');
    await page.getByRole('button', { name: /^Mark R500.00 as paid$/ }).click();
    const panel = page.getByRole('dialog');
    await expect(panel.getByRole('link', { name: /^RCT-/ })).toHaveCount(1);
    await expect(panel.getByText('FNB, today')).toBeVisible();
  });

  await test.step('receipt', async () => {
    await visitor.reload();
    await expect(heading(visitor)).toHaveText('Your order is paid');
    const href = await receipt(visitor).getAttribute('href');
    const pdf = await visitor.request.get(href ?? '');
    expect(pdf.headers()).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
    });
  });

  await test.step('the lead shows its order', async () => {
    await page.goto(`/admin?search=${encodeURIComponent(name)}`);
    await cardOf(page, name)
      .getByRole('link', { name: `Order ${reference}` })
      .click();
    await expect(page.getByRole('dialog').getByText(reference)).toBeVisible();
  });
});

test('a payment is refunded manually, and an order is marked as unpaid', async ({ page }) => {
  const path = await orderBlueprint(unique('Sipho'));
  await page.goto(path);
  const reference = await page.getByRole('region', { name: 'Bank transfer' }).locator('strong');
  const text = await reference.innerText();
  await page.goto('/admin/money');
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(text);
  await cardOf(page, text).getByRole('link', { name: 'Mark as paid' }).click();
  await page.getByRole('button', { name: /^Mark R500.00 as paid$/ }).click();
  const panel = page.getByRole('dialog').first();

  await panel.getByRole('button', { name: 'Mark as unpaid' }).click();
  await page
    .getByRole('dialog', { name: 'Mark as unpaid?' })
    .getByRole('button', { name: 'Mark as unpaid' })
    .click();
  await expect(panel.getByText('Awaiting payment', { exact: true })).toBeVisible();

  await panel.getByRole('link', { name: 'Mark as paid' }).click();
  await page.getByRole('button', { name: /^Mark R500.00 as paid$/ }).click();
  await panel.getByRole('link', { name: 'Refund R500.00' }).click();
  await panel.getByLabel('Amount in rand').fill('R 600');
  await panel.getByLabel('Reason').fill('Changed my mind');
  await panel.getByRole('button', { name: 'Record refund' }).click();
  await expect(panel.getByText('At most R500.00.')).toBeVisible();
  await panel.getByLabel('Amount in rand').fill('200');
  await panel.getByRole('button', { name: 'Record refund' }).click();
  await expect(panel.getByText('Partly refunded', { exact: true })).toBeVisible();
  await page.goto(path);
  await expect(page.getByText('We sent back R200.00 of the R500.00')).toBeVisible();
});

test('a bank statement is read, and only what is ticked is recorded', async ({ page }) => {
  const [first, second] = [unique('Anele'), unique('Bongani')];
  const readReference = async (name: string) => {
    await page.goto(await orderBlueprint(name));
    return page.getByRole('region', { name: 'Bank transfer' }).locator('strong').innerText();
  };
  const ticked = await readReference(first);
  const references = [ticked, await readReference(second)];
  const csv = [
    'Date,Amount,Balance,Description',
    ...references.map((reference) => `2026/11/26,500.00,900.00,PAYMENT FROM ${reference}`),
    '2026/11/25,-40.00,400.00,MONTHLY FEE',
  ].join('\n');
  await page.goto('/admin/money?import');
  await untilAlive(page);
  await page.getByLabel('Statement (CSV or OFX)').setInputFiles({
    name: 'statement.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  });
  await expect(page.getByRole('button', { name: 'Record 0 payments' })).toBeDisabled();
  await page.getByRole('checkbox', { name: ticked }).check();
  await page.getByRole('button', { name: 'Record 1 payment' }).click();
  await expect(page.getByText(`Recorded: ${ticked}`)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: ticked })).toHaveCount(0);
  await page.goto('/admin/money');
  await expect(cardOf(page, first).getByText('Paid', { exact: true })).toBeVisible();
  await expect(cardOf(page, second).getByText('Awaiting payment')).toBeVisible();
});

test('a payment without a readable reference is recorded for the order that the mentor chooses', async ({
  page,
}) => {
  const name = `${unique('Zoë')} O’Neill`;
  await page.goto(await orderBlueprint(name));
  const reference = await page
    .getByRole('region', { name: 'Bank transfer' })
    .locator('strong')
    .innerText();
  const csv = `Date,Amount,Balance,Description\n2026/11/26,500.00,900.00,CAPITEC${reference}`;
  await page.goto('/admin/money?import');
  await untilAlive(page);
  await page.getByLabel('Statement (CSV or OFX)').setInputFiles({
    name: 'statement.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  });
  const suggested = page.getByRole('region', { name: 'Which order is this for?' });
  const order = suggested.getByRole('listitem').filter({ hasText: reference }).last();
  await expect(order).toContainText(name);
  await expect(order).toContainText('The reference is similar, and the amount is the same.');
  await suggested.getByRole('button', { name: `Record for order ${reference}` }).click();
  await expect(page.getByText(`Recorded: ${reference}`)).toBeVisible();
  await expect(suggested).toHaveCount(0);
  await page.goto('/admin/money');
  await expect(cardOf(page, name).getByText('Paid', { exact: true })).toBeVisible();
});

test('a part is recorded, and the rest is waived, as the client and the mentor read', async ({
  page,
}) => {
  const name = unique('Zoë');
  const payPath = await orderBlueprint(name);
  await page.goto(payPath);
  const reference = await page
    .getByRole('region', { name: 'Bank transfer' })
    .locator('strong')
    .innerText();
  const [{ id }] = await querySite('select id from orders where reference = $1', [reference]);
  await page.goto(`/admin/money?order=${id}&do=part`);
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Amount that arrived, in rand').fill('450.01');
  await panel.getByRole('button', { name: 'Record payment' }).click();
  await expect(panel.getByText('R450.01 of R500 paid, R49.99 left')).toBeVisible();
  await expect(panel.getByText('Partly paid')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Remind' })).toBeVisible();
  await page.goto(payPath);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What is left to pay');
  await expect(page.getByText('R450.01 of R500 paid, R49.99 left').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Bank transfer' })).toContainText('R49.99');
  await page.goto(`/admin/money?order=${id}`);
  await panel.getByRole('button', { name: 'Waive the rest' }).click();
  await page.getByRole('button', { name: 'Waive the rest' }).last().click();
  await expect(panel.getByText('R450.01 of R500 paid, R49.99 waived')).toBeVisible();
  await page.goto(payPath);
  await expect(page.getByText('We don’t ask for the other R49.99')).toBeVisible();
});

test('each line of a statement is in one list, and what is not for an order stays there', async ({
  page,
}) => {
  const name = `${unique('Zoë')} O’Neill`;
  await page.goto(await orderBlueprint(name));
  const reference = await page
    .getByRole('region', { name: 'Bank transfer' })
    .locator('strong')
    .innerText();
  const salary = unique('SALARY');
  const rows = [`2026/11/26,91000.01,900.00,${salary}`, '2026/11/26,91000.02,900.00,THANKS'];
  const read = async () => {
    await page.goto('/admin/money?import');
    await untilAlive(page);
    await page.getByLabel('Statement (CSV or OFX)').setInputFiles({
      name: 'statement.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Date,Amount,Balance,Description', ...rows].join('\n')),
    });
  };
  const dialog = page.getByRole('dialog');
  await read();
  await dialog.getByText('No matching order 2').click();
  const line = dialog.getByRole('listitem').filter({ hasText: salary });
  await line.getByRole('button', { name: /^Not for an order/ }).click();
  await expect(dialog.getByText('No matching order 1')).toBeVisible();
  await expectAccessible(page);

  await querySite('update orders set paid_cents = 20001 where reference = $1', [reference]);
  await read();
  await expect(dialog.getByText('Not for an order 1')).toBeVisible();
  await dialog.getByText('No matching order 1').click();
  await dialog.getByRole('button', { name: /^Find an order/ }).click();
  await dialog.getByRole('searchbox').fill(name);
  const found = dialog.getByRole('listitem').filter({ hasText: reference }).last();
  await expect(found).toContainText('R200.01 of R500 paid, R299.99 left');
  await expect(found).toContainText(
    'Only R299.99 is left to pay for this order. The payment will be unallocated.',
  );
  await page.setViewportSize({ width: 320, height: 800 });
  await expectNoExcess(page);
  await found.getByRole('button', { name: `Record for order ${reference}` }).click();
  await expect(page.getByText(`Recorded as unallocated: ${reference}`)).toBeVisible();
  await expect(dialog.getByText('Recorded before 1')).toBeVisible();
});

test('a company gets an invoice in its name before it pays', async ({ page }) => {
  await page.goto(await orderBlueprint(unique('Kagiso')));
  const invoice = page.getByRole('region', { name: 'Invoice for your company' });
  await invoice.getByText('Get an invoice before you pay').click();
  await invoice.getByRole('textbox', { name: 'Company' }).fill('Kasi Traders (Pty) Ltd');
  await expectAccessible(page);
  await invoice.getByRole('button', { name: 'Get the invoice now' }).click();
  await expect(invoice.getByRole('status')).toHaveText(/^Your invoice INV-\d{4}-\d{4} is below/);
  await expect(invoice).toContainText('Kasi Traders (Pty) Ltd');
  const documents = page.getByRole('region', { name: 'Receipts and invoices' });
  await expect(documents.getByRole('link', { name: /^Invoice INV-/ })).toBeVisible();
  await expect(heading(page)).toHaveText('How to pay');
  await page.setViewportSize({ width: 320, height: 800 });
  await expectNoExcess(page);
});

test('the sums of any period are shown, with its files', async ({ page }) => {
  await page.goto('/admin/money');
  await untilAlive(page);
  const sums = page.getByRole('region', { name: 'Sums' });
  for (const what of ['Payments', 'Documents']) {
    const link = sums.getByRole('link', { name: new RegExp(`^${what} \\(CSV\\)`) });
    await expect(link).toHaveAttribute(
      'href',
      new RegExp(`/export/${what.toLowerCase()}\\?period=`),
    );
  }
  const options = await sums.getByRole('option').allInnerTexts();
  expect(options).toContainEqual(expect.stringMatching(/^March \d{4} to February \d{4}$/));
  await sums
    .getByRole('combobox', { name: 'Period' })
    .selectOption(
      options.find((text) => text.startsWith('March') && text.includes(' to February')) ?? '',
    );
  await expect(sums.getByRole('row', { name: /^After refunds/ })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 800 });
  await expectNoExcess(page);
});

test('money for a cancelled order is kept as unallocated, and the mentor reads that', async ({
  page,
}) => {
  const name = unique('Tumelo');
  await page.goto(await orderBlueprint(name));
  const reference = await page
    .getByRole('region', { name: 'Bank transfer' })
    .locator('strong')
    .innerText();
  const [{ id }] = await querySite(
    `update orders set state = 'cancelled', cancelled_at = now(), buyer_company = 'Tumelo Trading',
       buyer_address = '7 Vilakazi Street', buyer_vat_number = '4123456789'
     where reference = $1 returning id`,
    [reference],
  );
  await page.goto('/admin/money?import');
  await untilAlive(page);
  const csv = `Date,Amount,Balance,Description\n2026/11/26,500.00,900.00,PAYMENT FROM ${reference}`;
  await page.getByLabel('Statement (CSV or OFX)').setInputFiles({
    name: 'statement.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  });
  await expect(page.getByRole('dialog').getByRole('listitem')).toContainText(
    'This order was cancelled. The payment will be unallocated.',
  );

  // As on a device where the order was still open.
  await page.goto(`/admin/money?order=${id}&do=paid`);
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('VAT number 4123456789')).toContainText(
    'Invoice toTumelo Trading\n7 Vilakazi Street',
  );
  await expect(panel.getByText(/The payment will be unallocated/)).toBeVisible();
  await panel.getByRole('button', { name: /^Record R500.00 as unallocated$/ }).click();
  await expect(
    page.getByText('Recorded as unallocated: this order is no longer open.'),
  ).toBeVisible();
  await expect(panel.getByText('Unallocated payment', { exact: true })).toBeVisible();
});

test('a booked session leads to its order', async ({ page }) => {
  const [at] = openInstants(ownDate(), 'Africa/Johannesburg');
  await page.goto(
    await bookElsewhere(at, {
      name: 'Anele Booked',
      email: 'anele@example.com',
      session_type: '1-on-1 Session',
    }),
  );
  const session = page.getByRole('region', { name: 'Your session' });
  await expect(session.getByText('Not paid yet: R1 000.00')).toBeVisible();
  await session.getByRole('link', { name: 'Pay now' }).click();
  await expect(heading(page)).toHaveText('How to pay');
  await expect(page.getByText('1-on-1 Session', { exact: true })).toBeVisible();
});

test('PayFast takes a payment, and the page updates when it is confirmed', async ({ page }) => {
  test.slow();
  await visitShop(page, await startPayfastDouble(), async (url, payfast) => {
    const path = await orderBlueprint('Naledi Dlamini', url);
    payfast.moods.validate = 'is broken';
    await page.goto(url + path);
    await page.getByRole('link', { name: 'Pay with PayFast' }).click();
    await expect(heading(page)).toHaveText('Check your order');
    await expectAccessible(page);
    await page
      .getByRole('checkbox', {
        name: 'Start now. I understand that this ends my seven-day cooling-off period.',
      })
      .check();
    await page.getByRole('button', { name: 'Pay R500.00 with PayFast' }).click();
    // The form submits itself.
    await expect(page).toHaveURL(/\/eng\/process\/payment\//);
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect(
      page.getByText('We’re waiting for PayFast to confirm your payment.'),
    ).toBeVisible();
    await expectAccessible(page);
    payfast.moods.validate = 'answers';
    await expect(heading(page)).toHaveText('Your order is paid', { timeout: patience.test });
    await expect(page).toHaveURL(url + path);
    await expect(page.getByText('You asked us to start right away.')).toBeVisible();
    await expect(page.getByText('TEST: this was paid with test keys.')).toBeVisible();

    // A repeated notification and return change nothing.
    const [told] = payfast.deliveries;
    if (told) await payfast.repeat(told).settled;
    await page.goto(`${url}${path}?returned`);
    await expect(heading(page)).toHaveText('Your order is paid');
    await expect(receipt(page)).toHaveCount(1);
  });
});

test('Paystack takes a payment, and the page is paid as the browser comes back', async ({
  page,
}) => {
  test.slow();
  await visitShop(page, await startPaystackDouble(), async (url, paystack) => {
    const path = await orderBlueprint('Kagiso Molefe', url);
    await page.goto(url + path);
    await page.getByRole('link', { name: 'Pay with Paystack' }).click();
    await expect(heading(page)).toHaveText('Check your order');
    await page.getByRole('button', { name: 'Pay R500.00 with Paystack' }).click();
    await expect(page).toHaveURL(/\/checkout\//);
    await expect(page.getByText('ZAR 500.00')).toBeVisible();
    await page.getByRole('button', { name: 'Pay' }).click();
    // No webhook is set up, so the site has asked Paystack.
    expect(paystack.deliveries.flatMap(({ statuses }) => statuses)).toEqual([]);
    await expect(heading(page)).toHaveText('Your order is paid');
    await expect(page.getByText('We received R500.00')).toBeVisible();
    await expect(receipt(page)).toHaveCount(1);
    const pdf = await page.request.get(`${url}${await receipt(page).getAttribute('href')}`);
    expect(pdf.headers()['content-type']).toBe('application/pdf');
  });
});

test('money that comes after the release pays for the session at another time', async ({
  page,
}) => {
  test.slow();
  const payfast = await startPayfastDouble();
  const port = String(await findFreePort());
  const url = `http://localhost:${port}`;
  const site = await runOwnSite({ ...payfast.env, PORT: port, SITE_URL: url });
  try {
    await site.untilReady();
    await sellSessionsToConfirm(page, url, await makeAccount(site.directory));
    const date = ownDate();
    const [at] = openInstants(date, 'Africa/Johannesburg');
    const book = async (name: string) => {
      const answer = await fetch(`${url}/api/bookings`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          id: crypto.randomUUID(),
          name,
          email: `${name.toLowerCase()}@example.com`,
          session_type: '1-on-1 Session',
          booking_date: at.toString(),
          meeting_type: 'Zoom',
          trading_knowledge: 'Beginner',
        }),
      });
      expect(answer.status).toBe(201);
      return answer.json();
    };
    const { pay_path, manage_path } = await book('Palesa');

    await test.step('late money', async () => {
      await page.goto(url + pay_path);
      await page.getByRole('link', { name: 'Pay with PayFast' }).click();
      await page.getByRole('button', { name: /^Pay R1.000\.00 with PayFast$/ }).click();
      await expect(page).toHaveURL(/\/eng\/process\/payment\//);
      await query(
        await findPrivateDatabase(site.directory),
        "update bookings set held_until = now() - interval '1 minute'",
      );
      await book('Nomsa');
      await page.getByRole('button', { name: 'Pay' }).click();
      await expect.poll(() => payfast.deliveries.length).toBe(1);
    });

    await test.step('the client reads what happened, and chooses', async () => {
      const money = page.getByText(
        /^We have your R1.000\. Your time was gone; choose another time, or we refund you\.$/,
      );
      await expect
        .poll(async () => {
          await page.goto(url + pay_path);
          return money.count();
        })
        .toBe(1);
      await expect(page.getByText('don’t pay')).toHaveCount(0);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Please refund me' }).click();
      await expect(page.getByText(/^You asked us on .* for a refund\./)).toBeVisible();
      await page.getByRole('link', { name: 'Choose another time' }).click();
      await expect(page.getByRole('heading', { name: 'Choose another time' })).toBeVisible();
    });

    await test.step('another time', async () => {
      await page.goto(`${url}/admin/money?view=unallocated`);
      await cardOf(page, 'Palesa').getByRole('link', { name: 'Open' }).click();
      const panel = page.getByRole('dialog');
      await expect(
        panel.getByText('Find another time, or refund the payment below.'),
      ).toBeVisible();
      await expect(panel.getByText('Wants a refund.')).toBeVisible();
      await panel.getByRole('link', { name: /^Refund/ }).click();
      await expect(
        panel.getByText('The client gets an email once the refund is sent.'),
      ).toBeVisible();
      await panel.getByRole('button', { name: 'Cancel', exact: true }).click();
      await panel.getByRole('link', { name: 'Find another time' }).click();
      const form = page.getByRole('form', { name: 'Find another time' });
      await expect(
        form.getByText(
          /^The client has paid R1.000\.00 for this session after its time was released\. /,
        ),
      ).toBeVisible();
      await expectAccessible(page);
      await form.getByRole('button', { name: 'Pick a different time' }).click();
      await form.getByLabel('Date and time').fill(`${date.add({ days: 1 })}T20:00`);
      await form.getByRole('button', { name: 'Book Session' }).click();
      await expect(page.getByText('Session booked again')).toBeVisible();
      await expect(panel.getByText('Upcoming', { exact: true })).toBeVisible();
      await expect(panel.getByRole('link', { name: 'Find another time' })).toHaveCount(0);
    });

    await page.goto(url + pay_path);
    await expect(heading(page)).toHaveText('Your order is paid');
    await expect(receipt(page)).toHaveCount(1);
    await page.goto(url + manage_path);
    await expect(heading(page)).toHaveText('Your session is booked');
  } finally {
    await page.goto('about:blank');
    await site.remove();
    await payfast.close();
  }
});

test.describe('a session that is paid to confirm', () => {
  test.use({ timezoneId: 'America/New_York', viewport: { width: 390, height: 844 } });

  test('a session that is paid to confirm is announced as held, with its price, its end and “Pay now” first', async ({
    page,
    browser,
  }) => {
    await visitShop(page, await startPayfastDouble(), async (url, _, directory) => {
      await sellSessionsToConfirm(page, url, await makeAccount(directory));
      const zone = 'America/New_York';
      // A Tuesday that the calendar reaches within three months: the site is this test's own.
      const soon = Temporal.Now.plainDateISO(zone).add({ days: 10 });
      const date = soon.add({ days: (9 - soon.dayOfWeek) % 7 });
      const later = date.add({ days: 1 });
      const visitor = createBookingVisitor('Zoë');

      await test.step('with scripts', async () => {
        await page.goto(`${url}/mentorship`);
        await untilAlive(page);
        await fillInVisitor(page, visitor);
        await pickSlot(page, date, openInstants(date, zone)[0], zone);
        await bookNow(page).click();
        const confirmation = page.getByRole('region', { name: 'Your session is held' });
        await expect(confirmation).toContainText(
          /We’re holding this session for you until \w+, .+, America\/New York \(GMT−[45]\)\. Pay R1.000\.00 by then to confirm it\./,
        );
        await expect(confirmation.getByRole('timer')).toHaveText(
          /^(?:\d\d:\d\d:\d\d|2 days) left$/,
        );
        await expect(confirmation.getByRole('link').first()).toHaveText('Pay now');
        await expect(confirmation).not.toContainText(
          /We’ve emailed a confirmation|remind|Google Calendar/,
        );
        await expect(page.locator('[data-toast]')).toContainText(
          'Your session is held. Pay to confirm it.',
        );
        await expectAccessibleInBothThemes(page);
        await expectNoExcess(page);
      });

      await test.step('its private page', async () => {
        await page.getByRole('link', { name: 'See or cancel this session' }).click();
        await expect(heading(page)).toHaveText('Your session is held');
        const main = page.getByRole('main');
        await expect(main.getByRole('timer')).toHaveText(/ left$/);
        await expect(main.getByRole('link').first()).toHaveText('Pay now');
        await expect(main).not.toContainText(/Google Calendar|Reminders|Move to another time/);
        await expectAccessibleInBothThemes(page);
      });

      await test.step('without scripts', async () => {
        const booked = await fetch(`${url}/mentorship`, {
          method: 'POST',
          headers: { Origin: url },
          redirect: 'manual',
          body: new URLSearchParams({
            name: visitor.name,
            email: `later-${visitor.email}`,
            session_type: '1-on-1 Session',
            meeting_type: 'Zoom',
            trading_knowledge: 'Beginner',
            date: later.toString(),
            booking_date: openInstants(later, zone)[0].toString(),
            time_zone: zone,
          }),
        });
        expect(booked.status).toBe(303);
        const context = await browser.newContext({ javaScriptEnabled: false });
        const plain = await context.newPage();
        await plain.goto(new URL(booked.headers.get('location') ?? '', url).href);
        await expect(heading(plain)).toHaveText('Your session is held');
        await expect(plain.getByText(/^We’re holding this session for you until/)).toContainText(
          'America/New York',
        );
        await expect(plain.getByRole('timer')).toBeHidden();
        await expect(plain.getByRole('main').getByRole('link').first()).toHaveText('Pay now');
        await context.close();
      });
    });
  });
});

test('an order has the sale price that its page showed', async ({ visit }) => {
  const visitor = await visit('/services');
  const card = visitor
    .getByRole('listitem')
    .filter({ has: visitor.getByRole('heading', { name: 'TP Strategy Course' }) });
  await expect(card.getByText('Sale price R1000')).toBeVisible();
  await card.getByRole('button', { name: 'Purchase now' }).click();
  const dialog = visitor.getByRole('dialog', { name: 'Course Purchase Inquiry' });
  await dialog.getByLabel('Name').fill(unique('Naledi'));
  await dialog.getByLabel('Email').fill('naledi@example.com');
  await dialog.getByRole('button', { name: 'Submit Request' }).click();
  await card.getByRole('link', { name: 'Pay now' }).click();
  await expect(visitor.getByRole('row', { name: /Amount/ })).toContainText('R1 000.00');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an inquiry leads to its page, and PayFast takes the payment', async ({ page }) => {
    test.slow();
    await visitShop(page, await startPayfastDouble(), async (url) => {
      await page.goto(`${url}/services?inquiry=blueprint`);
      await page.getByLabel('Name').fill('Zanele Khumalo');
      await page.getByLabel('Email').fill('zanele@example.com');
      const form = await page
        .locator('#inquiry form')
        .evaluate((element: HTMLFormElement) =>
          Object.fromEntries(
            [...new FormData(element)].map(([name, value]) => [name, String(value)]),
          ),
        );
      await page.getByRole('button', { name: 'Submit Request' }).click();
      await expect(page.getByRole('status')).toHaveText(thanks);
      await expect(page.getByRole('button', { name: /^Copy/ })).toHaveCount(0);
      await page.getByText('Show as a QR code').click();
      await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
      const path = new URL(page.url()).pathname;
      // Pressed twice, the form leads to the same order.
      const again = await page.request.post(`${url}/services?inquiry=blueprint`, {
        form,
        maxRedirects: 0,
      });
      expect(again.headers()['location']).toBe(`${path}?sent`);
      await page.getByRole('link', { name: 'Pay with PayFast' }).click();
      await page.getByRole('button', { name: 'Pay R500.00 with PayFast' }).click();
      await page.getByRole('button', { name: 'Continue to PayFast' }).click();
      await page.getByRole('button', { name: 'Pay' }).click();
      await expect
        .poll(async () => {
          await page.goto(url + path);
          return heading(page).textContent();
        })
        .toBe('Your order is paid');
    });
  });

  test('an order has the sale price that its page showed', async ({ page }) => {
    await page.goto('/services?inquiry=course');
    await expect(page.getByText('Sale price R1000')).toBeVisible();
    await page.getByLabel('Name').fill(unique('Karabo'));
    await page.getByLabel('Email').fill('karabo@example.com');
    await page.getByRole('button', { name: 'Submit Request' }).click();
    await expect(page.getByRole('row', { name: /Amount/ })).toContainText('R1 000.00');
  });
});

test('a proof of payment is sent without JavaScript, and only the mentor sees it', async ({
  page,
  browser,
}) => {
  const name = unique('Refilwe');
  const path = await orderBlueprint(name);
  const context = await browser.newContext({ baseURL: siteUrl, javaScriptEnabled: false });
  const buyer = await context.newPage();
  await buyer.goto(path);
  const startNow = buyer.getByRole('checkbox', { name: /^Start now/ });
  const file = buyer.getByLabel('Proof of payment');
  const send = (mimeType: string, buffer: Buffer) =>
    file.setInputFiles({ name: 'proof.pdf', mimeType, buffer });

  await test.step('a file of another type', async () => {
    await startNow.check();
    await send('application/pdf', Buffer.from('<script>alert(1)</script>'));
    await buyer.getByRole('button', { name: 'I have paid' }).click();
    await expect(buyer.getByRole('alert')).toContainText('This isn’t a PDF');
    await expect(startNow).toBeChecked();
  });

  await test.step('a file that is too large', async () => {
    await send('application/pdf', samplePdf(12 * 1024 ** 2));
    await buyer.getByRole('button', { name: 'I have paid' }).click();
    await expect(buyer.getByRole('alert')).toContainText('This file is too large');
  });

  await test.step('proofs', async () => {
    await send('application/pdf', samplePdf());
    await buyer.getByRole('button', { name: 'I have paid' }).click();
    await expect(buyer.getByText('that you have paid, and sent a file.')).toBeVisible();
    await expect(heading(buyer)).toHaveText('Waiting for your payment');
    await buyer.getByLabel('Another file').setInputFiles({
      name: 'second.pdf',
      mimeType: 'application/pdf',
      buffer: samplePdf(),
    });
    await buyer.getByRole('button', { name: 'Send file' }).click();
    await expect(buyer.getByText('and sent 2 files.')).toBeVisible();
    await context.close();
  });

  await page.goto('/admin/money');
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(name);
  await cardOf(page, name).getByRole('link', { name: 'Open' }).click();
  const files = page.getByRole('region', { name: 'Files from the client' });
  await expect(
    files.getByText('This doesn’t prove you were paid. Check your bank account.', { exact: true }),
  ).toBeVisible();
  const download = page.waitForEvent('download');
  await files.getByRole('link', { name: 'File 1' }).click();
  expect((await download).suggestedFilename()).toMatch(/^TP-[\dA-Z]{5}-proof-\w{4}\.pdf$/);
});

test('the page where an order is paid: layout and accessibility', { tag: '@phone' }, async ({
  page,
  isMobile,
}) => {
  await page.goto(await orderBlueprint(unique('Thandi')));
  await untilAlive(page);
  await page.getByText('Show as a QR code').click();
  for (const width of isMobile ? [320, 390, 768] : [1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoExcess(page);
  }
  if (!isMobile) await expectAccessibleInBothThemes(page);
});
