/**
 * The mode of the sale: a countdown per visitor, a fixed end for everyone, or none. A countdown per
 * visitor restarts when it is over, so its price is open to everybody who asks.
 */
export type SaleSetting =
  | { kind: 'per-visitor'; hours: number }
  /** `endsAt` is an instant with an offset, e.g. `2026-12-31T23:59:00+02:00`. */
  | { kind: 'until'; endsAt: string }
  | { kind: 'none' };

/** The browser storage key of a visitor's own end, in milliseconds since the epoch. */
export const saleStorageKey = 'saleEndTime';

/**
 * Returns whether a page rendered at `now` (epoch milliseconds) starts with the sale on; always
 * true for a countdown per visitor.
 */
export function isSaleOn(sale: SaleSetting, now: number): boolean {
  switch (sale.kind) {
    case 'per-visitor':
      return true;
    case 'until':
      return now < Date.parse(sale.endsAt);
    case 'none':
      return false;
  }
}

/** Returns the length of a visitor's own sale, in milliseconds. */
export const saleLength = (hours: number): number => hours * 3_600_000;

/**
 * Returns when a visitor's sale ends, in epoch milliseconds: the stored end, or `hours` from `now`
 * if that is invalid. A stored end that is further away was stored with a wrong clock.
 */
export function personalSaleEnd(stored: string | null, hours: number, now: number): number {
  const end = Number(stored);
  const latest = now + saleLength(hours);
  return Number.isSafeInteger(end) && end > now && end <= latest ? end : latest;
}

/**
 * Returns a duration in milliseconds as `HH:MM:SS`, rounded up to a second; from 48 hours on as `9
 * days 10 h`.
 */
export function formatCountdown(remainingMs: number): string {
  const seconds = Math.max(0, Math.ceil(remainingMs / 1000));
  const hours = Math.floor(seconds / 3600);
  if (hours >= 48) return `${Math.floor(hours / 24)} days${hours % 24 ? ` ${hours % 24} h` : ''}`;
  const parts = [hours, Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/**
 * Returns the time until the countdown shows the next second, in milliseconds; 0 when it is over.
 */
export const untilNextSecond = (remainingMs: number): number =>
  remainingMs <= 0 ? 0 : remainingMs % 1000 || 1000;
