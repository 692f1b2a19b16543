/** If nothing is painted, as in a tab in the background, what waits for it begins after this time, in milliseconds. */
const patienceMs = 1_000;

/** Calls back once the first paint is on the screen, not only drawn; more than once, perhaps. */
export function afterFirstPaint(start: () => void): void {
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
  setTimeout(start, patienceMs);
}
