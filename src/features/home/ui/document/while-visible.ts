/**
 * Calls `update` with whether the element is visible in a visible tab, now and whenever that
 * changes.
 */
export function whileVisible(element: Element, update: (isVisible: boolean) => void): void {
  let isOnScreen = false;
  const report = () => update(isOnScreen && !document.hidden);
  new IntersectionObserver(([entry]) => {
    isOnScreen = entry?.isIntersecting ?? false;
    report();
  }).observe(element);
  document.addEventListener('visibilitychange', report);
}
