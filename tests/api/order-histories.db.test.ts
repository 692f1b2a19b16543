import fc from 'fast-check';
import { it } from 'vitest';
import { openingMorning } from '#tests/support/booking-bodies.ts';
import { sellInParts } from '#tests/support/offers-in-parts.ts';
import { createHistoryPlayer, orderHistory } from '#tests/support/order-histories.ts';
import { offerSampleBank } from '#tests/support/sample-bank.ts';
import { openTestSite } from '#tests/support/site.ts';

offerSampleBank();
sellInParts({ plans: 'three', sessions: 'deposit' });
const site = await openTestSite({ now: openingMorning });

// tests/release has a thousand.
it('a random history of an order reads the same on every page, and agrees with its rows', async () => {
  const play = createHistoryPlayer(site, openingMorning);
  await fc.assert(fc.asyncProperty(orderHistory, play), { numRuns: 30 });
});
