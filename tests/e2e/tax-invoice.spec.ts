import { runOwnSite } from '#tests/support/own-site.ts';
import { startPayfastDouble } from '#tests/support/payfast-double.ts';
import { makeAccount } from '#tests/support/site-accounts.ts';
import { findFreePort } from '#tests/support/site-process.ts';
import { expect, expectAccessible, expectNoExcess, test } from './fixtures.ts';

/** What this test changes of the sections. */
interface Sections {
  payments: { seller: object };
  offers: { plans: { leadsTo: string }[] };
}

/** Returns a function that changes a section of the settings of a site, as its mentor. */
async function signInAt(url: string, directory: string) {
  const send = (path: string, method: string, body: unknown, cookie = '') =>
    fetch(url + path, {
      method,
      headers: { 'Content-Type': 'application/json', Cookie: cookie, Origin: url },
      body: body === undefined ? null : JSON.stringify(body),
    });
  const signedIn = await send('/api/auth/sign-in/email', 'POST', await makeAccount(directory));
  expect(signedIn.status).toBe(200);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return async <Name extends keyof Sections>(
    section: Name,
    change: (value: Sections[Name]) => unknown,
  ) => {
    const path = `/api/settings/${section}`;
    const { version, value } = await (await send(path, 'GET', undefined, cookie)).json();
    const saved = await send(path, 'PUT', { version, value: change(value) }, cookie);
    expect(saved.status).toBe(200);
  };
}

// A form that is refused answers 422.
test.use({ allowedConsole: /422/ });

test('an order of more than R5 000 asks for the address on its tax invoice', async ({ page }) => {
  test.slow();
  const payfast = await startPayfastDouble();
  const port = String(await findFreePort());
  const url = `http://localhost:${port}`;
  const site = await runOwnSite({ ...payfast.env, PORT: port, SITE_URL: url });
  try {
    await site.untilReady();
    const change = await signInAt(url, site.directory);
    await change('payments', ({ seller, ...rest }) => ({
      ...rest,
      seller: { ...seller, vatNumber: '4123456789' },
    }));
    await change('offers', ({ plans, ...rest }) => ({
      ...rest,
      plans: plans.map((plan) =>
        plan.leadsTo === 'course-inquiry'
          ? { ...plan, originalPrice: 'R6 000', priceCents: 600_000 }
          : plan,
      ),
    }));
    const answer = await fetch(`${url}/api/leads`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        id: crypto.randomUUID(),
        name: 'Naledi Dlamini',
        email: 'naledi@example.com',
        source: 'Course Purchase Inquiry',
      }),
    });
    const { pay_path: path } = await answer.json();

    await test.step('on the page of the order', async () => {
      await page.goto(url + path);
      const invoice = page.getByRole('region', { name: 'Your tax invoice' });
      await expect(invoice.getByRole('textbox', { name: 'Address' })).toBeVisible();
      const transfer = page.getByRole('region', { name: 'Bank transfer' });
      await expect(transfer).toContainText('Save your address for the tax invoice first.');
      await expect(transfer.getByRole('table')).toHaveCount(0);
      await expectAccessible(page);
      await page.setViewportSize({ width: 320, height: 800 });
      await expectNoExcess(page);
      await invoice.getByRole('textbox', { name: 'Address' }).fill('7 Vilakazi Street\nSoweto');
      await invoice.getByRole('textbox', { name: 'VAT number' }).fill('123');
      await invoice.getByRole('button', { name: 'Save for the invoice' }).click();
      await expect(page.getByRole('alert')).toHaveText(
        /^A South African VAT number has ten digits and starts with 4\. /,
      );
      // What was entered is still there.
      await expect(invoice.getByRole('textbox', { name: 'Address' })).toHaveValue(/Vilakazi/);
    });

    await test.step('before paying online', async () => {
      await page.goto(url + path);
      await page.getByRole('link', { name: 'Pay with PayFast' }).click();
      await expectAccessible(page);
      await page.getByRole('textbox', { name: 'Address' }).fill('7 Vilakazi Street\nSoweto');
      await page.getByRole('textbox', { name: 'Company' }).fill('Kasi Traders');
      await page.getByRole('button', { name: /^Pay R6 000.00 with PayFast$/ }).click();
      await expect(page).toHaveURL(/\/eng\/process\/payment\//);
    });

    await test.step('until it is paid', async () => {
      await page.goto(url + path);
      const invoice = page.getByRole('region', { name: 'Your tax invoice' });
      await expect(invoice).toContainText('Kasi Traders');
      await invoice.getByText('Change these details').click();
      await invoice.getByRole('textbox', { name: 'Company' }).fill('');
      await invoice.getByRole('button', { name: 'Save for the invoice' }).click();
      await expect(invoice).not.toContainText('Kasi Traders');
      await expect(invoice).toContainText('7 Vilakazi Street');
      const transfer = page.getByRole('region', { name: 'Bank transfer' });
      await expect(transfer.getByRole('table', { name: 'Bank details' })).toBeVisible();
    });
  } finally {
    await page.goto('about:blank');
    await site.remove();
    await payfast.close();
  }
});
