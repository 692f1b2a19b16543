import type { Page } from '@playwright/test';
import { mentor, openPhone, untilAlive } from './month-site.ts';

/** How many times slower than this machine the emulated phone is. */
const slowdown = 6;

/** The longest time from the tap to the first card of a list, in milliseconds. */
const barMs = 1_000;

/** How often each list is opened. The median counts. */
const rounds = 5;

/** The tabs, with the name of each one's list. */
const tabs = {
  Leads: 'Leads',
  Bookings: 'Bookings',
  Events: 'Events',
  Blog: 'Posts',
  Today: 'Unanswered leads',
};
type Tab = keyof typeof tabs;

/**
 * Measures how fast the lists of a busy site open on a slow phone. Returns whether all are within
 * the limit.
 */
export async function lists(stack: AsyncDisposableStack): Promise<boolean> {
  const { page } = await openPhone(stack, 'many');
  await page.goto('/login');
  await untilAlive(page);
  await page.getByLabel('Email').first().fill(mentor.email);
  await page.getByLabel('Password', { exact: true }).fill(mentor.password);
  await page.locator('main button[type=submit]').first().tap();
  await page.waitForURL('**/admin/today');
  const devices = await page.context().newCDPSession(page);
  const rows: Record<string, number | string>[] = [];
  for (const tab of Object.keys(tabs) as Tab[]) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Leaves the list, so that it is loaded again.
      await page.goto(tab === 'Blog' ? '/admin/events' : '/admin/more');
      await untilAlive(page);
      await page.waitForLoadState('networkidle');
      await devices.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      times.push(await open(page, tab));
      await devices.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    }
    times.sort((a, b) => a - b);
    const median = Math.round(times[Math.floor(rounds / 2)] ?? 0);
    rows.push({ tab, 'median ms': median, 'slowest ms': Math.round(times.at(-1) ?? 0) });
  }
  console.table(rows);
  return rows.every((row) => Number(row['median ms']) < barMs);
}

/**
 * Taps a tab. Returns the time until its first card is drawn, in milliseconds of the page's clock.
 */
async function open(page: Page, tab: Tab): Promise<number> {
  const navigation = page.getByRole('navigation', {
    name: tab === 'Blog' ? 'Tabs' : 'Dashboard',
  });
  const drawn = page.evaluate(
    (list) =>
      new Promise<number>((resolve) => {
        let began = 0;
        addEventListener('pointerdown', () => (began = performance.now()), {
          once: true,
          capture: true,
        });
        const look = () => {
          const card = document.querySelector(`section[aria-label="${list}"] article`);
          if (began > 0 && card?.checkVisibility({ visibilityProperty: true }))
            resolve(performance.now() - began);
          else requestAnimationFrame(look);
        };
        look();
      }),
    tabs[tab],
  );
  // Content opens with the events.
  const link = navigation.getByRole('link', { name: tab === 'Events' ? 'Content' : tab });
  const [took] = await Promise.all([drawn, link.tap()]);
  return took;
}
