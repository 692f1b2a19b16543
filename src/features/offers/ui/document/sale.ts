import { onDomReady } from '#document/on-dom-ready.ts';
import {
  formatCountdown,
  personalSaleEnd,
  type SaleSetting,
  saleLength,
  saleStorageKey,
  untilNextSecond,
} from '#rules/sale.ts';

/*
 * Counts down the sale of `[data-sale]`, and ends it. A visitor's own sale is the same in all tabs.
 */

/** Returns when this visitor's sale ends, in epoch milliseconds. Starts one if there is none. */
function openPersonalSale(hours: number): number {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(saleStorageKey);
  } catch {
    // Storage is blocked: each page starts a new sale.
  }
  const end = personalSaleEnd(stored, hours, Date.now());
  try {
    localStorage.setItem(saleStorageKey, String(end));
  } catch {
    // Storage is full: the end lasts until the visitor leaves the page.
  }
  return end;
}

/**
 * Returns a function that keeps only the parts of the page for the time during the sale, or after
 * it.
 */
function findParts(plans: HTMLElement): (isOver: boolean) => void {
  const parts = [...plans.querySelectorAll<HTMLElement>('[data-sale-part]')].map((element) => ({
    element,
    marker: new Comment(),
  }));
  return (isOver) => {
    for (const { element, marker } of parts) {
      const isShown = (element.dataset.salePart === 'after') === isOver;
      element.hidden = false;
      if (isShown) marker.replaceWith(element);
      else element.replaceWith(marker);
    }
  };
}

function run(plans: HTMLElement, sale: SaleSetting): void {
  const showParts = findParts(plans);
  const clocks = plans.querySelectorAll<HTMLElement>('[data-countdown]');
  const longest = sale.kind === 'per-visitor' ? saleLength(sale.hours) : Number.POSITIVE_INFINITY;
  let end = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const open = () => {
    if (sale.kind === 'per-visitor') end = openPersonalSale(sale.hours);
    else if (sale.kind === 'until') end = Date.parse(sale.endsAt);
    update();
  };
  // Uses the clock, so that it is correct after the tab was suspended.
  const update = () => {
    clearTimeout(timer);
    const left = end - Date.now();
    // The clock was set back.
    if (left > longest) return open();
    for (const clock of clocks) {
      clock.textContent = formatCountdown(left);
      clock.classList.remove('invisible');
    }
    showParts(left <= 0);
    if (left > 0) timer = setTimeout(update, untilNextSecond(left));
  };

  open();
  document.addEventListener('visibilitychange', update);
  addEventListener('storage', ({ key }) => {
    // The key is null when the whole storage was cleared.
    if (key === saleStorageKey || key === null) open();
  });
}

onDomReady(() => {
  const plans = document.querySelector<HTMLElement>('[data-sale]');
  if (plans) run(plans, JSON.parse(plans.dataset.sale ?? ''));
});
