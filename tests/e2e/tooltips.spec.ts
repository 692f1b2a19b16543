import type { Page } from '@playwright/test';
import { expect, test, untilAlive } from './fixtures.ts';

// The button that pauses the chart exists only where the chart moves.
test.use({ reducedMotion: 'no-preference' });

const tooltip = (page: Page) => page.getByRole('tooltip');
const toggle = (page: Page) => page.getByRole('button', { name: 'Toggle theme' });
const pause = (page: Page) => page.getByRole('button', { name: 'Pause the chart animation' });

/** Opens a page and waits for its tooltip code. */
async function open(page: Page, path: string): Promise<void> {
  const code = page.waitForResponse(/\/assets\/tooltips-/);
  await page.goto(path);
  await untilAlive(page);
  // The first focus loads the code, and this link has no tooltip.
  await page.getByRole('contentinfo').getByRole('link').first().focus();
  // When the module can be imported again, it has run.
  await page.evaluate((url) => import(url), (await code).url());
}

test('with a mouse a tooltip opens after 700 ms, and the next one immediately within 300 ms', async ({
  page,
}) => {
  await page.clock.install({ time: new Date('2026-11-21T10:00:00Z') });
  await open(page, '/');
  await page.clock.pauseAt(new Date('2026-11-21T11:00:00Z'));
  await toggle(page).hover();
  await page.clock.runFor(699);
  await expect(tooltip(page)).toBeHidden();
  await page.clock.runFor(1);
  await expect(tooltip(page)).toHaveText('Toggle theme');
  await page.mouse.move(640, 430);
  await expect(tooltip(page)).toBeHidden();
  await page.clock.runFor(299);
  await pause(page).hover();
  await expect(tooltip(page)).toHaveText('Pause the chart animation');

  // The tooltip stays while the pointer is on it, and closes with Escape or a press.
  await tooltip(page).hover();
  await page.clock.runFor(1_000);
  await expect(tooltip(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip(page)).toBeHidden();
  await toggle(page).hover();
  await expect(tooltip(page)).toBeVisible();
  await page.mouse.down();
  await expect(tooltip(page)).toBeHidden();
});

test('with the keyboard a tooltip opens on focus, within the window and above a dialog', async ({
  page,
}) => {
  await open(page, '/services');
  await page.getByRole('link', { name: 'Time vs Price' }).first().focus();
  for (let step = 0; step < 12 && !(await tooltip(page).isVisible()); step += 1) {
    await page.keyboard.press('Tab');
  }
  await expect(toggle(page)).toBeFocused();
  await expect(tooltip(page)).toHaveText('Toggle theme');
  await expect(tooltip(page)).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(tooltip(page)).toBeHidden();

  const opener = page.getByRole('button', { name: 'Purchase now' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(tooltip(page)).toHaveText('Close');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(tooltip(page)).toBeHidden();
});
