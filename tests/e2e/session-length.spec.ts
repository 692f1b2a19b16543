import { defaults } from '#content/defaults.ts';
import { longSessions } from '#tests/support/session-types.ts';
import { expect, test } from './admin.ts';
import {
  bookElsewhere,
  bookNow,
  createBookingVisitor,
  fillInVisitor,
  offeredTimes,
  openBookingPage,
  openInstants,
  ownDate,
  pickDate,
  sessionType,
  timeSelect,
} from './bookings.ts';

const zone = 'Africa/Johannesburg';
test.use({ timezoneId: zone });

test('a longer session fits into fewer free hours, and is booked and moved in full', async ({
  page,
  changeSection,
}) => {
  const visitor = createBookingVisitor('Lindiwe');
  const date = ownDate();
  const [option] = defaults.offers.mentorshipOptions;
  const added = longSessions.map((session) => ({ ...option, ...session, length: null }));
  await changeSection('offers', {
    mentorshipOptions: [...defaults.offers.mentorshipOptions, ...added],
  });
  const [, seven] = openInstants(date, zone);
  await bookElsewhere(seven);
  await openBookingPage(page, date);
  await fillInVisitor(page, visitor);
  await pickDate(page, date);
  await timeSelect(page).selectOption('6:00 PM');

  const lost = page.getByText(
    '6:00 PM isn’t available for a session of 90 minutes. Please choose another time.',
  );
  await sessionType(page, 'Chart review').check();
  await expect(lost).toBeVisible();
  await expect(timeSelect(page)).toHaveValue('');
  expect(await offeredTimes(page)).toEqual(['8:00 PM', '9:00 PM', '10:00 PM']);
  await expect(page.getByLabel('Full Name')).toHaveValue(visitor.name);
  // No evening is eight hours long.
  await sessionType(page, 'Day of trading').check();
  await page.getByRole('button', { name: /^Date/ }).click();
  await expect(
    page.getByText('No available times this month for a session of 8 hours.'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  // An hour is still free.
  await sessionType(page, '1-on-1 Session').check();
  await expect(timeSelect(page).locator('option:checked')).toHaveText('6:00 PM');
  await expect(lost).toBeHidden();

  await sessionType(page, 'Chart review').check();
  await timeSelect(page).selectOption('8:00 PM');
  await bookNow(page).click();
  await page.getByRole('link', { name: 'Move or cancel' }).click();
  // The booking does not block its own hours.
  await pickDate(page, date);
  expect(await offeredTimes(page)).toEqual(['9:00 PM', '10:00 PM']);
  await timeSelect(page).selectOption('9:00 PM');
  await page.getByRole('button', { name: 'Move Session' }).click();
  await expect(page.getByRole('status')).toContainText('Your session has been moved.');
});
