import type { PaymentKeyStatus } from '#features/payments/rules/index.ts';
import { mentor } from '#tests/support/site-under-test.ts';
import { expect, test } from './admin.ts';
import { untilAlive } from './fixtures.ts';

test.use({ allowedConsole: /Failed to load resource/ });

const notSet: PaymentKeyStatus = {
  name: 'paystack',
  label: 'Paystack',
  source: 'none',
  isTest: null,
  problem: null,
  merchantId: null,
  savedAt: null,
  notifyUrl: 'https://gold.example.com/api/payments/paystack',
};

test('card payments are set up with a press, and say TEST @phone', async ({ page }) => {
  let paystack = notSet;
  await page.route('**/api/payment_keys', (route) =>
    route.fulfill({ json: { items: [paystack] } }),
  );
  await page.goto('/admin/settings/cards');
  await untilAlive(page);
  const part = page.getByRole('region', { name: 'Paystack' });
  await expect(part.getByText('Not set up.')).toBeVisible();
  await expect(part.getByText(notSet.notifyUrl)).toBeVisible();
  await part.getByLabel('Secret key').fill('pk_live_37265');
  await part.getByLabel('Your password for this site').fill(mentor.password);
  const save = part.getByRole('button', { name: 'Test and save' });
  await save.click();
  await expect(part.getByLabel('Secret key')).toHaveAccessibleDescription(
    /A secret key begins with sk_live_ or sk_test_\./,
  );
  await part.getByLabel('Secret key').fill('sk_test_37265');
  await page.route('**/api/payment_keys/paystack', async (route) => {
    paystack = { ...notSet, source: 'entered', isTest: true, savedAt: '2026-11-27T10:37:26.500Z' };
    await route.fulfill({ status: 204 });
  });
  await save.click();
  await expect(
    page.getByText('Paystack accepts the key. Clients can pay by card now.'),
  ).toBeVisible();
  await expect(part.getByText('TEST', { exact: true })).toBeVisible();
  await expect(part.getByText('These are test keys: no real money moves.')).toBeVisible();
  await page.route('**/api/payment_keys/paystack/test', (route) =>
    route.fulfill({ json: { isAccepted: false, answer: 'Paystack does not answer.' } }),
  );
  await part.getByRole('button', { name: 'Test the keys' }).click();
  await expect(part.getByRole('alert')).toHaveText('Paystack does not answer.');
});
