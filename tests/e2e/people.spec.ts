import path from 'node:path';
import type { Page } from '@playwright/test';
import { readMailbox } from '#tests/support/mail-reader.ts';
import { until } from '#tests/support/site-process.ts';
import { querySite } from '#tests/support/site-rows.ts';
import { siteDataDirectory } from '#tests/support/site-under-test.ts';
import { expect, test } from './admin.ts';
import { untilAlive } from './fixtures.ts';

/** Returns an address that no other test uses. */
const newAddress = () => `thandi.${crypto.randomUUID().slice(0, 8)}@example.com`;

/** Inserts a lead in the trash, an upcoming session and a past one. */
async function insertPerson(email: string): Promise<void> {
  await querySite(
    `insert into leads (name, email, phone, source, message, deleted_at)
     values ('Thandi Nkosi', $1, null, 'Contact Form Submission', 'How do I begin?', now())`,
    [email],
  );
  await querySite(
    `insert into bookings (name, email, session_type, booking_date, meeting_type, trading_knowledge, notes)
     select 'Thandi Nkosi', $1, 'Intro Call', date_trunc('minute', now()) + days * interval '1 day'
       + floor(random() * 1400) * interval '1 minute', 'Zoom', 'Beginner', 'Goals: Patience'
     from unnest(array[400, -400]) as days`,
    [email],
  );
}

/** Returns the link from the mail that asks to confirm a request. */
const findLink = (email: string) =>
  until('the mail that confirms a request', async () => {
    const mails = await readMailbox(path.join(siteDataDirectory, 'mailbox'));
    const text = mails.find(({ to }) => to?.[0]?.address === email)?.text;
    return /http\S+\/privacy\/request\?token=\S+/.exec(text ?? '')?.[0];
  });

async function ask(page: Page, what: string): Promise<void> {
  await page.getByLabel(what).check();
  await page.getByRole('button', { name: 'Send Request' }).click();
}

test.describe('without JavaScript', () => {
  test.use({
    javaScriptEnabled: false,
    storageState: { cookies: [], origins: [] },
    allowedConsole: /status of (?:404|422)/,
  });

  test('a visitor makes and confirms a data request, and corrects a mistake', async ({ page }) => {
    const email = newAddress();
    await page.goto('/privacy');
    await page.getByLabel('Email Address').fill('thandi@nowhere');
    await page.getByLabel(/What should we correct/).fill('My name');
    await ask(page, 'Correct my data');
    await expect(page.getByText('Please enter a valid email.')).toBeVisible();
    await expect(page.getByLabel('Correct my data')).toBeChecked();
    await expect(page.getByLabel(/What should we correct/)).toHaveValue('My name');
    await page.getByLabel('Email Address').fill(email);
    await page.getByRole('button', { name: 'Send Request' }).click();
    await expect(page.getByRole('status')).toContainText('This site sends no emails yet');
    const link = await findLink(email);
    await page.goto(link);
    // Opening the link changes nothing.
    expect(
      await querySite('select confirmed_at from person_requests where email = $1', [email]),
    ).toEqual([{ confirmed_at: null }]);
    await page.getByRole('button', { name: 'Confirm Request' }).click();
    await expect(page.getByRole('status')).toContainText('We’ll reply by');
    await page.goto(link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')));
    await expect(page.getByRole('heading', { name: /no longer works/ })).toBeVisible();
  });
});

test('a data request is answered by erasing the person', async ({ page }) => {
  const email = newAddress();
  await insertPerson(email);
  await page.goto('/privacy');
  await page.getByLabel('Email Address').fill(email);
  await ask(page, 'Delete my data');
  await expect(page).toHaveURL('/privacy/request?asked');
  await page.goto(await findLink(email));
  await untilAlive(page);
  await page.getByRole('button', { name: 'Confirm Request' }).click();
  await expect(page.getByRole('status')).toContainText('delete the data');

  await page.goto('/admin/today');
  const requests = page.getByRole('region', { name: 'Data requests' });
  const unfold = () =>
    requests.locator('details').evaluate((it) => Object.assign(it, { open: true }));
  await unfold();
  const mine = requests.getByRole('listitem').filter({ hasText: email });
  await expect(mine).toContainText(/Reply by \d+ \w+ \d{4}/);
  await mine.getByRole('button', { name: /Mark as answered/ }).click();
  await expect(mine).toBeHidden();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await unfold();
  await mine.getByRole('link', { name: /Find this person/ }).click();
  const person = page.getByRole('region', { name: 'Person', exact: true });
  await expect(person).toContainText('1 lead, 2 bookings, 1 upcoming session');
  await expect(person.getByText('in the trash')).toBeVisible();

  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Erase this person?' });
  await expect(question).toContainText('1 lead, 2 bookings');
  await expect(question).toContainText(
    'Sessions cancelled, with their slots open again: Intro Call',
  );
  await expect(question).toContainText('They won’t be notified');
  await question.getByRole('button', { name: 'Erase permanently' }).click();
  await expect(page.getByText('Person erased')).toBeVisible();
  const records = page.getByRole('region', { name: 'Erasures' });
  await expect(records.getByRole('listitem').first()).toContainText('1 lead, 2 bookings');
  await expect(records).not.toContainText(email);
  await page.getByLabel('Find a person').fill(email);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page.getByText(`There is no data about ${email}.`)).toBeVisible();
});

test('a person is found, exported and corrected without another person with the same number', async ({
  page,
}) => {
  const email = newAddress();
  await insertPerson(email);
  const other = newAddress();
  const number = `08255${Math.floor(10_000 + Math.random() * 89_999)}`;
  await querySite('update leads set phone = $2 where email = $1', [email, number]);
  await querySite(
    `insert into leads (name, email, phone, source) values ('Sipho', $1, $2, 'Course Purchase Inquiry')`,
    [other, `+27 ${number.slice(1)}`],
  );
  await page.goto('/admin/people');
  await untilAlive(page);
  const clients = page.getByRole('region', { name: 'Clients' });
  await page.getByLabel('Find a person').fill(`Sipho ${other}`);
  await clients.getByRole('button', { name: other }).click();
  await expect(page.getByRole('button', { name: 'All people' })).toBeFocused();
  await page.getByLabel('Find a person').fill(number);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  const person = page.getByRole('region', { name: 'Person', exact: true });
  await expect(person).toContainText('A phone number alone doesn’t identify a person.');
  await person.getByRole('button', { name: `Include ${email}` }).click();
  await expect(person).toContainText('1 lead, 2 bookings');
  await expect(person.getByText(`${other} · Sipho (same phone number)`)).toBeVisible();
  await person.getByRole('button', { name: `Include ${other}` }).click();
  await expect(person).toContainText('2 leads, 2 bookings');
  await expect(person.getByText('May be the same person')).toBeHidden();
  await person.getByRole('button', { name: `Exclude ${other}` }).click();
  await expect(person).toContainText('1 lead, 2 bookings');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await downloading).suggestedFilename()).toBe('person.html');

  await page.getByRole('button', { name: 'Correct name, email or phone' }).click();
  const form = page.getByRole('form', { name: 'Correct this person' });
  await form.getByLabel('Email').fill('');
  await form.getByLabel('Name').fill('Thandi Mbeki');
  await form.getByRole('button', { name: 'Correct' }).click();
  await expect(page.getByText('Person corrected')).toBeVisible();
  await expect(person.getByRole('heading', { name: 'Thandi Mbeki' })).toBeVisible();
});
