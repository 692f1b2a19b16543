import { createReadStream } from 'node:fs';
import { checkArchive } from '#server/backups/check-archive.ts';
import { openSnapshot } from '#server/db/snapshot/open-snapshot.ts';
import { insertLeads, querySite } from '#tests/support/site-rows.ts';
import { findPrivateDatabase } from '#tests/support/site-state.ts';
import { siteDataDirectory } from '#tests/support/site-under-test.ts';
import { expect, test, unique } from './admin-fixtures.ts';

test('a mail that could not be delivered is sent again, and is read where mails are kept', async ({
  page,
  checkAccessibility,
}) => {
  const name = unique('Nomsa');
  await insertLeads([name], 'Course Purchase Inquiry');
  await querySite("delete from settings where key = 'first-steps'");
  const [{ id }] = await querySite('select id from leads where name = $1', [name]);
  const mail = `lead:${id}:given-up:notice`;
  const subject = `Course Purchase Inquiry: ${name}`;
  await querySite(
    `insert into mail_deliveries (key, recipient, subject, status, attempts, last_error, payload)
     values ($1, 'mentor@example.com', $2, 'failed', 12, 'The mail server is away', $3)`,
    [mail, subject, JSON.stringify({ kind: 'lead-notice', leadId: id, mail })],
  );

  await page.goto('/admin');
  const undelivered = page
    .getByRole('region', { name: 'Mail that could not be delivered' })
    .getByRole('listitem')
    .filter({ hasText: name });
  await expect(undelivered).toContainText('The mail server is away');
  // What needs somebody stands above what can wait.
  const regions = page.getByRole('region', { name: /^(?:Mail that|First steps|Overview)/ });
  for (const [index, name] of [/^Mail that/, /^First steps/, /^Overview/].entries())
    await expect(regions.nth(index)).toHaveAccessibleName(name);
  await checkAccessibility();
  await undelivered.getByRole('button', { name: /Dismiss/ }).click();
  const question = page.getByRole('dialog', { name: 'Dismiss this mail?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await undelivered.getByRole('button', { name: /Resend/ }).click();
  await expect(page.getByText('The mail is on its way again.')).toBeVisible();
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

test('several that could not be delivered are let go of at once', async ({ page }) => {
  const subjects = [unique('First'), unique('Second')];
  for (const subject of subjects)
    await querySite(
      `insert into mail_deliveries (key, recipient, subject, status) values ($1, 'a@b.test', $1, 'failed')`,
      [subject],
    );
  await page.goto('/admin');
  const undelivered = page.getByRole('region', { name: 'Mail that could not be delivered' });
  for (const subject of subjects) await expect(undelivered).toContainText(subject);
  await undelivered.getByRole('button', { name: 'Dismiss all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
  await expect(undelivered).toBeHidden();
  const readStates = () =>
    querySite('select distinct status from mail_deliveries where key = any($1)', [subjects]);
  await expect.poll(readStates).toEqual([{ status: 'cancelled' }]);
});

test('the first screen counts new leads and names the next bookings', async ({ page }) => {
  await insertLeads([unique('Counted')], 'Contact Form Submission');
  const name = unique('Next');
  await querySite(
    `insert into bookings (name, email, session_type, booking_date, meeting_type, trading_knowledge, notes)
     values ($1, 'visitor@example.com', 'Intro Call', date_trunc('minute', now() + interval '1 hour'), 'Zoom', 'Beginner', '')`,
    [name],
  );
  await page.goto('/admin');
  const overview = page.getByRole('region', { name: 'Overview' });
  // Other tests add and delete leads meanwhile.
  const missing = async () => {
    const [{ count }] = await querySite(
      "select count(*)::int from leads where deleted_at is null and created_at > now() - interval '7 days'",
    );
    return count - Number.parseInt((await overview.innerText()).replace(/^[^\d]*/, ''), 10);
  };
  await expect.poll(missing).toBe(0);
  await expect(overview.getByRole('heading', { name: 'Next bookings' })).toBeVisible();
  await expect(overview.getByRole('link', { name })).toContainText('Intro Call');
  const weeks = overview.getByRole('table', { name: 'Leads and bookings per week' });
  await expect(weeks.getByRole('row')).toHaveCount(13);
});

test('the age of the last backup is told, and one press makes one to keep', async ({
  page,
  checkAccessibility,
}) => {
  const record = {
    madeAt: new Date(Date.now() - 75 * 3_600_000),
    kind: 'nightly',
    size: 34_200_000,
  };
  await querySite(`delete from settings where key like 'backup-%'`);
  await page.goto('/admin');
  const backup = page.getByRole('region', { name: 'Backup' });
  await expect(backup).toContainText('There is no backup yet. The first one will be made tonight.');
  await querySite(`insert into settings (key, value) values ('backup-last', $1)`, [
    JSON.stringify(record),
  ]);
  await page.reload();
  await expect(backup).toContainText(
    'The last backup was made 3 days ago. It is time for a new one.',
  );
  await expect(backup).toContainText('32.6 MB');
  await checkAccessibility();

  const press = backup.getByRole('link', { name: 'Make a backup and download it' });
  const connectionString = await findPrivateDatabase(siteDataDirectory);
  const another = await openSnapshot({ connectionString, queues: [] });
  await press.click();
  await expect(backup.getByRole('status')).toHaveText('A backup is being made...');
  await checkAccessibility();
  await another.close();

  const downloading = page.waitForEvent('download');
  await press.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^site-.*\.tar\.zst$/);
  const content = createReadStream(await download.path());
  const manifest = await checkArchive(content, undefined);
  expect(manifest.tables.find(({ name }) => name === 'user')?.rows).toBeGreaterThan(0);
  await expect(backup).toContainText('The last backup was made just now.');
  await expect(backup.getByRole('status')).toBeEmpty();
});

test.describe('when what is new cannot be read', () => {
  test.use({ allowedConsole: /status of 422/ });

  test('it says so and can be tried again', async ({ page }) => {
    const addresses = /\/api\/(?:overview|failed_mails)$/;
    await page.route(addresses, (route) => route.fulfill({ status: 422, json: {} }));
    // News of what other tests do would mend it before Retry does.
    await page.route('**/api/changes', () => {});
    await page.goto('/admin');
    const notice = page.getByText('What is new could not be read.');
    const overview = page.getByRole('region', { name: 'Overview' });
    await expect(notice).toBeVisible();
    await expect(overview).toBeHidden();
    await page.unroute(addresses);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(overview).toBeVisible();
    await expect(notice).toBeHidden();
  });
});
