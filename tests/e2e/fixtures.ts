import AxeBuilder from '@axe-core/playwright';
import { test as base, expect } from '@playwright/test';

interface Fixtures {
  /** What a test expects on the browser's console; anything else fails it. */
  allowedConsole: RegExp | undefined;
  checkAccessibility: () => Promise<void>;
}

/** Every test watches the console: an error, a warning or a failed hydration fails it. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names out of the pattern
  allowedConsole: async ({}, use) => use(undefined),

  page: async ({ page, allowedConsole }, use) => {
    const messages: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') messages.push(message.text());
    });
    page.on('pageerror', (error) => messages.push(String(error)));
    await use(page);
    const unexpected = messages.filter((text) => !allowedConsole?.test(text));
    expect(unexpected, 'the console stays silent').toEqual([]);
  },

  checkAccessibility: async ({ page }, use) => {
    await use(async () => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`,
      );
      expect(found, 'axe finds nothing').toEqual([]);
    });
  },
});

export { expect };

/** Waits until React has taken the page over, so that presses reach it. */
export async function untilAlive(page: import('@playwright/test').Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
}
