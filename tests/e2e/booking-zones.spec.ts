import {
  createBookingVisitor,
  fillInVisitor,
  offeredTimes,
  openAdmin,
  openInstants,
  ownDate,
  pickDate,
  readBookings,
  slotText,
  timeSelect,
} from './booking-pages.ts';
import { expect, test } from './fixtures.ts';

test('a device that names no zone shows the mentor’s clock', async ({ page }) => {
  await page.addInitScript(() => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' };
    };
  });
  const date = ownDate(14);
  const [instant] = openInstants(date, 'Africa/Johannesburg');
  if (!instant) throw new Error('No hours to book');
  const visitor = createBookingVisitor('Nowhere');
  await openAdmin(page, date);
  await fillInVisitor(page, visitor);
  await pickDate(page, date);
  await expect(page.getByText('Times are in Africa/Johannesburg (GMT+2).')).toBeVisible();
  await timeSelect(page).selectOption(slotText(instant, 'Africa/Johannesburg'));
  await page.getByRole('button', { name: 'Book Now' }).click();
  await expect(page.getByText('Booking successful! We will be in touch shortly.')).toBeVisible();
  expect(await readBookings(visitor.email)).toEqual([expect.objectContaining({ time_zone: null })]);
});

test.describe('a quarter of an hour off', () => {
  const zone = 'Asia/Kathmandu';
  test.use({ timezoneId: zone });

  test('each date shows its own hours, and the chosen one is booked', async ({ page }) => {
    const thursday = ownDate(20).add({ days: 2 });
    await openAdmin(page, thursday);
    for (const date of [thursday.subtract({ days: 1 }), thursday]) {
      const expected = openInstants(date, zone).map((instant) => slotText(instant, zone));
      await pickDate(page, date);
      expect(await offeredTimes(page)).toEqual(expected);
    }
    const instant = openInstants(thursday, zone).at(-1);
    if (!instant) throw new Error('No hours to book');
    const visitor = createBookingVisitor('Traveller');
    await fillInVisitor(page, visitor);
    await timeSelect(page).selectOption(slotText(instant, zone));
    await page.getByRole('button', { name: 'Book Now' }).click();
    const panel = page.getByRole('region', { name: 'Your session is booked' });
    const [ownTime = ''] = slotText(instant, zone).split(' · ');
    await expect(panel.locator('time')).toContainText(ownTime);
    await expect(panel).toContainText(`${slotText(instant, 'Africa/Johannesburg')} SAST`);
    expect(await readBookings(visitor.email)).toEqual([
      expect.objectContaining({ booking_date: new Date(instant.epochMilliseconds).toISOString() }),
    ]);
  });
});
