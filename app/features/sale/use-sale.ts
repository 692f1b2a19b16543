import { useCallback, useEffect, useState } from 'react';
import { isSaleOn, type SaleSetting, saleStorageKey } from '#domain/sale.ts';
import { openPersonalSale } from './personal-sale.ts';

interface Sale {
  /** Whether sale prices hold. */
  showSale: boolean;
  /** In epoch milliseconds; nothing before the page has come alive, or without a sale. */
  endsAt: number | null;
  /** To be called when the countdown has reached its end. */
  end: () => void;
}

/**
 * The sale as this visitor has it. `renderedAt` (epoch milliseconds) is the server's clock, so
 * that the first render is the same on both sides. Tabs agree: when one begins a new
 * sale, the others show it too.
 */
export function useSale(sale: SaleSetting, renderedAt: number): Sale {
  const [showSale, setShowSale] = useState(isSaleOn(sale, renderedAt));
  const [endsAt, setEndsAt] = useState<number | null>(null);

  useEffect(() => {
    if (sale.kind === 'none') return;
    if (sale.kind === 'until') {
      setEndsAt(Date.parse(sale.endsAt));
      return;
    }
    const open = () => {
      setEndsAt(openPersonalSale(sale.hours));
      setShowSale(true);
    };
    open();
    const onStorage = (event: StorageEvent) => {
      // A null key is storage that was cleared as a whole.
      if (event.key === saleStorageKey || event.key === null) open();
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [sale]);

  const end = useCallback(() => setShowSale(false), []);
  return { showSale, endsAt, end };
}
