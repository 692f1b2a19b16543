import { until } from '#tests/support/site-process.ts';
import { querySite } from '#tests/support/site-rows.ts';
import { siteUrl } from '#tests/support/site-under-test.ts';
import { expect, test } from './admin.ts';
import { untilAlive } from './fixtures.ts';

const tables = ['visit_sums', 'contact_sums', 'visit_marks'];

test.beforeEach(async () => {
  for (const table of tables) await querySite(`delete from ${table}`);
});

/** Twelve days in two weeks of 2030. */
async function fill(): Promise<void> {
  await querySite(`insert into visit_sums (day, kind, key, visits, views)
    select day, kind, key, visits, views from generate_series(date '2030-01-07', date '2030-01-18', '1 day') as day,
      (values ('all', '', 100, 250), ('page', '/', 60, 150), ('page', '/about', 40, 100),
        ('referrer', '', 30, 0), ('referrer', 'facebook.com', 70, 0), ('utm_campaign', 'gold', 20, 0)
      ) as sums (kind, key, visits, views)`);
  await querySite(`insert into contact_sums (quarter, contact, kind, key, count)
    select day at time zone 'Africa/Johannesburg', contact, kind, key, count
    from generate_series(timestamp '2030-01-07 10:00', timestamp '2030-01-18 10:00', '1 day') as day,
      (values ('leads', 'all', '', 4), ('leads', 'referrer', 'facebook.com', 3), ('bookings', 'all', '', 1)
      ) as sums (contact, kind, key, count)`);
}

test('shows and exports the weeks of a period and their sources', async ({ page }) => {
  await fill();
  await page.goto('/admin');
  await untilAlive(page);
  await page.getByRole('link', { name: 'Visits' }).click();
  await expect(page).toHaveURL('/admin/visits');
  await expect(page).toHaveTitle(/Visits · /);
  await expect(page.getByText('No visits in this period.')).toBeVisible();
  await page.getByLabel('From').fill('2030-01-07');
  await page.getByLabel('To', { exact: true }).fill('2030-01-18');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL('/admin/visits?from=2030-01-07&to=2030-01-18');
  const panel = page.getByRole('region', { name: 'Visits' });
  await expect(panel).toContainText('1,200');
  await expect(panel).toContainText('3,000 page views');
  await expect(panel).toContainText('4.0% of visits');
  await expect(panel).toContainText('1.0% of visits');
  const sources = page.getByRole('region', { name: 'Sources' });
  await expect(sources.getByRole('row', { name: /facebook\.com/ })).toContainText('84036');
  await expect(sources.getByRole('row', { name: /Direct/ })).toContainText('360');
  await expect(
    page.getByRole('region', { name: 'Pages' }).getByRole('row', { name: /^Home/ }),
  ).toContainText('1,800');

  await page.getByText('Show as a table').press('Enter');
  await expect(page.getByRole('row', { name: '7 January 2030' })).toContainText('4.0% of visits');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV of the visits' }).click();
  expect((await download).suggestedFilename()).toMatch(/^visits-.*\.csv$/);
  await sources.getByRole('link', { name: 'UTM campaign' }).click();
  await expect(sources.getByRole('row', { name: /gold/ })).toContainText('240');
  await sources.getByRole('link', { name: 'UTM medium' }).click();
  await expect(sources).toContainText('No visits came through tagged links in this period.');
  await expect(page).toHaveURL(/from=2030-01-07/);
  await page.goto('/admin/visits?from=2030-02-01&to=2030-01-01');
  await expect(page.getByRole('alert')).toHaveText('The end is before the start.');
  await expect(page.getByLabel('From')).toHaveValue('2030-02-01');
});

test.describe('a visitor', () => {
  test.use({
    storageState: { cookies: [], origins: [] },
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  });

  const readPages = () =>
    querySite(
      `select key, visits, views from visit_sums where kind in ('all', 'page') order by key`,
    );

  test('a visitor is counted on every page, also after Back, and a form records where the visit began', async ({
    page,
  }) => {
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/visits?')) sent += 1;
    });
    const untilSent = (times: number) => expect.poll(() => sent).toBe(times);
    await page.goto('/about?utm_source=Telegram');
    await untilSent(1);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
    await untilSent(2);
    await page.goBack();
    await untilSent(3);
    await page.goto('/contact');
    await until('all pages to be counted', async () => (await readPages())[0]?.views === 4);
    expect(await readPages()).toEqual([
      { key: '', visits: 1, views: 4 },
      { key: '/about', visits: 1, views: 2 },
      { key: '/contact', visits: 0, views: 1 },
      { key: '/privacy', visits: 0, views: 1 },
    ]);
    // Only the scripts of the form send where the visit began.
    await untilAlive(page);
    await page.getByLabel('Full Name').fill('Thandi Visitor');
    await page.getByLabel('Email Address').fill('thandi@example.com');
    await page.getByLabel('Message').fill('I would like to learn more.');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByLabel('Message')).toHaveValue('');
    expect(
      await querySite(`select first_page, utm_source from leads where name = 'Thandi Visitor'`),
    ).toEqual([{ first_page: '/about', utm_source: 'telegram' }]);
    expect(await page.context().cookies(siteUrl)).toEqual([]);
  });

  test('a visitor who refuses to be counted sends and stores no data', async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
    );
    let isSent = false;
    await page.route(/\/api\/visits\?/, (route) => {
      isSent = true;
      return route.fulfill({ status: 204 });
    });
    await page.goto('/about');
    await untilAlive(page);
    expect(await page.evaluate(() => sessionStorage.getItem('origin'))).toBeNull();
    expect(isSent).toBe(false);
  });
});
