/*
 * A page of ours can be read and sent before any script has come: scripts are asked for once the
 * first paint is done. React Router has no setting for this, so its document is changed.
 */

const postponed = 'postponed';

/** If no frame is painted, as in a tab in the background, scripts start after this time, in milliseconds. */
const patienceMs = 1_000;

/** Turns the postponed elements into what they were. Runs inline, so it must stand on its own. */
function startAfterPaint(postponed: string, patienceMs: number): void {
  let hasStarted = false;
  const start = () => {
    if (hasStarted) return;
    hasStarted = true;
    for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel="${postponed}"]`)) {
      link.rel = 'modulepreload';
    }
    const waiting = document.querySelector<HTMLScriptElement>(`script[type="${postponed}"]`);
    if (!waiting) return;
    // A script runs when it is inserted, not when it changes its type.
    const script = document.createElement('script');
    script.type = 'module';
    script.textContent = waiting.textContent;
    document.head.append(script);
    script.remove();
  };
  // The second frame begins when the first has been painted.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)));
  setTimeout(start, patienceMs);
}

/** Postpones the modules of a rendered document until after its first paint. */
export function withScriptsAfterPaint(html: string, nonce: string): string {
  const call = `(${startAfterPaint.toString()})(${JSON.stringify(postponed)},${patienceMs})`;
  return html
    .replaceAll('<link rel="modulepreload"', `<link rel="${postponed}"`)
    .replace(' type="module" async=""', ` type="${postponed}"`)
    .replace('</body>', `<script nonce="${nonce}">${call}</script></body>`);
}
