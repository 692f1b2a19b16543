import type { Locator, Page } from '@playwright/test';
import { expect, untilAlive } from './fixtures.ts';

/* Steps of somebody who uses the keyboard alone. */

/** What stands between the top of the page and the farthest control that a test goes to. */
const mostSteps = 80;

/** Steps with Tab until a control has the focus, which has to be seen at every stop. */
export async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const page = target.page();
  for (let step = 0; step < mostSteps; step += 1) {
    const { isThere, hidden } = await target.evaluate(lookAtFocus);
    if (step > 0) expect(hidden, 'the focus is seen').toBeUndefined();
    if (isThere) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${mostSteps} steps did not reach ${target}`);
}

/** Whether an element has the focus, and what has it without showing it: no ring around it, nor around what it lies in. */
function lookAtFocus(element: Node | null) {
  const focused = document.activeElement;
  const hasRing = (candidate: Element | null | undefined) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(candidate ?? document.body);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  };
  // The parts of a date's field, and the controls of a film, have rings of the browser's own.
  const isSeen =
    focused?.matches('body, [type=date], [type=time], video') ||
    hasRing(focused) ||
    hasRing(focused?.parentElement);
  return {
    isThere: element === focused,
    hidden: isSeen ? undefined : focused?.outerHTML.slice(0, 200),
  };
}

export async function pressOn(target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press(key);
}

export async function typeInto(page: Page, label: string | RegExp, text: string): Promise<void> {
  await tabTo(page.getByLabel(label));
  await page.keyboard.type(text);
}

/** Opens a tab of the admin, the first one if none is named. */
export async function openTab(page: Page, tab = ''): Promise<void> {
  await page.goto(`/admin/${tab}`);
  await untilAlive(page);
  await expect(page.getByTestId('admin-skeleton')).toHaveCount(0);
}

export const cardOf = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });

/** Chooses files: the field is reached and opened by keyboard, the system's own window answers. */
export async function chooseFile(
  page: Page,
  label: string,
  ...files: { name: string; mimeType: string; buffer: Buffer }[]
) {
  const choosing = page.waitForEvent('filechooser');
  await pressOn(page.getByLabel(label, { exact: true }), 'Space');
  await (await choosing).setFiles(files);
}

/** Deletes a card after thinking twice; the focus comes back each time. */
export async function deleteCard(card: Locator, noun: string): Promise<void> {
  const page = card.page();
  const button = card.getByRole('button', { name: /^Delete / });
  const question = page.getByRole('dialog', { name: `Delete this ${noun}?` });
  await pressOn(button);
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Space');
  await pressOn(question.getByRole('button', { name: 'Delete', exact: true }));
  await expect(card).toBeHidden();
  await expect(page.locator('main :is(li, section):focus'), 'it goes on in the list').toBeVisible();
  expect((await page.evaluate(lookAtFocus, null)).hidden).toBeUndefined();
}
