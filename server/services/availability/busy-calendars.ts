import { isDeepStrictEqual } from 'node:util';
import pLimit from 'p-limit';
import { endOfBookableTime } from '#domain/booking-rules.ts';
import { type BusyCalendar, mostBusyCalendars } from '#domain/busy-calendar.ts';
import type { Span } from '#domain/slots.ts';
import { decrypt, encrypt } from '#server/auth/secret.ts';
import { CalendarError } from '#server/calendars/calendar-error.ts';
import type { CalendarNetwork, Validators } from '#server/calendars/download-calendar.ts';
import { findEmail } from '#server/calendars/is-busy.ts';
import type { BusyTimes } from '#server/calendars/read-busy-times.ts';
import { readCalendar } from '#server/calendars/read-calendar.ts';
import { createSingleFlight } from '#server/concurrency.ts';
import type { Database } from '#server/db/executor.ts';
import { listAccountEmails } from '#server/db/queries/accounts.ts';
import { lockHours } from '#server/db/queries/availability.ts';
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
} from '#server/db/queries/busy-calendars.ts';
import { invalidBody } from '#server/errors.ts';
import type { Logger } from '#server/logger.ts';
import { recordNotFound } from '#server/services/records/record-services.ts';
import type { ReadFacts } from '#server/services/site-facts.ts';

interface BusyCalendarDeps {
  db: Database;
  secret: string;
  siteUrl: string;
  network: CalendarNetwork | undefined;
  readFacts: ReadFacts;
  now: () => Date;
  log: Logger;
}

const dayMs = 24 * 3_600_000;

/** Each reading takes a thread, and memory for the whole file. */
const readAtOnce = 2;

/** From when to when a calendar is read, in which zone its whole days are, and whose it is. */
interface Asked extends Span {
  timeZone: string;
  owners: string[];
}

/**
 * Makes what is done with the mentor's own calendars. What their servers said of a version is
 * remembered by the process that read it: they need not send it again.
 */
export function createBusyCalendars(deps: BusyCalendarDeps) {
  const { db, secret, siteUrl, network, now, log, readFacts } = deps;
  const remembered = new Map<string, Validators & { readAt: Date; asked: Asked }>();
  const once = createSingleFlight<void>();
  const limit = pLimit(readAtOnce);

  /** Whole days, so that what was read stays the same for one. A day more than can be booked at either end. */
  async function toAsk(): Promise<Asked> {
    const { booking: rules, site, recipient } = await readFacts();
    const emails = [site.email, recipient, ...(await listAccountEmails(db))];
    const owners = [...new Set(emails.map((email) => email.toLowerCase()))].sort();
    const first = Math.floor(now().getTime() / dayMs) - 1;
    const last = Math.ceil(endOfBookableTime(now(), rules).getTime() / dayMs) + 1;
    const { timeZone } = rules;
    return { from: new Date(first * dayMs), to: new Date(last * dayMs), timeZone, owners };
  }

  async function ask(url: string, asked: Asked, known?: Validators) {
    // Google puts the owner's email into the address.
    const owners = [...asked.owners, findEmail(url)].filter((email) => email !== undefined);
    return readCalendar({
      ...{ url, known, network, ...asked, owners },
      ownHost: new URL(siteUrl).hostname,
    });
  }

  /** What is known counts if nobody has read another version since, and the same days are asked for. */
  function findKnown({ id, readAt }: BusyCalendarRow, asked: Asked): Validators | undefined {
    const known = remembered.get(id);
    if (!known || known.readAt.getTime() !== readAt?.getTime()) return undefined;
    return isDeepStrictEqual(known.asked, asked) ? known : undefined;
  }

  /** Bookings that are being made are finished first, so that the times change for nobody midway. */
  const store = (id: string, startedAt: Date, read: BusyTimes | undefined): Promise<boolean> =>
    db.transaction(async (transaction) => {
      await lockHours(transaction);
      const record = { id, startedAt, error: null, unreadEvents: read?.unread };
      const isNoted = await recordReading(transaction, record);
      if (isNoted && read) await replaceBusyTimes(transaction, id, read.busy);
      return isNoted;
    });

  async function readOnce(calendar: BusyCalendarRow): Promise<void> {
    const { id } = calendar;
    const startedAt = new Date();
    const asked = await toAsk();
    const known = findKnown(calendar, asked);
    try {
      const url = await decrypt(secret, calendar.encryptedUrl);
      if (url === undefined) throw new CalendarError(secretChanged);
      const read = await ask(url, asked, known);
      const validators = read ?? known;
      if (await store(id, startedAt, read)) {
        if (validators)
          remembered.set(id, { ...toValidators(validators), readAt: startedAt, asked });
      }
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      // Why is for the mentor alone: it may name one of their events.
      log.warn({ calendar: id }, 'A calendar of the mentor cannot be read');
      await recordReading(db, { id, startedAt, error: error.message });
    }
  }

  /** Reads a calendar; whoever asks meanwhile waits for the same. What is wrong with it is noted beside it. */
  const read = (calendar: BusyCalendarRow) =>
    once(calendar.id, () => limit(() => readOnce(calendar)));

  async function toShown(calendar: BusyCalendarRow): Promise<BusyCalendar> {
    const { id, name, createdAt, readAt, lastError, unreadEvents } = calendar;
    const url = await decrypt(secret, calendar.encryptedUrl);
    return {
      ...{ id, name, last_error: lastError, unread_events: unreadEvents },
      host: url === undefined ? null : new URL(url).hostname,
      created_at: createdAt.toISOString(),
      read_at: readAt?.toISOString() ?? null,
    };
  }

  async function add({ id, name, url }: { id: string; name: string; url: string }) {
    if (await findBusyCalendar(db, id)) return;
    await requireRoom(db);
    const startedAt = new Date();
    const asked = await toAsk();
    const read = await ask(url, asked).catch((error: unknown) => {
      if (!(error instanceof CalendarError)) throw error;
      throw invalidBody([{ field: 'url', message: error.message }]);
    });
    const encryptedUrl = await encrypt(secret, url);
    await db.transaction(async (transaction) => {
      await lockHours(transaction);
      await requireRoom(transaction);
      const unreadEvents = read?.unread ?? [];
      const calendar = { id, name, encryptedUrl, readAt: startedAt, unreadEvents };
      if (await insertBusyCalendar(transaction, calendar))
        await replaceBusyTimes(transaction, id, read?.busy ?? []);
    });
    if (read) remembered.set(id, { ...toValidators(read), readAt: startedAt, asked });
  }

  return {
    /** Lists the calendars, the first one first, without their addresses. */
    async listBusyCalendars() {
      const items = await Promise.all((await listBusyCalendars(db)).map(toShown));
      return { items, next_cursor: null };
    },

    /** Lists when the mentor is busy within the span, by which calendar. */
    listBusyTimes: (span: Span) => listBusyTimes(db, span),

    /**
     * Reads a calendar for the first time, and from then on every few minutes. Repeating it succeeds.
     * Throws 422 when it cannot be read, or there are as many as there may be.
     */
    addBusyCalendar: (form: { id: string; name: string; url: string }) => limit(() => add(form)),

    /** Reads a calendar now, and returns it. Throws 404. */
    async readBusyCalendar({ id }: { id: string }): Promise<BusyCalendar> {
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

    /** Forgets a calendar and what was read of it. Throws 404. */
    async deleteBusyCalendar({ id }: { id: string }): Promise<void> {
      await db.transaction(async (transaction) => {
        await lockHours(transaction);
        if (!(await removeBusyCalendar(transaction, id))) throw recordNotFound();
      });
      remembered.delete(id);
    },
  };
}

const toValidators = ({ etag, lastModified }: Validators): Validators => ({ etag, lastModified });

const secretChanged = 'The server’s secret was changed. Delete this calendar and add it again.';

/** Exact only while the hours are locked. */
async function requireRoom(db: Parameters<typeof countBusyCalendars>[0]): Promise<void> {
  if ((await countBusyCalendars(db)) < mostBusyCalendars) return;
  const message = `${mostBusyCalendars} calendars are connected, which is the maximum. Delete one first.`;
  throw invalidBody([{ field: '', message }]);
}
