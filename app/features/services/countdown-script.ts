import {
  formatCountdown,
  personalSaleEnd,
  type SaleSetting,
  saleStorageKey,
} from '#domain/sale.ts';
import { alive } from '../shell/early-presses.ts';

/*
 * Runs inline behind the countdown: shows the time that is left in the element before it, until
 * the page is alive. Its `data-sale` is a `SaleSetting`.
 */

function findEnd(sale: SaleSetting): number | undefined {
  if (sale.kind === 'none') return undefined;
  if (sale.kind === 'until') return Date.parse(sale.endsAt);
  let end = personalSaleEnd(null, sale.hours, Date.now());
  try {
    end = personalSaleEnd(localStorage.getItem(saleStorageKey), sale.hours, Date.now());
    localStorage.setItem(saleStorageKey, String(end));
  } catch {
    // Storage is blocked: a sale begins with every page. Or it is full: what stands in it holds.
  }
  return end;
}

const script = document.currentScript;
const shown = script?.previousElementSibling;
const end = findEnd(JSON.parse(script?.dataset.sale ?? '{"kind":"none"}'));

function show(): void {
  // From then on React counts.
  if (!shown || end === undefined || alive in document.documentElement.dataset) {
    clearInterval(timer);
  } else shown.textContent = formatCountdown(end - Date.now());
}

const timer = setInterval(show, 1_000);
show();
