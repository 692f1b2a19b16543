import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { until } from '#tests/support/site-process.ts';

/** An element on a page, by its role and accessible name. */
export interface Target {
  role: 'button' | 'link' | 'textbox' | 'combobox' | 'heading' | 'dialog' | 'option' | 'radio';
  name: string | RegExp;
}

/** A browser that is controlled through its own automation protocol. */
export interface Driver {
  /** `firefox` or `webkit`. */
  engine: string;
  open(url: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Runs the body of a function in the page and returns its result, as JSON. */
  evaluate(body: string): Promise<unknown>;
  /** Presses, types and chooses in the element that a JavaScript expression returns. */
  press(element: string): Promise<void>;
  type(element: string, text: string): Promise<void>;
  choose(element: string, value: string): Promise<void>;
  /** Takes a picture of the viewport, as PNG. */
  takePicture(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Testing Library as one script that can be injected into any page. */
const queries = await readFile(
  createRequire(import.meta.url).resolve(
    '@testing-library/dom/dist/@testing-library/dom.umd.min.js',
  ),
  'utf8',
);

const matcher = (name: string | RegExp) =>
  name instanceof RegExp ? String(name) : JSON.stringify(name);

/** A JavaScript expression for the first visible element that matches, or null. */
const expression = ({ role, name }: Target) =>
  `(window.TestingLibraryDom.queryAllByRole(document.body, '${role}', { name: ${matcher(name)} })
    .find((element) => element.checkVisibility() && !element.disabled) ?? null)`;

/** False while a new document replaces the last one. */
const hasBody = 'document.body !== null';

/** Whether the page's scripts, or React, respond to presses. A form is touched for that. */
const isAlive = `(document.querySelector('[data-island]')?.dispatchEvent(new PointerEvent('pointerover')),
  'alive' in document.documentElement.dataset)`;

/**
 * A page as a visitor uses it: every action waits for its element, which is found by its role and
 * name.
 */
export class EnginePage {
  readonly driver: Driver;
  readonly #siteUrl: string;

  constructor(driver: Driver, siteUrl: string) {
    this.driver = driver;
    this.#siteUrl = siteUrl;
  }

  /** Opens a path of the site and waits until the page is interactive. */
  async open(path: string): Promise<void> {
    await this.driver.open(this.#siteUrl + path);
    await this.until('the page to come alive', isAlive);
  }

  /** Opens a path as a new visitor. */
  async openAsStranger(path: string): Promise<void> {
    await this.open(path);
    await this.driver.evaluate('localStorage.clear(); sessionStorage.clear();');
    await this.open(path);
  }

  /** Presses a link and waits until its page is interactive. */
  async follow(name: Target['name'], path: string | RegExp): Promise<void> {
    await this.press('link', name);
    await this.untilAt(path);
  }

  /** Waits until the page at a path is interactive. */
  async untilAt(path: string | RegExp): Promise<void> {
    const isThere =
      path instanceof RegExp
        ? `${path}.test(location.pathname)`
        : `location.pathname === ${JSON.stringify(path)}`;
    await this.until(`the page ${path}`, `${isThere} && ${isAlive}`);
  }

  /** Waits until an expression in the page is true. Throws an error with `what` on a timeout. */
  async until(what: string, condition: string): Promise<void> {
    await until(what, () => this.driver.evaluate(`return Boolean(${hasBody} && (${condition}));`));
  }

  async #find(target: Target): Promise<string> {
    await until(`${target.role} ${String(target.name)}`, async () => {
      // In one step, because a new document without the queries may load at any time.
      const answer = await this.driver.evaluate(
        `if (!('TestingLibraryDom' in window)) return 'no queries';
        return ${hasBody} && ${expression(target)} !== null;`,
      );
      if (answer === 'no queries') await this.driver.evaluate(queries);
      return answer === true;
    });
    return expression(target);
  }

  /** Waits until an element is visible. */
  async see(role: Target['role'], name: Target['name']): Promise<void> {
    await this.#find({ role, name });
  }

  /** Waits until a text is on the page. */
  async read(text: string): Promise<void> {
    await this.until(
      `the text "${text}"`,
      `document.body.innerText.includes(${JSON.stringify(text)})`,
    );
  }

  async press(role: Target['role'], name: Target['name']): Promise<void> {
    await this.driver.press(await this.#find({ role, name }));
  }

  async type(label: string | RegExp, text: string): Promise<void> {
    await this.driver.type(await this.#find({ role: 'textbox', name: label }), text);
  }

  /** Chooses an option of a drop-down by its position among the enabled ones, starting at 1. */
  async choose(label: string | RegExp, place: number): Promise<void> {
    const select = await this.#find({ role: 'combobox', name: label });
    const options = `Array.from((${select}).options).filter(({ value }) => value !== '')`;
    await this.until(`options of ${String(label)}`, `${options}.length >= ${place}`);
    const value = await this.driver.evaluate(`return ${options}[${place - 1}].value;`);
    await this.driver.choose(select, String(value));
  }
}
