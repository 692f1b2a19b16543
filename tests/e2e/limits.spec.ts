import { Temporal } from 'temporal-polyfill';
import { visitOwnSite } from '#tests/support/own-site.ts';
import {
  createBookingVisitor,
  expectVisitorKept,
  fillInVisitor,
  openInstants,
  pickDate,
  timeSelect,
} from './booking-pages.ts';
import { expect, test, untilAlive } from './fixtures.ts';

const timeZone = 'Europe/London';

test.use({ timezoneId: timeZone, allowedConsole: /status of 429/ });

/** A Wednesday two weeks ahead or later. */
function comingWednesday(): Temporal.PlainDate {
  const date = Temporal.Now.plainDateISO(timeZone).add({ days: 14 });
  return date.add({ days: (10 - date.dayOfWeek) % 7 });
}

test('who meets a limit is told in the form, every word stays, and nothing falls back', async ({
  page,
}) => {
  test.slow();
  await visitOwnSite(page, { RATE_LIMITS: 'on' }, async ({ url, untilReady }) => {
    await untilReady();
    let fallbacks = 0;
    page.on('request', (request) => {
      if (request.url().includes('contact.php')) fallbacks += 1;
    });
    const post = async (path: string, body: object) => {
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ id: crypto.randomUUID(), ...body }),
      });
      expect(response.status).toBe(201);
    };

    const visitor = createBookingVisitor('Sixth');
    const date = comingWednesday();
    const week = [1, 2, 3, 7, 8].map((days) => date.add({ days }));
    for (const day of week) {
      await post('/api/bookings', {
        name: visitor.name,
        email: visitor.email.toUpperCase(),
        session_type: 'Intro Call',
        booking_date: openInstants(day, timeZone).at(0)?.toString(),
        meeting_type: 'Zoom',
        trading_knowledge: 'Beginner',
      });
    }
    await page.goto(`${url}/mentorship`);
    await untilAlive(page);
    await fillInVisitor(page, visitor);
    await pickDate(page, date);
    await timeSelect(page).selectOption({ index: 1 });
    const alert = page.getByRole('main').getByRole('alert');
    await page.getByRole('button', { name: 'Book Now' }).click();
    await expect(alert).toHaveText(
      '5 upcoming sessions are booked with this email address, which is the maximum. Book again after the next one, or contact the mentor.',
    );
    await expect(alert).toBeInViewport({ ratio: 1 });
    await expectVisitorKept(page, visitor);
    await expect(timeSelect(page)).not.toHaveValue('');

    // A second press with the same answer brings it into view again.
    await page.getByRole('button', { name: 'Book Now' }).scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Book Now' }).click();
    await expect(alert).toBeInViewport({ ratio: 1 });

    for (let index = 0; index < 30; index += 1) {
      await post('/api/leads', {
        name: 'Jane Doe',
        email: 'jane@example.com',
        message: `Message number ${index}`,
        source: 'Contact Form Submission',
      });
    }
    await page.goto(`${url}/contact`);
    await untilAlive(page);
    await page.getByLabel('Full Name').fill(visitor.name);
    await page.getByLabel('Email Address').fill(visitor.email);
    await page.getByLabel('Message').fill('One more message than may be');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(alert).toHaveText('Too many messages from your network. Try again in 10 minutes.');
    await expect(page.getByLabel('Message')).toHaveValue('One more message than may be');
    expect(fallbacks).toBe(0);
  });
});
