import type { SenderCheck } from '#domain/sender-records.ts';
import type { MailServerStatus } from '#domain/settings/mail.ts';
import { operator } from '#tests/support/site-under-test.ts';
import { expectAccessibleInBothThemes, expectNoExcess, untilAlive } from './fixtures.ts';
import { expect, test } from './settings-fixtures.ts';

test.use({ allowedConsole: /Failed to load resource/ });

test('email is set up with the steps of a service, and a refusal keeps what was typed', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  await page.goto('/admin/today');
  await untilAlive(page);
  await page.getByRole('region', { name: 'Email' }).getByRole('link').click();
  await expect(page).toHaveURL('/admin/settings/mail');
  await expect(page.getByText(/email is not set up yet/)).toBeVisible();
  await page.getByLabel('Email service').selectOption('Gmail');
  await expect(page.getByText('create an app password')).toBeVisible();
  await expect(page.getByLabel('Server', { exact: true })).toHaveValue('smtp.gmail.com');
  await expectNoExcess(page);
  if (!isMobile) await expectAccessibleInBothThemes(page);

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
  await own.fill(operator.password);
  await send.click();
  await expect(server).toHaveAccessibleDescription(/private network/);
  await expect(server).toHaveValue('localhost');
  await expect(page.getByLabel('App password')).toHaveValue('abcd efgh ijkl mnop');

  const working: MailServerStatus = {
    ...{ problem: null, is_fixed: false, saved: null, recipient: 'thandi@gmail.com' },
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

test('the records of the sender are checked, with the line to add, and failures are said', async ({
  page,
  isMobile,
}) => {
  await page.goto('/admin/settings/mail');
  await untilAlive(page);
  await page.getByText('Advanced', { exact: true }).click();
  const region = page.getByRole('region', { name: 'Are your emails going to spam?' });
  const selector = region.getByLabel('DKIM selector');
  const check = region.getByRole('button', { name: 'Check the records' });
  await selector.fill('not one');
  await check.click();
  await expect(selector).toHaveAccessibleDescription(/A selector is a short word/);
  await selector.fill('');
  await check.click();
  // The site's email is a sample, which has no domain to ask about.
  await expect(region.getByText(/not your own address/)).toBeVisible();
  await page.route('**/api/sender_records*', (route) => route.abort());
  await check.click();
  await expect(
    region.getByText('Can’t reach the site. Check your connection and try again.'),
  ).toBeVisible();

  const answer: SenderCheck = {
    ...{ sender: 'no-reply@mentor.test', domain: 'mentor.test' },
    records: [
      {
        ...{ kind: 'SPF', is_present: false, text: 'Add this record.' },
        add: { name: 'mentor.test', value: 'v=spf1 a:mail.mentor.test ~all' },
      },
      { kind: 'DMARC', is_present: true, text: '', add: null },
    ],
  };
  await page.route('**/api/sender_records*', (route) => route.fulfill({ json: answer }));
  await check.click();
  await expect(region.getByText('SPF: missing')).toBeVisible();
  await expect(region.getByText('"v=spf1 a:mail.mentor.test ~all"')).toBeVisible();
  await expect(region.getByText('DMARC: present')).toBeVisible();
  await expectNoExcess(page);
  if (!isMobile) await expectAccessibleInBothThemes(page);
});
