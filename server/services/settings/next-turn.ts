import type { Settings } from '#domain/settings/sections.ts';
import { nextMentorMidnight } from '#server/mentor-time.ts';

/**
 * Returns when the public pages look different next, though nobody changes anything: events pass at
 * the mentor's midnight, and a sale ends when it says so.
 */
export function nextTurn(
  after: Date,
  { booking, offers: { sale } }: Pick<Settings, 'booking' | 'offers'>,
): Date {
  const midnight = nextMentorMidnight(after, booking);
  const saleEnd = sale.kind === 'until' ? new Date(sale.endsAt) : midnight;
  return saleEnd > after && saleEnd < midnight ? saleEnd : midnight;
}
