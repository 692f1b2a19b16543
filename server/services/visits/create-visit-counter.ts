import { createHmac } from 'node:crypto';
import type { ShownPage } from '#domain/visits.ts';
import type { Database } from '#server/db/executor.ts';
import {
  type Arrival,
  addVisits,
  type CountedVisits,
  takeSalt,
} from '#server/db/queries/visits.ts';
import type { Limiter } from '#server/limits/limiter.ts';
import { toLimitKey } from '#server/limits/network-keys.ts';
import type { Logger } from '#server/logger.ts';
import { mentorDay, nextMentorMidnight } from '#server/mentor-time.ts';

/** What was counted is gathered for so long before it is written, in milliseconds. */
const gatherMs = 5_000;

/** The most of a day that is gathered for one writing. What comes beyond it is not counted. */
const mostPages = 1_000;
const mostArrivals = 10_000;

/** The most visitors that a process remembers to have told of: the database knows the others. */
const mostKnown = 100_000;

/** So much of a digest tells the visitors of a day apart. */
const hashBytes = 12;

interface VisitCounterOptions {
  db: Database;
  limiter: Pick<Limiter, 'takeHere'>;
  now: () => Date;
  /** The mentor's time zone, as it is known without asking. */
  readTimeZone: () => string;
  log: Logger;
}

/** A page that somebody has been shown. */
export interface PageView {
  page: string;
  source: Omit<ShownPage, 'page'>;
  /** Both are forgotten at once: what stays of them is a hash, until midnight. */
  ipAddress: string;
  userAgent: string;
}

/** What this process knows of a day on the mentor's calendar. */
interface Day {
  name: string;
  timeZone: string;
  startsAt: Date;
  /** The instant of the midnight after it. */
  endsAt: Date;
  /** Unknown while the database is asked for it, and where the day is over elsewhere. */
  salt: string | undefined;
  salting: Promise<void> | undefined;
  /** Hashes that were told of, so that nobody is told of twice. */
  known: Set<string>;
  views: Map<string, number>;
  arrivals: Arrival[];
}

export type VisitCounter = ReturnType<typeof createVisitCounter>;

/**
 * Counts pages and visits in memory, and writes the sums every few seconds: nobody waits for the
 * database. Starts with the first page that is counted, or with `start`.
 */
export function createVisitCounter({ db, limiter, now, readTimeZone, log }: VisitCounterOptions) {
  let today: Day | undefined;
  /** What was not written yet of days that are over. */
  let over: Day[] = [];
  let writing: Promise<void> = Promise.resolve();
  let writeTimer: NodeJS.Timeout | undefined;
  let midnightTimer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function readToday(): Day {
    const at = now();
    const timeZone = readTimeZone();
    const isToday =
      today && at >= today.startsAt && at < today.endsAt && today.timeZone === timeZone;
    if (today && isToday) return today;
    if (today) over.push(today);
    const endsAt = nextMentorMidnight(at, { timeZone });
    today = {
      ...{ name: mentorDay(at, { timeZone }), timeZone, startsAt: at, endsAt },
      ...{ salt: undefined, salting: undefined },
      ...{ known: new Set(), views: new Map(), arrivals: [] },
    };
    return today;
  }

  /** Asks for the salt of a day once; never rejects. What failed is tried again with the next page. */
  function untilSalted(day: Day): Promise<void> {
    day.salting ??= takeSalt(db, day.name).then(
      (salt) => {
        day.salt = salt;
      },
      (reason: unknown) => {
        log.warn({ reason }, 'Unique visitors cannot be counted: only views are');
        day.salting = undefined;
      },
    );
    return day.salting;
  }

  /** Notes a visitor, if this process has not done so yet. */
  function arrive(day: Day, visitor: string, { page, source }: PageView): void {
    if (day.salt === undefined) return;
    if (day.known.size >= mostKnown || day.arrivals.length >= mostArrivals) return;
    const digest = createHmac('sha256', day.salt).update(visitor).digest();
    const hash = digest.toString('base64url', 0, hashBytes);
    if (day.known.has(hash)) return;
    day.known.add(hash);
    day.arrivals.push({ hash, page, ...source });
  }

  /** Counts a page at once, but for the first of a day: the database is asked for their salt meanwhile. */
  function count(view: PageView): void {
    const network = toLimitKey(view.ipAddress);
    const visitor = `${network} ${view.userAgent}`;
    if (!limiter.takeHere('count-page-of-network', network)) return;
    if (!limiter.takeHere('count-page', visitor)) return;
    const day = readToday();
    const views = day.views.get(view.page) ?? 0;
    if (views === 0 && day.views.size >= mostPages) return;
    day.views.set(view.page, views + 1);
    if (!isStopped) writeTimer ??= setTimeout(() => void write(), gatherMs).unref();
    if (day.salt !== undefined) arrive(day, visitor, view);
    else void untilSalted(day).then(() => arrive(day, visitor, view));
  }

  async function writeDay(day: Day): Promise<void> {
    await day.salting;
    if (day.views.size === 0 && day.arrivals.length === 0) return;
    const { salt, views, arrivals } = day;
    // What comes while this is written belongs to the next time.
    day.views = new Map();
    day.arrivals = [];
    const counted: CountedVisits = {
      ...{ day: day.name, salt, arrivals },
      views: [...views].map(([page, times]) => ({ page, views: times })),
    };
    try {
      if (await addVisits(db, counted)) return;
      // Another process has thrown it away, or the database has lost it: those who come are new.
      day.salt = undefined;
      day.salting = undefined;
      day.known.clear();
    } catch (reason) {
      log.warn({ reason }, 'Visits could not be written yet');
      for (const [page, times] of day.views) views.set(page, (views.get(page) ?? 0) + times);
      day.views = views;
      day.arrivals = [...arrivals, ...day.arrivals];
      if (!isStopped) writeTimer ??= setTimeout(() => void write(), gatherMs).unref();
    }
  }

  /** Writes what was counted so far. Never rejects: what cannot be written is kept for the next time. */
  function write(): Promise<void> {
    clearTimeout(writeTimer);
    writeTimer = undefined;
    writing = writing.then(async () => {
      const days = today ? [...over, today] : over;
      for (const day of days) await writeDay(day);
      over = over.filter(({ views }) => views.size > 0);
    });
    return writing;
  }

  /** Forgets who was here, at the mentor's midnight and whenever that has passed unseen. */
  async function turnDay(): Promise<void> {
    clearTimeout(midnightTimer);
    const day = readToday();
    await write();
    await untilSalted(day);
    if (isStopped) return;
    const waitMs = Math.max(1_000, day.endsAt.getTime() - now().getTime());
    midnightTimer = setTimeout(() => void turnDay(), waitMs).unref();
  }

  return {
    count,
    write,
    /** Throws away what an earlier day has left in the database, and does so at every midnight. */
    start: turnDay,
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(midnightTimer);
      await write();
    },
  };
}
