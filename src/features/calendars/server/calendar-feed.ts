import { timingSafeEqual } from 'node:crypto';
import { listBookingsFrom } from '#features/availability/server/index.ts';
import { countUp, findSetting, type SiteDeps } from '#features/settings/server/index.ts';
import { hashToken } from '#platform/auth/secret.ts';
import type { Caller } from '#platform/limits/limiter.ts';
import { composeFeed } from './compose-feed.ts';

type FeedDeps = Pick<SiteDeps, 'db' | 'secret' | 'readSettings' | 'limiter' | 'now'>;

/**
 * The setting that counts how often the link was renewed. The link is derived from the count and
 * the secret.
 */
const renewals = 'calendar-feed-renewals';

/** How long a booking stays in the feed after its session, in days. */
const keptDays = 60;

const dayMs = 24 * 3_600_000;

const toToken = (secret: string, count: string) => hashToken(secret, 'calendar-feed', count);

async function toAddress(
  { readSettings, secret }: FeedDeps,
  count: string,
): Promise<{ url: string }> {
  const { calendar } = await readSettings();
  return { url: `${calendar.siteUrl}/calendar/${toToken(secret, count)}.ics` };
}

/** Returns the private link to the bookings for calendar programs. */
export const readCalendarAddress = async (deps: FeedDeps): Promise<{ url: string }> =>
  toAddress(deps, (await findSetting(deps.db, renewals)) ?? '0');

/** Creates a new link; the previous one stops working. */
export const renewCalendarAddress = async (deps: FeedDeps): Promise<{ url: string }> =>
  toAddress(deps, await countUp(deps.db, renewals));

/**
 * Returns the bookings as a calendar (iCalendar) for a valid token of the private link; undefined
 * for any other. Throws `too-many-requests` (429).
 */
export async function composeCalendarFeed(
  deps: FeedDeps,
  { token }: { token: string },
  caller: Caller,
): Promise<string | undefined> {
  const { db, secret, readSettings, limiter, now } = deps;
  await limiter.count('read-calendar', caller);
  const expected = Buffer.from(toToken(secret, (await findSetting(db, renewals)) ?? '0'));
  const given = Buffer.from(token);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const from = new Date(now().getTime() - keptDays * dayMs);
  return composeFeed(await listBookingsFrom(db, from), await readSettings());
}
