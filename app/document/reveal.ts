import { whenRead } from './when-read.ts';

/*
 * Fades `[data-reveal]` in, each once. Only what is out of view is hidden at all: nothing is lost without
 * scripts, and nothing on the screen flickers.
 */

// Not at a tenth: of something high that is more than a screen shows.
const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!(target instanceof HTMLElement)) continue;
    if (!isIntersecting) {
      target.dataset.reveal = 'hidden';
      continue;
    }
    if (target.dataset.reveal) target.dataset.reveal = 'shown';
    observer.unobserve(target);
  }
});

whenRead(() => {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const element of document.querySelectorAll('[data-reveal]')) observer.observe(element);
});
