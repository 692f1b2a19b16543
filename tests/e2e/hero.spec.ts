import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { opacityAt } from '#features/home/ui/document/candlestick-animation.ts';
import { expect, test, untilAlive } from './fixtures.ts';

type Colour = [red: number, green: number, blue: number];

/** WCAG 2: relative luminance and contrast. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

const toColour = (text: string) =>
  text
    .match(/[\d.]+/g)
    ?.map(Number)
    .slice(0, 3) as Colour;

const words = {
  'the heading': { selector: 'h1', least: 3, isCrossed: true },
  'the golden part of the heading': { selector: 'h1 .gold-text', least: 3, isCrossed: true },
  'the subtitle': { selector: 'h1 + p', least: 4.5, isCrossed: false },
};

/** Returns the text colours of an element: one, or those of its gradient. */
const coloursOf = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).evaluate((element) => {
    const { color, backgroundImage } = getComputedStyle(element);
    return backgroundImage.match(/rgb\([^)]*\)/g) ?? [color];
  });

/** Returns every colour that is painted behind a text. */
async function paintedBehind(page: Page, selector: string): Promise<Colour[]> {
  const clip = await page.locator(selector).boundingBox();
  if (!clip) throw new Error(`${selector} is not shown`);
  const { data } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const found = new Map<string, Colour>();
  for (let at = 0; at < data.length; at += 3) {
    const colour: Colour = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    found.set(colour.join(), colour);
  }
  return [...found.values()];
}

test('the heading is readable in front of the candles in both themes', {
  tag: '@phone',
}, async ({ page }) => {
  for (const theme of ['light', 'dark'] as const) {
    await page.addInitScript((chosen) => localStorage.setItem('vite-ui-theme', chosen), theme);
    await page.goto('/');
    await untilAlive(page);
    const colours: Record<string, Colour[]> = {};
    for (const { selector } of Object.values(words)) {
      colours[selector] = (await coloursOf(page, selector)).map(toColour);
    }
    await page.locator('h1, h1 *, h1 + p').evaluateAll((elements) => {
      for (const { style } of elements as HTMLElement[]) {
        style.setProperty('-webkit-text-fill-color', 'transparent');
        style.backgroundImage = 'none';
      }
    });
    const chart = page.locator('canvas');
    // The test draws the candles itself, so it needs a canvas that the script does not use.
    await chart.evaluate((canvas) => canvas.replaceWith(canvas.cloneNode()));
    const width = (await chart.boundingBox())?.width ?? 0;
    const opacities = Array.from({ length: Math.ceil(width) }, (_, x) =>
      opacityAt(x / width, width),
    );
    const fill = (isCandle: boolean) =>
      chart.evaluate(
        (element, columns) => {
          const canvas = element as HTMLCanvasElement;
          const context = canvas.getContext('2d');
          context?.reset();
          if (!context) return;
          context.fillStyle = getComputedStyle(canvas).color;
          context.scale(canvas.width / columns.length, 1);
          for (const [x, opacity] of columns.entries()) {
            context.globalAlpha = opacity;
            context.fillRect(x, 0, 1, canvas.height);
          }
        },
        isCandle ? opacities : [],
      );

    for (const [name, { selector, least, isCrossed }] of Object.entries(words)) {
      await fill(false);
      const ground = (await paintedBehind(page, selector))[0] ?? [0, 0, 0];
      // The worst case is one candle behind all of the text.
      await fill(true);
      const behind = await paintedBehind(page, selector);
      const seen = behind.map((colour) => contrast(colour, ground));
      if (isCrossed)
        expect(Math.max(...seen), `a candle behind ${name} is seen`).toBeGreaterThan(1.12);
      else expect(Math.max(...seen), `no candle crosses ${name}`).toBeLessThan(1.02);
      const readable = behind.flatMap((colour) =>
        (colours[selector] ?? []).map((word) => contrast(word, colour)),
      );
      expect(Math.min(...readable), `${name} can be read`).toBeGreaterThanOrEqual(least);
    }
  }
});
