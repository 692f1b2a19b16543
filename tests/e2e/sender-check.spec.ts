import type { SenderCheck } from '#domain/sender-records/sender-record.ts';
import { expectAccessibleInBothThemes, expectNoExcess, untilAlive } from './fixtures.ts';
import { expect, test } from './settings-fixtures.ts';

/** What a name server may have said: none of the internet is asked here. */
const answer: SenderCheck = {
  ...{ sender: 'no-reply@mentor.test', domain: 'mentor.test' },
  records: [
    {
      ...{ kind: 'SPF', state: 'missing', text: 'There is none.', found: [] },
      advised: { name: 'mentor.test', value: 'v=spf1 a:mail.mentor.test ~all' },
    },
    { kind: 'DKIM', state: 'unsure', text: 'Nobody knows.', found: [], advised: null },
    {
      ...{ kind: 'DMARC', state: 'good', text: 'It only watches.', advised: null },
      found: [{ name: '_dmarc.mentor.test', value: 'v=DMARC1; p=none' }],
    },
  ],
};

test.use({ allowedConsole: /Failed to load resource/ });

test('the sender of mails is looked up, with what is missing to be copied, and failures are said', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  await page.goto('/admin/settings');
  await untilAlive(page);
  const mail = page.getByRole('region', { name: 'Mail' });
  const selector = mail.getByLabel('DKIM selector');
  const look = mail.getByRole('button', { name: 'Look up the records' });
  await expect(mail.getByRole('listitem')).toHaveCount(0);

  await selector.fill('not one');
  await look.click();
  await expect(selector).toHaveAccessibleDescription(/Use letters, digits and hyphens/);
  await expect(selector).toHaveValue('not one');
  await selector.fill('');
  await look.click();
  // The site's email is a sample, which has no domain to ask about.
  await expect(mail.getByText(/no address of yours yet/)).toBeVisible();

  await page.route('**/api/sender_records*', (route) => route.abort());
  await look.click();
  await expect(mail.getByRole('alert')).toHaveText(
    'Can’t reach the site. Check your connection and try again.',
  );

  const held = Promise.withResolvers<void>();
  await page.route('**/api/sender_records*', async (route) => {
    await held.promise;
    await route.fulfill({ json: answer });
  });
  await look.click();
  await expect(mail.getByRole('button', { name: 'Looking...' })).toBeVisible();
  held.resolve();
  await expect(mail.getByRole('listitem')).toHaveCount(3);
  await expect(mail.getByText('v=spf1 a:mail.mentor.test ~all')).toBeVisible();
  await expect(mail.getByRole('button', { name: 'Copy value of mentor.test' })).toBeVisible();
  await expectNoExcess(page);
  if (!isMobile) await expectAccessibleInBothThemes(page);
});
