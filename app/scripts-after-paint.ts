/*
 * A page of ours can be read and sent before any script has come: scripts are asked for once the
 * first paint is done. React Router has no setting for this, so its document is changed.
 */

/** What the relation of a link begins with while it waits; a script has this type. */
const postponed = 'postponed';

/** If no frame is painted, as in a tab in the background, scripts start after this time, in milliseconds. */
const patienceMs = 1_000;

/** What the URL of the module that brings the page to life has in it. */
const entry = '/entry.client-';

/**
 * Turns the postponed elements into what they were. Modules run one after the other: all at once
 * would hold up a press. Runs inline, so it must stand on its own.
 */
function startAfterPaint(postponed: string, patienceMs: number, entry: string): void {
  let hasStarted = false;
  async function start(): Promise<void> {
    if (hasStarted) return;
    hasStarted = true;
    const links = [...document.querySelectorAll<HTMLLinkElement>(`link[rel^="${postponed}-"]`)];
    const settled = links.map(
      (link) =>
        new Promise((resolve) => {
          link.onload = link.onerror = resolve;
        }),
    );
    for (const link of links) link.rel = link.rel.slice(postponed.length + 1);
    for (const [index, { rel, href }] of links.entries()) {
      // Scripts show what is not in the markup yet: the whole style sheet has to be there for them.
      if (rel === 'stylesheet') await settled[index];
      // What does not come is asked for again by the script below, and reported there.
      else if (!href.includes(entry)) await import(/* @vite-ignore */ href).catch(() => {});
      // In a tab in the background every timer takes a second.
      if (!document.hidden) await new Promise((resolve) => setTimeout(resolve));
    }
    const waiting = document.querySelector<HTMLScriptElement>(`script[type="${postponed}"]`);
    if (!waiting) return;
    // A script runs when it is inserted, not when it changes its type.
    const script = document.createElement('script');
    script.type = 'module';
    script.textContent = waiting.textContent;
    document.head.append(script);
    script.remove();
  }
  // The second frame begins when the first has been painted.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)));
  setTimeout(start, patienceMs);
}

const call = `(${startAfterPaint.toString()})(${JSON.stringify(postponed)},${patienceMs},${JSON.stringify(entry)})`;

/**
 * Postpones the style sheet and the modules of a rendered document until after its first paint. The
 * sheet goes behind the rules that stand in the document: one that comes before them makes the
 * browser read those anew, and show a face that was late, so that words would move.
 */
export function withScriptsAfterPaint(html: string, nonce: string): string {
  let styleSheets = '';
  return html
    .replace(/<link rel="(stylesheet".*?>)/g, (_, link) => {
      styleSheets += `<link rel="${postponed}-${link}`;
      return '';
    })
    .replace('</head>', () => `${styleSheets}</head>`)
    .replaceAll('<link rel="modulepreload"', `<link rel="${postponed}-modulepreload"`)
    .replace(' type="module" async=""', ` type="${postponed}"`)
    .replace('</body>', `<script nonce="${nonce}">${call}</script></body>`);
}
