import { insertOrder, querySite } from '#tests/support/site-rows.ts';
import { expect, test, unique } from './admin.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoExcess,
  untilAlive,
} from './fixtures.ts';

test('an order by hand is created, and its late client is reminded from Today', {
  tag: '@phone',
}, async ({ page, context }) => {
  const name = unique('Zoë 𝗧. O’Neill');
  await page.goto('/admin/money');
  await untilAlive(page);
  await page.getByRole('link', { name: 'New order' }).click();
  const form = page.getByRole('form', { name: 'New order' });
  await form.getByRole('button', { name: 'Create Order' }).click();
  await expect(form.getByText('Say what the order is for.')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('What it is for').fill('Two more evenings');
  await form.getByLabel('Amount in rand').fill('R450,01');
  await form.getByLabel('Client’s name').fill(name);
  await form.getByLabel('Email').fill('zoe@example.com');
  await form.getByLabel('Phone').fill('+27 82 555 0123');
  await form.getByRole('button', { name: 'Create Order' }).click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByText(name).first()).toBeVisible();
  await expect(panel.getByText('Awaiting payment')).toBeVisible();
  const whatsApp = panel.getByRole('link', { name: /^WhatsApp to the client of TP-/ });
  await expect(whatsApp).toHaveAttribute('href', /27825550123\?text=.*%2Fpay%2F/);

  await querySite(
    "update orders set state = 'expired', expires_at = now() - interval '37 hours' where name = $1",
    [name],
  );
  await page.goto('/admin/today');
  await untilAlive(page);
  const payments = page.getByRole('region', { name: 'Payments' });
  const task = payments.getByRole('listitem').filter({ hasText: name });
  await expect(task).toContainText('R450.01 is overdue');
  await expect(task).toBeInViewport();
  const badge = page.getByRole('link', { name: /^Today.*payments that need your attention/ });
  await expect(badge).toBeVisible();
  await expectNoExcess(page);
  await expectAccessibleInBothThemes(page);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/today.png` });
  await task.getByRole('button', { name: 'Remind' }).click();
  await expect(page.getByText('Reminder sent')).toBeVisible();
  await expect(task).toBeHidden();

  const [order] = await querySite('select id from orders where name = $1', [name]);
  await page.goto(`/admin/money?order=${order?.id}`);
  await expect(panel.getByText(/, reminded /)).toBeVisible();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await panel.getByRole('button', { name: 'Copy client link' }).click();
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Two more evenings')).toBeVisible();
});

test('a session that is about to start comes before the payments on Today', async ({ page }) => {
  const name = unique('Zoë');
  // Another test may have added a session at this time.
  await querySite(
    `insert into bookings (name, email, session_type, booking_date, meeting_type, trading_knowledge, notes)
     values ($1, 'visitor@example.com', 'Intro Call', date_trunc('minute', now() + interval '37 minutes'), 'Zoom', 'Beginner', '')
     on conflict do nothing`,
    [name],
  );
  const order = await insertOrder(name);
  await querySite('update orders set said_paid_at = now() where id = $1', [order]);
  const positionOf = async (region: string) => {
    const found = page.getByRole('region', { name: region });
    await expect(found).toBeVisible();
    return (await found.boundingBox())?.y ?? 0;
  };
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/today');
  expect(await positionOf('Sessions')).toBeLessThan(await positionOf('Payments'));
  // Also those of other tests that are under way.
  await querySite(
    "delete from bookings where booking_date between now() - interval '1 day' and now() + interval '1 hour'",
  );
  await page.reload();
  expect(await positionOf('Payments')).toBeLessThan(await positionOf('Sessions'));
});

test('a refund that failed is a task until the mentor has dealt with it, and the client reads it', async ({
  page,
}) => {
  const name = unique('Zoë');
  const id = await insertOrder(name);
  await page.goto(`/admin/money?order=${id}&do=paid`);
  await untilAlive(page);
  const panel = page.getByRole('dialog');
  await expect(panel.getByLabel('Arrived on')).toHaveValue(/^\d{4}-\d{2}-\d{2}$/);
  await panel.getByRole('button', { name: /^Mark .+ as paid$/ }).click();
  await expect(
    page.getByText('Marked as paid. The client gets the receipt by email.'),
  ).toBeVisible();
  await querySite(
    `insert into refunds (payment_id, amount_cents, state, message, created_by)
     select id, 45001, 'failed', 'Paystack could not send the refund.', 'mentor@example.com'
     from payments where order_id = $1`,
    [id],
  );
  const [order] = await querySite('select reference from orders where id = $1', [id]);
  await page.goto('/admin/money');
  await page.locator('summary', { hasText: /needs? your attention/ }).click();
  const task = page.getByRole('listitem').filter({ hasText: order?.reference }).filter({
    hasText: 'A refund has failed',
  });
  await expect(task).toContainText('R450.01');
  await expect(task.getByRole('link', { name: 'Refund' })).toBeVisible();
  const [{ pay_path }] = (await (await page.request.get(`/api/orders?search=${name}`)).json())
    .items;
  const client = await page.context().newPage();
  await client.goto(pay_path);
  await expect(client.getByText('Your refund of R450.01 could not be sent')).toBeVisible();
  await client.close();
  await task.getByRole('button', { name: 'I’ve dealt with it' }).click();
  await expect(task).toBeHidden();
});
