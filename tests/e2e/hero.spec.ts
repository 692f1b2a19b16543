import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { opacityAt } from '#app/document/candlestick-animation.ts';
import { expect, test, untilAlive } from './fixtures.ts';

/* Candles behind the words of the first screen, and the words before them. */

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
  'the heading': { selector: 'h1', least: 3 },
  'its golden part': { selector: 'h1 .gold-text', least: 3 },
  'the subtitle': { selector: 'h1 + p', least: 4.5 },
};

/** The colours of some words: one, or those of their gradient. */
const coloursOf = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).evaluate((element) => {
    const { color, backgroundImage } = getComputedStyle(element);
    return backgroundImage.match(/rgb\([^)]*\)/g) ?? [color];
  });

/** Every colour that was painted where some words stand. */
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

for (const theme of ['light', 'dark'] as const) {
  test(`candles stand behind the heading, which can be read before them, in ${theme}`, {
    tag: '@phone',
  }, async ({ page }) => {
    await page.addInitScript((chosen) => localStorage.setItem('vite-ui-theme', chosen), theme);
    // The test draws.
    await page.route(/\/assets\/chart-/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    );
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

    for (const [name, { selector, least }] of Object.entries(words)) {
      await fill(false);
      const ground = (await paintedBehind(page, selector))[0] ?? [0, 0, 0];
      // As if one candle stood behind all of it: nowhere is it ever harder to read.
      await fill(true);
      const behind = await paintedBehind(page, selector);
      const seen = behind.map((colour) => contrast(colour, ground));
      expect(Math.max(...seen), `a candle behind ${name} is seen`).toBeGreaterThan(1.12);
      const readable = behind.flatMap((colour) =>
        (colours[selector] ?? []).map((word) => contrast(word, colour)),
      );
      expect(Math.min(...readable), `${name} can be read`).toBeGreaterThanOrEqual(least);
    }
  });
}

test('the chart comes out of nothing at its top and is faint on the left, without a mask', async ({
  page,
}) => {
  // The same candles each time, some of which reach the top.
  await page.addInitScript(() => {
    // Without a worker, which has a chance of its own.
    Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen');
    let state = 7;
    Math.random = () => {
      state = (state * 16_807) % 2_147_483_647;
      return state / 2_147_483_647;
    };
  });
  await page.goto('/');
  const chart = page.locator('canvas');
  const readOpacities = () =>
    chart.evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const { width, height } = canvas;
      const copy = new OffscreenCanvas(width, height).getContext('2d', {
        willReadFrequently: true,
      });
      copy?.drawImage(canvas, 0, 0);
      const pixels = copy?.getImageData(0, 0, width, height).data;
      const rows = new Array<number>(height).fill(0);
      const columns = new Array<number>(width).fill(0);
      for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
          const opacity = (pixels?.[(y * width + x) * 4 + 3] ?? 0) / 255;
          rows[y] = Math.max(rows[y] ?? 0, opacity);
          columns[x] = Math.max(columns[x] ?? 0, opacity);
        }
      }
      return { rows, columns };
    });
  const most = (values: number[]) => Math.max(...values);
  await expect.poll(async () => most((await readOpacities()).rows)).toBeCloseTo(0.5, 2);
  const { rows, columns } = await readOpacities();
  const fading = rows.slice(0, rows.length / 4);
  expect(most(fading)).toBeGreaterThan(0.05);
  const tooStrong = fading.filter((opacity, y) => opacity > (0.5 * (y + 1)) / fading.length + 0.01);
  expect(tooStrong).toEqual([]);
  expect(most(columns.slice(0, columns.length / 2))).toBeCloseTo(0.25, 1);
  // A mask has a browser put the whole chart together anew by every frame.
  await expect(chart).toHaveCSS('mask-image', 'none');
});

test('the chart takes no press from what stands before it', async ({ page }) => {
  await page.goto('/');
  await untilAlive(page);
  await expect(page.locator('canvas')).toHaveCSS('pointer-events', 'none');
  await page.getByRole('link', { name: 'Explore Courses' }).click();
  await expect(page).toHaveURL('/services');
});
