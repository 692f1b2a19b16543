import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Builder, Capabilities, error, type WebElement } from 'selenium-webdriver';
import { findFreePort, until } from '#tests/support/site-process.ts';
import type { Driver } from './engine-browser.ts';

/** Returns the path of Debian's minimal WebKitGTK browser. */
async function findBrowser(): Promise<string> {
  const libraries = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
  const versions = (await readdir(libraries)).filter((name) => name.startsWith('webkit2gtk-'));
  const newest = versions.toSorted().at(-1);
  if (!newest) throw new Error('WebKitGTK is not installed.');
  return `${libraries}/${newest}/MiniBrowser`;
}

/** Starts a virtual screen. Returns its name and a function that stops it. */
async function startScreen() {
  const screen = spawn('Xvfb', [
    '-displayfd',
    '1',
    '-screen',
    '0',
    '1400x1000x24',
    '-nolisten',
    'tcp',
  ]);
  const [number] = await once(createInterface(screen.stdout), 'line');
  return { display: `:${number}`, stop: () => screen.kill() };
}

const isInTheWay = (reason: unknown) =>
  reason instanceof error.ElementNotInteractableError ||
  reason instanceof error.ElementClickInterceptedError;

/** Starts WebKitGTK on its own virtual screen, controlled by WebDriver. */
export async function startWebKit(): Promise<Driver> {
  const screen = await startScreen();
  const port = await findFreePort();
  const server = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, DISPLAY: screen.display },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  await until('WebKitWebDriver to answer', () =>
    fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const options = { binary: await findBrowser(), args: ['--automation'] };
  const browser = await new Builder()
    .usingServer(url)
    .withCapabilities(
      new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options }),
    )
    .build();
  const find = (element: string) => browser.executeScript<WebElement>(`return ${element};`);
  return {
    engine: 'webkit',
    open: (address) => browser.get(address),
    async resize(width, height) {
      await browser.manage().window().setRect({ x: 0, y: 0, width, height });
    },
    evaluate: (body) => browser.executeScript(body),
    // An element that is still scrolling into view or covered by a disappearing one cannot be
    // pressed yet.
    press: (element) =>
      until(`${element} to be pressed`, async () => {
        try {
          // The driver scrolls as smoothly as the page and does not wait for the end.
          await browser.executeScript(
            `(${element}).scrollIntoView({ block: 'center', behavior: 'instant' });`,
          );
          await (await find(element)).click();
          return true;
        } catch (reason) {
          if (isInTheWay(reason)) return false;
          throw reason;
        }
      }).then(() => {}),
    type: async (element, text) => (await find(element)).sendKeys(text),
    // The list of a drop-down is a window of the desktop, which automation cannot reach.
    async choose(element, value) {
      await browser.executeScript(
        `const select = ${element};
        select.value = arguments[0];
        for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));`,
        value,
      );
    },
    takePicture: async () => Buffer.from(await browser.takeScreenshot(), 'base64'),
    async close() {
      await browser.quit();
      server.kill();
      screen.stop();
    },
  };
}
