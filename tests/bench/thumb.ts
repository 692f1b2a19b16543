import type { Locator, Page } from '@playwright/test';

/** The smallest size of a tap target, in pixels. */
const leastTarget = 44;

/** A thumb on a phone that taps and types, and counts both. */
export function createThumb(page: Page) {
  const count = { taps: 0, fields: 0 };
  const small = new Set<string>();

  /**
   * Records a target that is too small for a finger. Links within a line of text may be smaller.
   */
  async function measure(target: Locator): Promise<void> {
    const found = await target.evaluate((element) => {
      const label = element.matches('input[type=checkbox], input[type=radio]')
        ? element.closest('label')
        : null;
      const area = (label ?? element).getBoundingClientRect();
      const isInText = getComputedStyle(element).display === 'inline';
      return { width: area.width, height: area.height, name: element.textContent, isInText };
    });
    if (found.isInText || Math.min(found.width, found.height) > leastTarget - 0.5) return;
    const size = `${Math.round(found.width)}x${Math.round(found.height)}`;
    small.add(`${found.name?.trim().slice(0, 40) || String(target)} ${size}`);
  }

  async function tap(target: Locator | string): Promise<void> {
    const found = typeof target === 'string' ? button(target) : target;
    await found.waitFor();
    await measure(found);
    // Playwright refuses the tap if something covers the target, such as the bar at the bottom.
    await found.tap();
    count.taps += 1;
  }

  const button = (name: string) =>
    page
      .getByRole('button', { name, exact: true })
      .or(page.getByRole('link', { name, exact: true }))
      .filter({ visible: true })
      .first();

  return {
    page,
    count,
    small,
    tap,

    /** Opens a page from the bar at the bottom. */
    go: (name: string) =>
      tap(page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name })),

    /** Opens a page from `More`. */
    async more(name: string): Promise<void> {
      await tap(
        page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'More' }),
      );
      await tap(page.getByRole('main').getByRole('link', { name, exact: true }));
    },

    async type(target: Locator | string, text: string): Promise<void> {
      const field = typeof target === 'string' ? page.getByLabel(target).first() : target;
      await field.fill(text);
      count.fields += 1;
    },

    /** Chooses from a native list: one tap to open it, one to choose. */
    async choose(target: Locator | string, option: string | { index: number }): Promise<void> {
      const field = typeof target === 'string' ? page.getByLabel(target).first() : target;
      await measure(field);
      await field.selectOption(option);
      count.taps += 2;
    },

    /** Chooses a file: one tap to open the gallery, one to choose. */
    async upload(target: Locator, name: string, mimeType: string, buffer: Buffer): Promise<void> {
      await target.setInputFiles({ name, mimeType, buffer });
      count.taps += 2;
    },

    /** Opens the group with this title. */
    unfold: (title: string) =>
      tap(page.locator('summary').filter({ hasText: title, visible: true }).first()),

    /** Waits until a text is visible. */
    sees: (text: string | RegExp) =>
      page.getByText(text).filter({ visible: true }).first().waitFor(),

    /** Waits until an element is hidden. */
    misses: (target: Locator) => target.waitFor({ state: 'hidden' }),

    card: (text: string) => page.getByRole('article').filter({ hasText: text }).first(),
  };
}

export type Thumb = ReturnType<typeof createThumb>;
