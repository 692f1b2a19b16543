import { personalSaleEnd, saleStorageKey } from '#domain/sale.ts';

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
export function openPersonalSale(hours: number): number {
  const endsAt = personalSaleEnd(readStored(), hours, Date.now());
  try {
    localStorage.setItem(saleStorageKey, String(endsAt));
  } catch {
    unstoredEnd = endsAt;
  }
  return endsAt;
}
