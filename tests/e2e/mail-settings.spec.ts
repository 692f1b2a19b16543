import type { MailServerStatus } from '#features/mail/rules/mail.ts';
import { mentor } from '#tests/support/site-under-test.ts';
import { expect, test } from './admin.ts';
import { untilAlive } from './fixtures.ts';

test.use({ allowedConsole: /Failed to load resource/ });

test("email is set up with a service's steps, and a refusal keeps the typed text", async ({
  page,
}) => {
  await page.goto('/admin/today');
  await untilAlive(page);
  await page.getByRole('region', { name: 'Email' }).getByRole('link').click();
  await expect(page).toHaveURL('/admin/settings/mail');
  await expect(page.getByText(/email isn’t set up yet/)).toBeVisible();
  await page.getByLabel('Email service').selectOption('Gmail');
  await expect(page.getByText('create an app password')).toBeVisible();
  await expect(page.getByLabel('Server', { exact: true })).toHaveValue('smtp.gmail.com');

  const send = page.getByRole('button', { name: 'Send a test and save' });
  await page.getByLabel('Gmail address').fill('thandi@gmail.com');
  await page.getByLabel('App password').fill('abcd efgh ijkl mnop');
  await page.getByText('Server', { exact: true }).first().click();
  const server = page.getByLabel('Server', { exact: true });
  await server.fill('localhost');
  await page.getByLabel('Sender address').fill('thandi@gmail.com');
  await send.click();
  const own = page.getByLabel('Your password for this site');
  await expect(own).toHaveAccessibleDescription('Enter your password.');
  await own.fill(mentor.password);
  await send.click();
  await expect(server).toHaveAccessibleDescription(/private network/);
  await expect(server).toHaveValue('localhost');
  await expect(page.getByLabel('App password')).toHaveValue('abcd efgh ijkl mnop');

  const working: MailServerStatus = {
    problem: null,
    is_fixed: false,
    saved: null,
    recipient: 'thandi@gmail.com',
    sender: { name: 'Thandi', email: 'thandi@gmail.com' },
  };
  await page.route('**/api/mail_server', (route) =>
    route.fulfill({
      json:
        route.request().method() === 'GET'
          ? working
          : { recipient: 'thandi@gmail.com', answer: '250 OK' },
    }),
  );
  await send.click();
  await expect(page.getByText(/^Email works\. A test email is on its way/)).toBeVisible();
  await expect(page.getByText('Thandi <thandi@gmail.com>')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send a test email' })).toBeVisible();
});
