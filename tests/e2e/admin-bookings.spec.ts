import type { Page } from '@playwright/test';
import { waitForMail } from '#tests/support/site-accounts.ts';
import { insertBooking, querySite } from '#tests/support/site-rows.ts';
import { cardOf, deleteCard, expect, test, unique } from './admin.ts';
import { untilAlive } from './fixtures.ts';

/** Creates a person for one test. */
const createPerson = (name: string) => {
  const called = unique(name);
  return { name: called, email: `${called.replaceAll(' ', '-').toLowerCase()}@example.com` };
};
type Person = ReturnType<typeof createPerson>;

/** Inserts a session of this person that starts this many hours from now. */
async function insertSession({ name, email }: Person, hours: number): Promise<string> {
  const [{ id }] = await querySite(
    `insert into bookings (name, email, session_type, booking_date, meeting_type, trading_knowledge, notes)
     values ($1, $2, 'Intro Call', date_trunc('minute', now()) + $3 * interval '1 hour', 'Zoom', 'Beginner', 'Goals: Read gold')
     returning id`,
    [name, email, hours],
  );
  return id;
}

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Booking' });

/** The day in the mentor's time zone this many days from now. */
const dayAhead = (days: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Johannesburg' }).format(
    Date.now() + days * 86_400_000,
  );

test('a session is added for a client, moved, and cancelled with a message', async ({ page }) => {
  const person = createPerson('Thandi');
  await page.goto('/admin/bookings');
  await untilAlive(page);
  await page.getByRole('link', { name: 'Add a booking' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a booking' });
  await expect(adding.getByText('Pick a date', { exact: true })).toBeVisible();
  await expect(adding.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await adding.getByLabel('Name').fill(person.name);
  await adding.getByRole('button', { name: 'Add Booking' }).click();
  await expect(adding.getByText('Enter an email or a phone number.')).toBeVisible();
  await expect(adding.getByText('A date is required.')).toBeVisible();
  await adding.getByLabel('Email').fill(person.email);
  await adding.getByLabel('Session').selectOption({ label: 'Intro Call · Free' });
  await page.reload();
  await expect(adding.getByLabel('Session')).toHaveValue('Intro Call');
  await adding.getByLabel('Meeting').selectOption('WhatsApp Video Call');
  await adding.getByRole('button', { name: 'Pick a different time' }).click();
  await adding.getByLabel('Date and time').fill(`${dayAhead(20)}T13:25`);
  await expect(adding.getByRole('status')).toContainText('outside your opening hours');
  await adding.getByRole('textbox', { name: 'Note' }).fill('082 555 1234');
  await adding.getByRole('button', { name: 'Add Booking' }).click();
  await expect(page.getByText('Booking added successfully')).toBeVisible();
  await expect(adding).toBeHidden();
  const card = cardOf(page, person.name);
  await expect(card).toContainText('Upcoming');
  await expect(card).toContainText('082 555 1234');
  const confirmation = await waitForMail(person.email, /^Booked: Intro Call/);
  expect(confirmation).toContain('13:25 SAST');
  expect(confirmation).not.toContain('082');

  await card.getByRole('button', { name: `More for ${person.name}` }).click();
  await card.getByText('Move', { exact: true }).click();
  const panel = panelOf(page);
  const move = panel.getByRole('form', { name: 'Move this session' });
  await move.getByRole('button', { name: /^Date/ }).click();
  await page
    .getByRole('dialog', { name: 'Choose a date' })
    .getByRole('button', { name: 'Go to the Next Month' })
    .click();
  await page.locator('[data-day]:not([data-disabled]) button').first().click();
  await move.getByLabel('Time', { exact: true }).selectOption({ index: 1 });
  const time = await move.getByLabel('Time', { exact: true }).locator('option:checked').innerText();
  await move.getByLabel(/^Message to/).fill('My dentist has other ideas.');
  await move.getByRole('button', { name: 'Move Session' }).click();
  await expect(page.getByText('Booking moved successfully')).toBeVisible();
  await expect(move).toBeHidden();
  await expect(panel.locator('time').first()).toContainText(`${time} SAST`);
  const moved = await waitForMail(person.email, /^Moved: Intro Call/);
  expect(moved).toContain(`${time} SAST`);
  expect(moved).toContain('My dentist has other ideas.');

  await panel.getByRole('link', { name: 'Add how to join' }).click();
  await panel.getByLabel('Link or number').fill('https://zoom.example/j/123');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Join details saved')).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Change how to join' })).toBeFocused();
  await waitForMail(person.email, /^Updated: Intro Call/);

  await panel.getByRole('link', { name: 'Cancel session' }).click();
  const cancelling = panel.getByRole('form', { name: 'Cancel this session' });
  await cancelling.getByLabel(/^Message to/).fill('I am so sorry, I have lost my voice.');
  await cancelling.getByRole('button', { name: 'Cancel Session' }).click();
  await expect(page.getByText('Session cancelled successfully')).toBeVisible();
  await expect(panel.getByRole('list', { name: 'Status' })).toHaveText('Cancelled');
  await expect(panel.getByRole('link', { name: 'Move', exact: true })).toHaveCount(0);
  await expect(panel.getByRole('heading', { name: 'How to join' })).toHaveCount(0);
  // The link that opened the form is gone, so the focus moves to the top.
  await expect(panel.getByText(person.name, { exact: true }).first()).toBeFocused();
  expect(await waitForMail(person.email, /^Cancelled: Intro Call/)).toContain(
    'I have lost my voice.',
  );
  const history = panel.getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem')).toHaveText([
    /^Cancelled by you.*“I am so sorry, I have lost my voice.”$/,
    /^Moved by you.*From .* 13:25 SAST to .*“My dentist has other ideas.”$/,
    /^Booked by you/,
  ]);
  await panel.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(card).toBeHidden();
  await page.getByRole('link', { name: 'Cancelled' }).click();
  await expect(card).toContainText('Cancelled');
});

test('a past session is marked as done and paid, gets a note, and shows the client’s history', async ({
  page,
}) => {
  const person = createPerson('Sipho');
  const id = await insertSession(person, -30);
  for (let day = 2; day < 7; day += 1) await insertSession(person, -24 * day);
  await querySite(
    `insert into leads (name, email, source, message) values ($1, upper($2), 'Contact Form Submission', 'Do you teach silver?')`,
    [person.name, person.email],
  );
  await page.goto('/admin/bookings?view=past');
  await untilAlive(page);
  const card = page.getByRole('article').filter({ has: page.locator(`a[href*="${id}"]`) });
  await expect(card.getByRole('list', { name: 'Status' })).toHaveText('Past');
  await card.getByRole('link', { name: `Open ${person.name}` }).click();
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Mark as done' }).click();
  await expect(panel.getByRole('list', { name: 'Status' }).first()).toHaveText('PastDone');
  await panel.getByRole('link', { name: 'Mark as paid' }).click();
  await panel.getByLabel('Reference').fill('EFT 4711');
  await panel.getByRole('button', { name: 'Mark as Paid' }).click();
  await expect(panel.getByRole('region', { name: 'Payment' })).toContainText('EFT 4711');
  await expect(panel.getByRole('link', { name: 'Change payment' })).toBeFocused();
  await panel.getByRole('link', { name: 'Add your note' }).click();
  await panel.getByRole('textbox', { name: 'Note' }).fill('Two screens.');
  await panel.getByRole('button', { name: 'Save Note' }).click();
  await expect(panel.getByRole('region', { name: 'Your note' })).toContainText('Two screens.');
  await expect(panel.getByRole('list', { name: 'Status' }).first()).toHaveText('PastPaidDone');

  const history = panel.getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem')).toHaveCount(7);
  await expect(history).toContainText('Do you teach silver?');
  await panel.getByRole('button', { name: 'Mark as unpaid' }).click();
  await expect(panel.getByRole('region', { name: 'Payment' })).toContainText('Not paid yet.');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(panel.getByRole('region', { name: 'Payment' })).toContainText('EFT 4711');
  await history.getByRole('link').first().click();
  await expect(panel.getByRole('list', { name: 'Status' }).first()).toHaveText('Past');
  await page.goBack();
  await expect(panel.getByRole('list', { name: 'Status' }).first()).toHaveText('PastPaidDone');
});

test.describe('a move that fails', () => {
  test.use({ allowedConsole: /ERR_FAILED|409/ });

  test('keeps everything after a taken time, a lost connection or a reload', async ({ page }) => {
    const [person, rival] = [createPerson('Lebo'), createPerson('Rival')];
    const id = await insertSession(person, 500);
    const taken = await insertSession(rival, 501);
    await querySite(`update bookings set time_zone = 'Asia/Tokyo' where id = $1`, [id]);
    const [of, ofFree] = ['booking_date', "booking_date + interval '97 minutes'"].map(
      (instant) =>
        `to_char((${instant}) at time zone 'Africa/Johannesburg', 'YYYY-MM-DD"T"HH24:MI')`,
    );
    const [{ at, free }] = await querySite(
      `select ${of} as at, ${ofFree} as free from bookings where id = $1`,
      [taken],
    );
    await page.goto(`/admin/bookings?booking=${id}&do=move`);
    const move = page.getByRole('form', { name: 'Move this session' });
    const date = move.getByLabel('Date and time');
    const save = move.getByRole('button', { name: 'Move Session' });
    await move.getByRole('button', { name: 'Pick a different time' }).click();
    // 18:00 for the mentor is 01:00 for this client.
    await date.fill(`${dayAhead(15)}T18:00`);
    await expect(move.getByRole('status')).toContainText(/Client’s time: .*, 01:00, Asia\/Tokyo/);
    await date.fill(at);
    await expect(move.getByRole('status')).toContainText(`${rival.name} has a session then`);
    await move.getByLabel(/^Message to/).fill('Words that took long.');
    await save.click();
    await expect(move.getByText(`${rival.name} already has a session then`)).toBeVisible();
    await date.fill(free);
    await page.route('**/api/bookings/*/time', (route) => route.abort());
    await save.click();
    await expect(move.getByRole('alert')).toContainText('Can’t reach');
    await page.unrouteAll();
    await page.reload();
    await expect(move.getByLabel(/^Message to/)).toHaveValue('Words that took long.');
    await expect(date).toHaveValue(free);
    await save.click();
    await expect(page.getByText('Booking moved successfully')).toBeVisible();
  });
});

test('bookings are listed by state, searched, updated live and deleted', async ({ page }) => {
  const name = unique('Thabo');
  await insertBooking(name, 2);
  await page.goto('/admin/bookings');
  const card = cardOf(page, name);
  await expect(card).toContainText('Upcoming');
  await expect(card).toContainText(/Client’s time: .* Asia\/Kathmandu \(GMT\+5:45\)/);
  const search = page.getByRole('searchbox', { name: 'Search bookings' });
  await search.fill('nobody of this name');
  await expect(page.getByText('No bookings found for “nobody of this name”.')).toBeVisible();
  await search.fill(name.toUpperCase());
  await expect(page.getByRole('article')).toHaveCount(1);
  await querySite('update bookings set cancelled_at = now() where name = $1', [name]);
  await expect(card).toBeHidden();
  const cancelled = page.getByRole('link', { name: 'Cancelled' });
  await cancelled.click();
  await expect(card).toContainText('Cancelled');
  await page.reload();
  await expect(cancelled).toHaveAttribute('aria-current', 'true');
  await deleteCard(page, name);
  await expect(page.getByText('Booking deleted successfully')).toBeVisible();
  await expect(card).toBeHidden();
});
