import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { until } from '#tests/support/site-process.ts';

/** What a person looks for on a page: a role and its accessible name, as assistive technology has them. */
export interface Target {
  role: 'button' | 'link' | 'textbox' | 'combobox' | 'heading' | 'dialog' | 'option';
  name: string | RegExp;
}

/** One browser of one engine, driven from outside through its own automation protocol. */
export interface Driver {
  /** `firefox` or `webkit`. */
  engine: string;
  open(url: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Runs the body of a function in the page. Returns what it returns, as JSON. */
  evaluate(body: string): Promise<unknown>;
  /** Presses, types and chooses in the element that an expression in the page stands for. */
  press(element: string): Promise<void>;
  type(element: string, text: string): Promise<void>;
  choose(element: string, value: string): Promise<void>;
  /** A picture of what is seen now, as PNG. */
  takePicture(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Testing Library, as one script that can be put into any page. */
const queries = await readFile(
  createRequire(import.meta.url).resolve(
    '@testing-library/dom/dist/@testing-library/dom.umd.min.js',
  ),
  'utf8',
);

const matcher = (name: string | RegExp) =>
  name instanceof RegExp ? String(name) : JSON.stringify(name);

/** An expression for the first element of that kind that is seen now, or null. */
const expression = ({ role, name }: Target) =>
  `(window.TestingLibraryDom.queryAllByRole(document.body, '${role}', { name: ${matcher(name)} })
    .find((element) => element.checkVisibility() && !element.disabled) ?? null)`;

/** Not yet while a new document takes the place of the last one. */
const hasBody = 'document.body !== null';

/** Whether the page's scripts, or React, answer presses. */
const isAlive = `'alive' in document.documentElement.dataset`;

/** A page as a visitor uses it: everything is waited for, and found by what it is called. */
export class EnginePage {
  readonly driver: Driver;
  readonly #siteUrl: string;

  constructor(driver: Driver, siteUrl: string) {
    this.driver = driver;
    this.#siteUrl = siteUrl;
  }

  /** Opens a path of the site and waits until presses reach the page. */
  async open(path: string): Promise<void> {
    await this.driver.open(this.#siteUrl + path);
    await this.until('the page to come alive', isAlive);
  }

  /** Opens a path as a visitor who was never here. */
  async openAsStranger(path: string): Promise<void> {
    await this.open(path);
    await this.driver.evaluate('localStorage.clear(); sessionStorage.clear();');
    await this.open(path);
  }

  /** Presses a link and waits until the page it leads to is alive. */
  async follow(name: Target['name'], path: string | RegExp): Promise<void> {
    await this.press('link', name);
    await this.untilAt(path);
  }

  /** Waits until the page at a path is alive. */
  async untilAt(path: string | RegExp): Promise<void> {
    const isThere =
      path instanceof RegExp
        ? `${path}.test(location.pathname)`
        : `location.pathname === ${JSON.stringify(path)}`;
    await this.until(`the page ${path}`, `${isThere} && ${isAlive}`);
  }

  /** Waits until an expression in the page is true. Throws when patience is over, with what was waited for. */
  async until(what: string, condition: string): Promise<void> {
    await until(what, () => this.driver.evaluate(`return Boolean(${hasBody} && (${condition}));`));
  }

  async #find(target: Target): Promise<string> {
    await until(`${target.role} ${String(target.name)}`, async () => {
      // In one step, because a new document, which has no queries yet, may come at any time.
      const answer = await this.driver.evaluate(
        `if (!('TestingLibraryDom' in window)) return 'no queries';
        return ${hasBody} && ${expression(target)} !== null;`,
      );
      if (answer === 'no queries') await this.driver.evaluate(queries);
      return answer === true;
    });
    return expression(target);
  }

  /** Waits until something is there to be seen. */
  async see(role: Target['role'], name: Target['name']): Promise<void> {
    await this.#find({ role, name });
  }

  /** Waits until a text stands somewhere on the page. */
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

  /** Chooses an option of a drop-down by its place among those that can be chosen, from 1. */
  async choose(label: string | RegExp, place: number): Promise<void> {
    const select = await this.#find({ role: 'combobox', name: label });
    const options = `Array.from((${select}).options).filter(({ value }) => value !== '')`;
    await this.until(`options of ${String(label)}`, `${options}.length >= ${place}`);
    const value = await this.driver.evaluate(`return ${options}[${place - 1}].value;`);
    await this.driver.choose(select, String(value));
  }
}
