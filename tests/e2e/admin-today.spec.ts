import { insertLeads, querySite } from '#tests/support/site-rows.ts';
import { expect, test, unique } from './admin.ts';

test('an undelivered mail is resent and listed with the unsent ones', async ({
  page,
  checkAccessibility,
}) => {
  const name = unique('Nomsa');
  await insertLeads([name], 'Course Purchase Inquiry');
  const [{ id }] = await querySite('select id from leads where name = $1', [name]);
  const mail = `lead:${id}:given-up:notice`;
  const subject = `Course Purchase Inquiry: ${name}`;
  await querySite(
    `insert into mail_deliveries (key, recipient, subject, status, attempts, last_error, payload)
     values ($1, 'mentor@example.com', $2, 'failed', 12, 'The mail server is unavailable', $3)`,
    [mail, subject, JSON.stringify({ kind: 'lead-notice', leadId: id, mail })],
  );

  await page.goto('/admin/today');
  const region = page.getByRole('region', { name: 'Undelivered emails' });
  await region.locator('summary').click();
  const undelivered = region.getByRole('listitem').filter({ hasText: name });
  await expect(undelivered).toContainText('The mail server is unavailable');
  await undelivered.getByRole('button', { name: /Dismiss/ }).click();
  const question = page.getByRole('dialog', { name: 'Dismiss this email?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await undelivered.getByRole('button', { name: /Resend/ }).click();
  await expect(page.getByText('Sending the email again.')).toBeVisible();
  await expect(undelivered).toBeHidden();

  await page.getByText('Unsent emails', { exact: true }).click();
  const kept = page.getByRole('listitem').filter({ hasText: subject });
  await kept.getByText(subject).click();
  await expect(kept).toContainText('visitor@example.com');
  await checkAccessibility();
  expect(await querySite('select status from mail_deliveries where key = $1', [mail])).toEqual([
    { status: 'sent' },
  ]);
});

test('the next session and the first lead are in view, and a lead is answered in one tap', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const lead = unique('Waiting');
  await insertLeads([lead], 'Contact Form Submission');
  const name = unique('Next');
  await querySite(
    `insert into bookings (name, email, session_type, booking_date, meeting_type, trading_knowledge, notes, time_zone, join_details)
     values ($1, 'visitor@example.com', 'Intro Call', date_trunc('minute', now() + interval '1 minute'), 'Zoom', 'Beginner', '', 'Asia/Kathmandu', 'https://meet.example/1')`,
    [name],
  );
  await page.goto('/admin/today');
  const session = page.getByRole('region', { name: 'Sessions' }).locator('details[open]');
  await expect(session).toContainText(name);
  await expect(session).toContainText('Asia/Kathmandu (GMT+5:45)');
  await expect(session.getByRole('link', { name: 'Join' })).toBeInViewport({ ratio: 1 });
  await expect(session.getByRole('link', { name: 'WhatsApp' })).toBeInViewport({ ratio: 1 });
  const waiting = page.getByRole('article').filter({ hasText: lead });
  await expect(waiting).toBeInViewport({ ratio: 1 });
  await waiting.getByRole('button', { name: /^Mark answered/ }).click();
  await expect(waiting).toBeHidden();
  await expect
    .poll(() => querySite('select state from leads where name = $1', [lead]))
    .toEqual([{ state: 'answered' }]);
  await session.getByRole('link', { name: 'Open' }).click();
  await expect(page.getByRole('dialog', { name: 'Booking' })).toContainText(name);
});

test('the age of the last backup is shown, and one press downloads a new one', async ({
  page,
  checkAccessibility,
}) => {
  const record = {
    madeAt: new Date(Date.now() - 75 * 3_600_000),
    kind: 'nightly',
    size: 34_200_000,
  };
  await querySite(`delete from settings where key like 'backup-%'`);
  await page.goto('/admin/today');
  const backup = page.getByRole('region', { name: 'Backup' });
  const line = backup.locator('summary');
  await expect(backup).toContainText('There is no backup yet. The first one will be made tonight.');
  await querySite(`insert into settings (key, value) values ('backup-last', $1)`, [
    JSON.stringify(record),
  ]);
  await page.reload();
  await expect(backup).toContainText(
    'The last backup was made 3 days ago. It is time for a new one.',
  );
  await line.click();
  await expect(backup).toContainText('32.6 MB');
  await checkAccessibility();

  const press = backup.getByRole('link', { name: 'Download a backup' });
  const downloading = page.waitForEvent('download');
  await press.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^site-.*\.tar\.zst$/);
  await expect(backup).toContainText('The last backup was made moments ago.');
});
