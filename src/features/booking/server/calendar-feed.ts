import { timingSafeEqual } from 'node:crypto';
import { countUp, findSetting } from '#features/settings/server/index.ts';
import { hashToken } from '#platform/auth/secret.ts';
import type { Caller } from '#platform/limits/limiter.ts';
import type { BookingDeps } from './booking-deps.ts';
import { composeFeed } from './compose-feed.ts';
import { listBookingsFrom } from './queries/bookings.ts';

type FeedDeps = Pick<BookingDeps, 'db' | 'secret' | 'readFacts' | 'limiter' | 'now'>;

/** How often the address was renewed: with the secret it makes the address, and without it nothing. */
const renewals = 'calendar-feed-renewals';

/** So long after its session a booking stays in the feed, in days. */
const keptDays = 60;

const dayMs = 24 * 3_600_000;

const toToken = (secret: string, count: string) => hashToken(secret, 'calendar-feed', count);

async function toAddress({ readFacts, secret }: FeedDeps, count: string): Promise<{ url: string }> {
  const { calendar } = await readFacts();
  return { url: `${calendar.siteUrl}/calendar/${toToken(secret, count)}.ics` };
}

/** Returns the private address at which calendar programs read the bookings. */
export const readCalendarAddress = async (deps: FeedDeps): Promise<{ url: string }> =>
  toAddress(deps, (await findSetting(deps.db, renewals)) ?? '0');

/** Makes another one; the former opens nothing any more. */
export const renewCalendarAddress = async (deps: FeedDeps): Promise<{ url: string }> =>
  toAddress(deps, await countUp(deps.db, renewals));

/**
 * Returns the bookings as a calendar (iCalendar) for whoever has the token of the private address;
 * nothing for any other token. Throws `too-many-requests` (429).
 */
export async function composeCalendarFeed(
  deps: FeedDeps,
  { token }: { token: string },
  caller: Caller,
): Promise<string | undefined> {
  const { db, secret, readFacts, limiter, now } = deps;
  await limiter.count('read-calendar', caller);
  const expected = Buffer.from(toToken(secret, (await findSetting(db, renewals)) ?? '0'));
  const given = Buffer.from(token);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const from = new Date(now().getTime() - keptDays * dayMs);
  return composeFeed(await listBookingsFrom(db, from), await readFacts());
}
