import type { Settings } from '#domain/settings/sections.ts';
import { nextMentorMidnight } from '#server/mentor-time.ts';

/**
 * Returns when the public pages look different next, though nobody changes anything: events pass at
 * the mentor's midnight, a sale ends when it says so, and what is scheduled is published then.
 */
export function nextTurn(
  after: Date,
  { booking, offers: { sale } }: Pick<Settings, 'booking' | 'offers'>,
  nextPublication?: Date,
): Date {
  const midnight = nextMentorMidnight(after, booking);
  const saleEnd = sale.kind === 'until' ? new Date(sale.endsAt) : midnight;
  return [saleEnd, nextPublication ?? midnight].reduce(
    (next, turn) => (turn > after && turn < next ? turn : next),
    midnight,
  );
}
