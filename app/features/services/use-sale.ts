import { useCallback, useEffect, useState } from 'react';
import { personalSaleEnd, type SaleSetting, saleStorageKey } from '#domain/sale.ts';

export type SaleOfVisitor = ReturnType<typeof useSale>;

/** The end that holds while storage is blocked: as long as the page lives. */
let unstoredEnd: number | null = null;

function readStored(): string | null {
  try {
    return localStorage.getItem(saleStorageKey);
  } catch {
    return unstoredEnd === null ? null : String(unstoredEnd);
  }
}

/** When this visitor's sale ends, in epoch milliseconds. Begins a new one where there is none. Browser only. */
function openPersonalSale(hours: number): number {
  const endsAt = personalSaleEnd(readStored(), hours, Date.now());
  try {
    localStorage.setItem(saleStorageKey, String(endsAt));
  } catch {
    unstoredEnd = endsAt;
  }
  return endsAt;
}

/**
 * The sale as this visitor has it, the same in all tabs. `begins` is whether the page began with
 * the sale on, so that the first render is the same on both sides.
 */
export function useSale(sale: SaleSetting, begins: boolean) {
  const [isOn, setIsOn] = useState(begins);
  /** In epoch milliseconds; nothing before the page has come alive, or without a sale. */
  const [endsAt, setEndsAt] = useState<number | null>(null);

  /** To be called when the clock was set back so far that the end is beyond the sale's length. */
  const open = useCallback(() => {
    if (sale.kind !== 'per-visitor') return;
    setEndsAt(openPersonalSale(sale.hours));
    setIsOn(true);
  }, [sale]);

  useEffect(() => {
    if (sale.kind === 'none') return;
    if (sale.kind === 'until') {
      setEndsAt(Date.parse(sale.endsAt));
      return;
    }
    open();
    const onStorage = (event: StorageEvent) => {
      // A null key is storage that was cleared as a whole.
      if (event.key === saleStorageKey || event.key === null) open();
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [sale, open]);

  /** To be called when the countdown has reached its end. */
  const end = useCallback(() => setIsOn(false), []);
  return { isOn, endsAt, end, open };
}
