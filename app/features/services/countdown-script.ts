import {
  formatCountdown,
  personalSaleEnd,
  type SaleSetting,
  saleStorageKey,
} from '#domain/sale.ts';
import { alive } from '../shell/early-presses.ts';

/** Shows the time that is left in the element before its script. Runs inline, so it stands on its own. */
function showCountdown(
  storageKey: string,
  alive: string,
  sale: { hours: number } | { endsAt: number },
  findPersonalEnd: typeof personalSaleEnd,
  format: typeof formatCountdown,
): void {
  const shown = document.currentScript?.previousElementSibling;
  if (!shown) return;
  let end = 0;
  if ('endsAt' in sale) {
    end = sale.endsAt;
  } else {
    let stored = null;
    try {
      stored = localStorage.getItem(storageKey);
      end = findPersonalEnd(stored, sale.hours, Date.now());
      localStorage.setItem(storageKey, String(end));
    } catch {
      // Storage is blocked: a sale begins with every page.
      end = findPersonalEnd(stored, sale.hours, Date.now());
    }
  }
  const show = () => {
    // From then on React counts.
    if (alive in document.documentElement.dataset) clearInterval(timer);
    else shown.textContent = format(end - Date.now());
  };
  const timer = setInterval(show, 1000);
  show();
}

/** The source of {@link showCountdown} as an inline script, the same for every visitor. */
export function countdownScript(sale: SaleSetting): string {
  if (!import.meta.env.SSR || sale.kind === 'none') return '';
  const end = sale.kind === 'until' ? { endsAt: Date.parse(sale.endsAt) } : { hours: sale.hours };
  const data = [saleStorageKey, alive, end].map((value) => JSON.stringify(value));
  const rules = [personalSaleEnd.toString(), formatCountdown.toString()];
  return `(${showCountdown.toString()})(${[...data, ...rules].join()})`;
}
