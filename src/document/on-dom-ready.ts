/** Runs a function once the document has been parsed, so that early scripts do not delay it. */
export function onDomReady(run: () => void): void {
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', run, { once: true });
  } else {
    run();
  }
}
