import {
  createBookingVisitor,
  dayButton,
  fillInVisitor,
  nextClockChange,
  offeredTimes,
  openAdmin,
  openInstants,
  ownDate,
  pickDate,
  readBookings,
  showMonth,
  slotText,
  timeSelect,
} from './booking-pages.ts';
import { expect, test } from './fixtures.ts';

/**
 * A zone whose clock changes, one that is a quarter of an hour off, and the mentor's own. That all
 * others get the same rule is tested with the rule (domain/slots.test.ts).
 */
const zones = [
  { zone: 'America/New_York', around: () => nextClockChange('America/New_York') },
  {
    zone: 'Africa/Johannesburg',
    around: () => nextClockChange('America/New_York').add({ days: 40 }),
  },
  { zone: 'Asia/Kathmandu', around: () => nextClockChange('America/New_York').add({ days: 54 }) },
];

for (const named of ['Etc/Unknown', '', 'PST', undefined]) {
  test(`a device that names ${JSON.stringify(named)} for its zone shows the mentor's clock`, async ({
    page,
  }) => {
    await page.addInitScript((timeZone) => {
      const { resolvedOptions } = Intl.DateTimeFormat.prototype;
      Intl.DateTimeFormat.prototype.resolvedOptions = function () {
        return { ...resolvedOptions.call(this), timeZone: timeZone as string };
      };
    }, named);
    const mentors = 'Africa/Johannesburg';
    const date = ownDate(14);
    const instant = openInstants(date, mentors).at(named === undefined ? 0 : -1);
    if (!instant) throw new Error('No hours to book');
    await openAdmin(page, date);
    await pickDate(page, date);
    await expect(page.getByText('Times are in Africa/Johannesburg (GMT+2).')).toBeVisible();
    await timeSelect(page).selectOption(slotText(instant, mentors));
    if (named !== undefined) {
      await page.getByRole('button', { name: 'Change time zone' }).click();
      await page.getByLabel('Your time zone').fill('Asia/Kathmandu');
      await page.keyboard.press('Enter');
      await expect(page.locator('input[name="time_zone"]')).toHaveValue('Asia/Kathmandu');
      return;
    }
    const visitor = createBookingVisitor('Nowhere');
    await fillInVisitor(page, visitor);
    await page.getByRole('button', { name: 'Book Now' }).click();
    await expect(page.getByText('Booking successful! We will be in touch shortly.')).toBeVisible();
    expect(await readBookings(visitor.email)).toEqual([
      expect.objectContaining({ time_zone: null }),
    ]);
  });
}

for (const { zone, around } of zones) {
  test.describe(`in ${zone}`, () => {
    test.use({ timezoneId: zone });

    test('the day before, the day of and the day after show their own hours, and one is booked', async ({
      page,
    }) => {
      const middle = around();
      await openAdmin(page, middle);
      for (const offset of [-1, 0, 1]) {
        const date = middle.add({ days: offset });
        const expected = openInstants(date, zone).map((instant) => slotText(instant, zone));
        await showMonth(page, date);
        if (expected.length === 0) {
          await expect(dayButton(page, date)).toBeDisabled();
          await page.keyboard.press('Escape');
          continue;
        }
        await dayButton(page, date).click();
        await expect(timeSelect(page)).toBeEnabled();
        expect(await offeredTimes(page)).toEqual(expected);
      }

      // In the middle of a week there are evening hours in every zone.
      const wednesday = middle.add({ days: 10 - middle.dayOfWeek });
      const instant = openInstants(wednesday, zone).at(-1);
      if (!instant) throw new Error('No hours to book');
      const visitor = createBookingVisitor('Traveller');
      await fillInVisitor(page, visitor);
      await pickDate(page, wednesday);
      await timeSelect(page).selectOption(slotText(instant, zone));
      await page.getByRole('button', { name: 'Book Now' }).click();
      await expect(
        page.getByText('Booking successful! We will be in touch shortly.'),
      ).toBeVisible();
      expect(await readBookings(visitor.email)).toEqual([
        expect.objectContaining({
          booking_date: new Date(instant.epochMilliseconds).toISOString(),
          notes: `Goals: ${visitor.goals}\nTopics: Not provided`,
          isCancelled: false,
        }),
      ]);
      const panel = page.getByRole('region', { name: 'Your session is booked' });
      const [mentorsHour] = slotText(instant, 'Africa/Johannesburg').split(' · ');
      await expect(panel).toContainText(`${mentorsHour} SAST`);
      await expect(panel).toContainText('Africa/Johannesburg (GMT+2)');
      if (zone !== 'Africa/Johannesburg')
        await expect(panel.locator('time')).toContainText(
          slotText(instant, zone).split(' · ')[0] ?? '',
        );
    });
  });
}
