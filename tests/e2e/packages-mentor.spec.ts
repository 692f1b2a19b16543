import type { Page } from '@playwright/test';
import { insertOrder, querySite } from '#tests/support/site-rows.ts';
import { siteUrl } from '#tests/support/site-under-test.ts';
import { expect, test, unique } from './admin.ts';
import { expectAccessibleInBothThemes, expectNoExcess, untilAlive } from './fixtures.ts';

// Fewer sessions than are booked are refused by the server.
test.use({ allowedConsole: /status of 422/ });

/** Checks a page whose panel covers the button of the theme. */
const expectAccessiblePanel = (page: Page) =>
  expectAccessibleInBothThemes(page, () =>
    page.evaluate(() => {
      document.documentElement.classList.toggle('dark');
      document.documentElement.classList.toggle('light');
    }),
  );

/** Inserts a booking of the only package of a customer, which was missed. */
const insertMissed = (email: string) =>
  querySite(
    `insert into bookings (name, email, session_type, session_minutes, booking_date, meeting_type, trading_knowledge, notes, entitlement_id, outcome)
     select customers.name, email, session_type, session_minutes,
       date_trunc('day', now(), 'Africa/Johannesburg') - interval '37 days' + floor(random() * 1400) * interval '1 minute',
       'Zoom', 'Beginner', '', entitlements.id, 'missed'
     from entitlements join customers on customers.id = customer_id where email = $1 returning id`,
    [email],
  );

test('the mentor gives a person sessions, changes them, and returns one that was missed', {
  tag: '@phone',
}, async ({ page }) => {
  const name = unique('Zoë 𝗧. O’Neill');
  const email = `zoe.${crypto.randomUUID().slice(0, 8)}@example.com`;
  await querySite(
    `insert into leads (name, email, phone, source) values ($1, $2, '+27825551234', 'Contact Form Submission')`,
    [name, email],
  );
  await page.goto('/admin/people');
  await untilAlive(page);
  await page.getByLabel('Find a person').fill(email);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  const access = page.getByRole('region', { name: 'Access' });
  await access.getByRole('button', { name: 'Give sessions' }).click();
  const giving = access.getByRole('form', { name: 'Give sessions' });
  await giving.getByLabel('Session', { exact: true }).selectOption('Full Mentorship Package');
  await giving.getByLabel('Number of sessions').fill('3');
  await giving.getByLabel('Valid for (months)').fill('7');
  await giving.getByLabel('Reason').fill('Paid in cash');
  await expectNoExcess(page);
  await giving.getByRole('button', { name: 'Give sessions' }).click();
  const item = access.getByRole('listitem').filter({ hasText: 'Full Mentorship Package' });
  await expect(item).toContainText('3 sessions: 0 booked or used, 3 left.');
  await expect(item).toContainText('Given by you · Your reason: Paid in cash');

  const [booking] = await insertMissed(email);
  await expect(item).toContainText('3 sessions: 1 booked or used, 2 left.');
  await item.getByRole('button', { name: /^Change/ }).click();
  const change = item.getByRole('form');
  await change.getByLabel('Number of sessions').fill('1');
  await change.getByLabel('Last day').fill('2099-02-28');
  await change.getByLabel('Reason').fill('One is enough');
  await expectNoExcess(page);
  await change.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(item).toContainText('1 session: 1 booked or used, 0 left.');
  await expect(item).toContainText('until 28 February 2099');
  await expectNoExcess(page);
  await expectAccessibleInBothThemes(page);

  await page.goto(`/admin/bookings?booking=${booking.id}`);
  await untilAlive(page);
  const panel = page.getByRole('dialog');
  await expect(panel).toContainText('The only session of the package is booked.');
  await panel.getByRole('button', { name: 'Return to the package' }).click();
  await expect(panel).toContainText(
    'This session went back to the package. 1 of 1 sessions of the package is left, to book until 28 February 2099.',
  );
  await expect(panel.getByRole('button', { name: 'Count as used' })).toBeVisible();
  await expectNoExcess(page);
  await expectAccessiblePanel(page);
});

test('a refund of a package proposes the unused share', { tag: '@phone' }, async ({ page }) => {
  const name = unique('Ben');
  const orderId = await insertOrder(name);
  await querySite(
    `update orders set amount_cents = 300001, email = 'ben@example.com',
       item = item || '{"kind": "session", "title": "Full Mentorship Package", "isDigital": false,
         "package": {"sessions": 7, "validMonths": null, "sessionTypeId": "full",
           "sessionType": "Full Mentorship Package", "sessionMinutes": 60}}'::jsonb
     where id = $1`,
    [orderId],
  );
  const paid = await page.request.post(`/api/orders/${orderId}/paid`, {
    data: { note: null },
    headers: { Origin: siteUrl },
  });
  expect(paid.status()).toBe(200);
  const { package_access, payments } = await paid.json();
  await querySite('update entitlements set spent = 2 where id = $1', [package_access.id]);
  await page.goto(`/admin/money?order=${orderId}&do=refund&payment=${payments[0].id}`);
  await untilAlive(page);
  const form = page.getByRole('form', { name: 'Refund' });
  await expect(form.getByLabel('Amount in rand')).toHaveValue('2142.87');
  await expect(form).toContainText('R3 000.01 × 5 ÷ 7 = R2 142.87, rounded up to a cent.');
  await expect(form.getByLabel('Also end the package')).toBeChecked();
  await form.getByLabel('Reason').fill('Moves away');
  await expectNoExcess(page);
  await expectAccessiblePanel(page);
  await form.getByRole('button', { name: 'Record refund' }).click();
  const sold = page.getByRole('region', { name: 'Package' });
  await expect(sold).toContainText(/Taken away on .*: Refunded in part/);
  await expect(sold).toContainText('7 sessions: 2 booked or used, 5 not used.');
  await page.goto(`/admin/money?search=${encodeURIComponent(name)}`);
  await expect(page.getByRole('article').filter({ hasText: name })).toContainText('Package: Taken');
});
