import type { Page } from '@playwright/test';
import { insertBooking, insertLeads, insertOrder, querySite } from '#tests/support/site-rows.ts';
import { expect, test, unique } from './admin.ts';
import { expectAccessibleInBothThemes, expectNoExcess, untilAlive } from './fixtures.ts';

const settings = [
  '',
  'site',
  'offers',
  'booking',
  'payments',
  'pictures',
  'texts',
  'legal',
  'cards',
  'mail',
];

/** The pages of the admin, by part; `:booking` is the id of a booking, `:order` of an order. */
const parts = {
  work: ['', '/today', '/more', '/visits', '/people', '/people?import', '/trash', '/account'],
  bookings: [
    '/bookings',
    '/bookings?view=calendar',
    '/bookings?booking=:booking',
    '/bookings?booking=:booking&do=move',
    '/bookings?booking=:booking&do=cancel',
  ],
  money: [
    '/money',
    '/money?view=unallocated',
    '/money?import',
    '/money?order=:order',
    '/money?order=:order&do=paid',
  ],
  content: [
    '/events?new',
    '/courses?new',
    '/courses?contents=:course',
    '/courses?contents=:course&lesson=:lesson',
    '/blog?new',
    '/testimonials?new',
    '/videos?new',
    '/freebies?new',
  ],
  settings: settings.map((section) => `/settings/${section}`.replace(/\/$/, '')),
};

/** Adds a draft of a lesson to a new course. Returns the ids of both. */
async function insertLesson() {
  const [rows] = await querySite(
    `with course as (insert into courses (title, price) values ($1, 'R450.01') returning id),
       section as (insert into sections (course_id, title) select id, $1 from course returning id)
     insert into lessons (section_id, title) select id, $1 from section
     returning id as lesson, (select id from course) as course`,
    [unique('Zoë 𝗧. O’Neill’s levels')],
  );
  return { course: String(rows?.course), lesson: String(rows?.lesson) };
}

/** The largest distance above the content of a page, in pixels. */
const maxAbove = { phone: 130, desktop: 120 };

/** Opens every group of fields. Opening one normally closes the others. */
const openGroups = (page: Page) =>
  page.locator('main details').evaluateAll((groups) => {
    for (const group of groups) {
      group.removeAttribute('name');
      group.setAttribute('open', '');
    }
  });

/** Checks accessibility in both themes. A dialog may cover the button that changes the theme. */
async function expectAccessibleUnderDialog(page: Page): Promise<void> {
  if ((await page.getByRole('dialog').count()) === 0) return expectAccessibleInBothThemes(page);
  await expectAccessibleInBothThemes(page, () =>
    page.evaluate(() => {
      const { classList } = document.documentElement;
      classList.toggle('light', !classList.toggle('dark'));
    }),
  );
}

for (const [part, paths] of Object.entries(parts)) {
  test(`admin, ${part}: layout and accessibility`, { tag: '@phone' }, async ({
    page,
    isMobile,
  }) => {
    test.slow();
    await insertLeads([unique('Seen')], 'Course Purchase Inquiry');
    const booking = await insertBooking(unique('Seen'), 30);
    const order = await insertOrder(unique('Seen'));
    await querySite("insert into events (title, date) values ($1, '2031-05-04')", [unique('Seen')]);
    const ids: Record<string, string> = { booking, order, ...(await insertLesson()) };
    for (const path of paths)
      await test.step(`/admin${path}`, async () => {
        await page.goto(`/admin${path.replaceAll(/:(\w+)/g, (_, name) => ids[name] ?? '')}`);
        await untilAlive(page);
        await expect(page.getByTestId('admin-skeleton')).toHaveCount(0);
        await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
        const content = page.locator('[data-content]');
        await expect(content.locator('> *').filter({ visible: true }).first()).toBeVisible();
        const top = await content.evaluate((element) => element.getBoundingClientRect().top);
        expect(top).toBeLessThanOrEqual(isMobile ? maxAbove.phone : maxAbove.desktop);
        if (part === 'settings') await openGroups(page);
        for (const width of isMobile ? [390, 768] : [1280]) {
          await page.setViewportSize({ width, height: 844 });
          await expectNoExcess(page);
        }
        // The markup is the same on a phone.
        if (!isMobile) await expectAccessibleUnderDialog(page);
      });
  });
}
