import { whenRead } from '#document/when-read.ts';

/*
 * Fades `[data-reveal]` in, each once. Only what is out of view is hidden at all: nothing is lost without
 * scripts, and nothing on the screen flickers.
 */

/** The part of a block that has to be in view. A tall block may never reach it, so it is shown after this time. */
const threshold = 0.1;
const patienceMs = 100;

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
      else setTimeout(show, patienceMs);
    }
  },
  { threshold: [0, threshold] },
);

whenRead(() => {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const element of document.querySelectorAll('[data-reveal]')) observer.observe(element);
});
