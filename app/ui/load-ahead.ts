/** Safari has no idle callbacks yet. */
const whenIdle = (work: () => void) =>
  window.requestIdleCallback ? window.requestIdleCallback(work) : setTimeout(work, 200);

/** What loads the page of a link, for each that has not come into view yet or waits for its turn. */
const loaders = new Map<Element, () => void>();
const inView = new Set<Element>();
/** The addresses whose pages were loaded ahead in this visit. */
const loaded = new Set<string>();
let isTurnAwaited = false;
let observer: IntersectionObserver | undefined;

function observe(entries: IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) inView.add(target);
    else inView.delete(target);
  }
  awaitTurn();
}

function awaitTurn(): void {
  if (isTurnAwaited || inView.size === 0) return;
  isTurnAwaited = true;
  whenIdle(() => {
    isTurnAwaited = false;
    // Pictures of the page that is shown come first.
    if (document.readyState === 'complete') loadNext();
    else window.addEventListener('load', awaitTurn, { once: true });
  });
}

function loadNext(): void {
  const [link] = inView;
  if (link instanceof HTMLAnchorElement) {
    const load = loaders.get(link);
    forget(link);
    if (!loaded.has(link.href)) load?.();
    loaded.add(link.href);
  }
  awaitTurn();
}

function forget(link: Element): void {
  observer?.unobserve(link);
  loaders.delete(link);
  inView.delete(link);
}

/**
 * Calls `load` once the link is in view and the page that is shown is complete and has nothing else
 * to do: one link at a time, each address once a visit. Ends with the signal.
 */
export function loadAheadInView(
  link: HTMLAnchorElement,
  signal: AbortSignal,
  load: () => void,
): void {
  if (signal.aborted) return;
  observer ??= new IntersectionObserver(observe, { threshold: 0.5 });
  loaders.set(link, load);
  observer.observe(link);
  signal.addEventListener('abort', () => forget(link));
}
