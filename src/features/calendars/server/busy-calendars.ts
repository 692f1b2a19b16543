import pLimit from 'p-limit';
import { endOfBookableTime, type Span } from '#features/availability/rules/index.ts';
import { lockHours } from '#features/availability/server/index.ts';
import { maxBusyCalendars } from '#features/calendars/rules/busy-calendar.ts';
import type { SiteDeps } from '#features/settings/server/index.ts';
import { decrypt, encrypt } from '#platform/auth/secret.ts';
import { listAccountMailboxes } from '#platform/db/personal-data.ts';
import { describeOrigin, invalidBody, recordNotFound } from '#platform/errors/errors.ts';
import { createSingleFlight } from '#platform/jobs/concurrency.ts';
import {
  type BusyCalendarRow,
  countBusyCalendars,
  findBusyCalendar,
  insertBusyCalendar,
  listBusyCalendars,
  listBusyTimes,
  recordReading,
  removeBusyCalendar,
  replaceBusyTimes,
} from './queries/busy-calendars.ts';
import { CalendarError } from './reading/calendar-error.ts';
import type { CalendarNetwork } from './reading/download-calendar.ts';
import type { BusyTimes } from './reading/read-busy-times.ts';
import { readCalendar } from './reading/read-calendar.ts';
import { findEmail } from './reading/read-event.ts';

type BusyCalendarDeps = Pick<
  SiteDeps,
  'db' | 'secret' | 'siteUrl' | 'readSettings' | 'now' | 'log'
> & {
  network: CalendarNetwork | undefined;
};

const dayMs = 24 * 3_600_000;

/** Each reading needs a thread, and memory for the whole file. */
const concurrentReads = 2;

/** Reads the connected calendars and stores their busy times. */
export function createBusyCalendars(deps: BusyCalendarDeps) {
  const { db, secret, siteUrl, network, now, log, readSettings } = deps;
  const once = createSingleFlight<void>();
  const limit = pLimit(concurrentReads);

  /**
   * Reads the days that can be booked, with a margin on either side. The span has whole days, so
   * that a long event is cut at the same instant all day and its busy time does not change.
   */
  async function download(url: string): Promise<BusyTimes> {
    const { booking: rules, site, recipient } = await readSettings();
    // Google includes the owner's email in the address.
    const emails = [site.email, recipient, findEmail(url), ...(await listAccountMailboxes(db))];
    return readCalendar({
      url,
      network,
      timeZone: rules.timeZone,
      ownHost: new URL(siteUrl).hostname,
      owners: emails.flatMap((email) => email?.toLowerCase() ?? []),
      from: startOfDay(now().getTime() - dayMs),
      to: startOfDay(endOfBookableTime(now(), rules).getTime() + 2 * dayMs),
    });
  }

  /** Stores a reading after the bookings in progress have ended. */
  const store = (id: string, startedAt: Date, read: BusyTimes): Promise<void> =>
    db.transaction(async (transaction) => {
      await lockHours(transaction);
      const record = { id, startedAt, error: null, unreadEvents: read.unread };
      if (await recordReading(transaction, record))
        await replaceBusyTimes(transaction, id, read.busy);
    });

  async function readOnce({ id, encryptedUrl }: BusyCalendarRow): Promise<void> {
    const startedAt = new Date();
    try {
      const url = await decrypt(secret, encryptedUrl);
      if (url === undefined) throw new CalendarError(secretChanged);
      await store(id, startedAt, await download(url));
    } catch (error) {
      // The reason may name one of the mentor's events, so it is not logged.
      if (error instanceof CalendarError)
        log.warn({ calendar: id }, 'A calendar of the mentor cannot be read');
      else log.error({ calendar: id, at: describeOrigin(error) }, 'Reading a calendar failed');
      const reason = error instanceof CalendarError ? error.message : readingFailed;
      await recordReading(db, { id, startedAt, error: reason });
    }
  }

  /** Reads a calendar once for all concurrent callers. */
  const read = (calendar: BusyCalendarRow) =>
    once(calendar.id, () => limit(() => readOnce(calendar)));

  async function toShown(calendar: BusyCalendarRow) {
    const { id, name, createdAt, readAt, lastError, unreadEvents } = calendar;
    const url = await decrypt(secret, calendar.encryptedUrl);
    return {
      id,
      name,
      last_error: lastError,
      unread_events: unreadEvents,
      host: url === undefined ? null : new URL(url).hostname,
      created_at: createdAt,
      read_at: readAt,
    };
  }

  async function add({ id, name, url }: { id: string; name: string; url: string }) {
    if (await findBusyCalendar(db, id)) return;
    await requireRoom(db);
    const startedAt = new Date();
    const read = await download(url).catch((error: unknown) => {
      if (!(error instanceof CalendarError)) throw error;
      throw invalidBody([{ field: 'url', message: error.message }]);
    });
    const encryptedUrl = await encrypt(secret, url);
    await db.transaction(async (transaction) => {
      await lockHours(transaction);
      await requireRoom(transaction);
      const calendar = { id, name, encryptedUrl, readAt: startedAt, unreadEvents: read.unread };
      if (await insertBusyCalendar(transaction, calendar))
        await replaceBusyTimes(transaction, id, read.busy);
    });
  }

  return {
    /** Lists the calendars, the oldest first, without their addresses. */
    async listBusyCalendars() {
      const items = await Promise.all((await listBusyCalendars(db)).map(toShown));
      return { items, next_cursor: null };
    },

    /** Lists the busy times within the span, by calendar. */
    listBusyTimes: (span: Span) => listBusyTimes(db, span),

    /**
     * Connects a calendar: reads it now, and then every few minutes. Repeating it succeeds. Throws
     * 422 if it cannot be read or the maximum is reached.
     */
    addBusyCalendar: (form: { id: string; name: string; url: string }) => limit(() => add(form)),

    /** Reads a calendar now, and returns it. Throws 404. */
    async readBusyCalendar({ id }: { id: string }) {
      const calendar = await findBusyCalendar(db, id);
      if (!calendar) throw recordNotFound();
      await read(calendar);
      const after = await findBusyCalendar(db, id);
      if (!after) throw recordNotFound();
      return toShown(after);
    },

    /** Reads all calendars. */
    async readBusyCalendars(): Promise<void> {
      await Promise.all((await listBusyCalendars(db)).map(read));
    },

    /** Deletes a calendar and its busy times. Throws 404. */
    async deleteBusyCalendar({ id }: { id: string }): Promise<void> {
      await db.transaction(async (transaction) => {
        await lockHours(transaction);
        if (!(await removeBusyCalendar(transaction, id))) throw recordNotFound();
      });
    },
  };
}

const startOfDay = (at: number) => new Date(Math.floor(at / dayMs) * dayMs);

const readingFailed =
  'Something went wrong on our side while we read this calendar. Try again in a few minutes.';

const secretChanged =
  'We can no longer decrypt this address. Delete this calendar and connect it again.';

/** Only exact while the hours are locked. */
async function requireRoom(db: Parameters<typeof countBusyCalendars>[0]): Promise<void> {
  if ((await countBusyCalendars(db)) < maxBusyCalendars) return;
  const message = `You can connect up to ${maxBusyCalendars} calendars. Please delete one first.`;
  throw invalidBody([{ field: '', message }]);
}
