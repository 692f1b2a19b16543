import { whenRead } from '#document/when-read.ts';
import {
  formatCountdown,
  personalSaleEnd,
  type SaleSetting,
  saleLength,
  saleStorageKey,
  untilNextSecond,
} from '#features/offers/rules/sale.ts';

/* Counts the sale of `[data-sale]` down, and ends it. A visitor's own sale is the same in all tabs. */

/** Returns when this visitor's sale ends, in epoch milliseconds. Begins one where there is none. */
function openPersonalSale(hours: number): number {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(saleStorageKey);
  } catch {
    // Storage is blocked: a sale begins with every page.
  }
  const end = personalSaleEnd(stored, hours, Date.now());
  try {
    localStorage.setItem(saleStorageKey, String(end));
  } catch {
    // Storage is full: the end holds until the page is left.
  }
  return end;
}

/** Returns what leaves only those parts in the page that belong to the sale, or to the time after it. */
function takeParts(plans: HTMLElement): (isOver: boolean) => void {
  const parts = [...plans.querySelectorAll<HTMLElement>('[data-sale-part]')].map((element) => ({
    element,
    place: new Comment(),
  }));
  return (isOver) => {
    for (const { element, place } of parts) {
      const isShown = (element.dataset.salePart === 'after') === isOver;
      element.hidden = false;
      if (isShown) place.replaceWith(element);
      else element.replaceWith(place);
    }
  };
}

function run(plans: HTMLElement, sale: SaleSetting): void {
  const showParts = takeParts(plans);
  const clocks = plans.querySelectorAll<HTMLElement>('[data-countdown]');
  const longest = sale.kind === 'per-visitor' ? saleLength(sale.hours) : Number.POSITIVE_INFINITY;
  let end = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const open = () => {
    if (sale.kind === 'per-visitor') end = openPersonalSale(sale.hours);
    else if (sale.kind === 'until') end = Date.parse(sale.endsAt);
    look();
  };
  // By the clock: right after the tab has slept, too.
  const look = () => {
    clearTimeout(timer);
    const left = end - Date.now();
    // The clock was set back.
    if (left > longest) return open();
    for (const clock of clocks) {
      clock.textContent = formatCountdown(left);
      clock.classList.remove('invisible');
    }
    showParts(left <= 0);
    if (left > 0) timer = setTimeout(look, untilNextSecond(left));
  };

  open();
  document.addEventListener('visibilitychange', look);
  addEventListener('storage', ({ key }) => {
    // A null key is storage that was cleared as a whole.
    if (key === saleStorageKey || key === null) open();
  });
}

whenRead(() => {
  const plans = document.querySelector<HTMLElement>('[data-sale]');
  if (plans) run(plans, JSON.parse(plans.dataset.sale ?? ''));
});
