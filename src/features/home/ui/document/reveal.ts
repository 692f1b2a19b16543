/**
 * The share of a block that has to be visible. A tall block may never reach it, so it is shown
 * after a delay.
 */
const threshold = 0.1;
const delayMs = 100;

const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting, intersectionRatio } of entries) {
      if (!(target instanceof HTMLElement)) continue;
      if (!isIntersecting) {
        target.dataset.reveal = 'hidden';
        continue;
      }
      observer.unobserve(target);
      if (target.dataset.reveal === '') continue;
      const show = () => {
        target.dataset.reveal = 'shown';
      };
      if (intersectionRatio >= threshold) show();
      else setTimeout(show, delayMs);
    }
  },
  { threshold: [0, threshold] },
);

/**
 * Fades each `[data-reveal]` in once. Only blocks outside the viewport are hidden, so nothing is
 * missing without JavaScript and nothing visible flickers. Scrolling alone shows them again
 * (src/ui/styles/base.css), even if this script has no time.
 */
export function revealBlocks(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const element of document.querySelectorAll('[data-reveal]')) observer.observe(element);
}
