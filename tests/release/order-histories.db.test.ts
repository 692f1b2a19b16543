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

/** A thousand in all. */
const batches = Array.from({ length: 20 }, (_, index) => index + 1);

it.each(batches)('50 random histories of orders agree with their rows, batch %i', async () => {
  const play = createHistoryPlayer(site, openingMorning);
  await fc.assert(fc.asyncProperty(orderHistory, play), { numRuns: 50 });
});
