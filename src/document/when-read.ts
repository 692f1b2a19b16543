/** Runs once the whole document is read: scripts that come early do not hold it up. */
export function whenRead(run: () => void): void {
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', run, { once: true });
  } else {
    run();
  }
}
