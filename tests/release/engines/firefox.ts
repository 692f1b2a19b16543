import puppeteer, { type ElementHandle } from 'puppeteer-core';
import type { Driver } from './engine-browser.ts';

/** Starts Debian's Firefox headless, controlled by WebDriver BiDi. */
export async function startFirefox(): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    headless: true,
  });
  const page = await browser.newPage();
  const find = async (element: string) =>
    (await page.evaluateHandle(element)) as ElementHandle<HTMLElement>;
  return {
    engine: 'firefox',
    async open(url) {
      await page.goto(url);
    },
    resize: (width, height) => page.setViewport({ width, height }),
    evaluate: (body) => page.evaluate(`(() => { ${body} })()`),
    press: async (element) => (await find(element)).click(),
    type: async (element, text) => (await find(element)).type(text),
    async choose(element, value) {
      await ((await find(element)) as ElementHandle<HTMLSelectElement>).select(value);
    },
    takePicture: () => page.screenshot(),
    close: () => browser.close(),
  };
}
