/*
 * A page of ours can be read and sent before any script has come: scripts are asked for once the
 * first paint is done. React Router has no setting for this, so its document is changed.
 */

/** What the relation of a link begins with while it waits; a script has this type. */
const postponed = 'postponed';

/** If no frame is painted, as in a tab in the background, scripts start after this time, in milliseconds. */
const patienceMs = 1_000;

/** Turns the postponed elements into what they were. Runs inline, so it must stand on its own. */
function startAfterPaint(postponed: string, patienceMs: number): void {
  let hasStarted = false;
  const start = () => {
    if (hasStarted) return;
    hasStarted = true;
    const runScript = () => {
      const waiting = document.querySelector<HTMLScriptElement>(`script[type="${postponed}"]`);
      if (!waiting) return;
      // A script runs when it is inserted, not when it changes its type.
      const script = document.createElement('script');
      script.type = 'module';
      script.textContent = waiting.textContent;
      document.head.append(script);
      script.remove();
    };
    const links = [...document.querySelectorAll<HTMLLinkElement>(`link[rel^="${postponed}-"]`)];
    // Scripts show what is not in the markup yet: the whole style sheet has to be there for them.
    const styleSheet = links.find(({ rel }) => rel === `${postponed}-stylesheet`);
    if (styleSheet) styleSheet.onload = styleSheet.onerror = runScript;
    for (const link of links) link.rel = link.rel.slice(postponed.length + 1);
    if (!styleSheet) runScript();
  };
  // The second frame begins when the first has been painted.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)));
  setTimeout(start, patienceMs);
}

const call = `(${startAfterPaint.toString()})(${JSON.stringify(postponed)},${patienceMs})`;

/** Postpones the style sheet and the modules of a rendered document until after its first paint. */
export function withScriptsAfterPaint(html: string, nonce: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', `<link rel="${postponed}-modulepreload"`)
    .replaceAll('<link rel="stylesheet"', `<link rel="${postponed}-stylesheet"`)
    .replace(' type="module" async=""', ` type="${postponed}"`)
    .replace('</body>', `<script nonce="${nonce}">${call}</script></body>`);
}
