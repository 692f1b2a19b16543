import { afterFirstPaint } from './after-first-paint.ts';
import { orderModules, postponed } from './scripts-after-paint.ts';

/*
 * Runs inline at the end of every document: turns the postponed elements into what they were, once
 * the page is painted. Modules run one after the other: all at once would hold up a press.
 */

/** What the URL of the module that brings the page to life has in it. */
const entry = '/entry.client-';

let hasStarted = false;

async function start(): Promise<void> {
  if (hasStarted) return;
  hasStarted = true;
  const links = [...document.querySelectorAll<HTMLLinkElement>(`link[rel^="${postponed}-"]`)];
  const sheets = links
    .filter(({ rel }) => rel.endsWith('-stylesheet'))
    .map(
      (link) =>
        new Promise((resolve) => {
          link.onload = link.onerror = resolve;
        }),
    );
  for (const link of links) link.rel = link.rel.slice(postponed.length + 1);
  const modules = links.flatMap(({ rel, href }) => (rel === 'modulepreload' ? [href] : []));
  for (const href of orderModules(modules)) {
    if (href.includes(entry)) continue;
    // What does not come is asked for again by the script below, and reported there.
    await import(/* @vite-ignore */ href).catch(() => {});
    // In a tab in the background every timer takes a second.
    if (!document.hidden) await new Promise((resolve) => setTimeout(resolve));
  }
  // Scripts show what is not in the markup yet: the whole style sheet has to be there for them.
  await Promise.all(sheets);
  const waiting = document.querySelector<HTMLScriptElement>(`script[type="${postponed}"]`);
  if (!waiting) return;
  // A script runs when it is inserted, not when it changes its type.
  const script = document.createElement('script');
  script.type = 'module';
  script.textContent = waiting.textContent;
  document.head.append(script);
  script.remove();
}

afterFirstPaint(start);
