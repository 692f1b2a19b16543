import { createHmac } from 'node:crypto';
import { mentorDay } from '#features/settings/server/index.ts';
import type { ShownPage } from '#features/visits/rules/visits.ts';
import type { Database } from '#platform/db/executor.ts';
import type { Limiter } from '#platform/limits/limiter.ts';
import { toLimitKey } from '#platform/limits/network-keys.ts';
import type { Logger } from '#platform/log/logger.ts';
import { type Arrival, addVisits, takeSalt } from './queries/visits.ts';

/** How often page views are written, in milliseconds. */
const writeMs = 5_000;

/** The maximum number of unwritten page views. More are not counted. */
const maxWaiting = 10_000;

/** The length of the hash that distinguishes the visitors of a day, in bytes. */
const hashBytes = 12;

export interface VisitCounterOptions {
  db: Database;
  limiter: Pick<Limiter, 'takeHere'>;
  now: () => Date;
  /** Returns the mentor's time zone without a query. */
  readTimeZone: () => string;
  log: Logger;
}

export interface PageView {
  page: string;
  source: Omit<ShownPage, 'page'>;
  /**
   * The address and browser stay in memory until the next write. Then a hash replaces them, until
   * midnight.
   */
  ipAddress: string;
  userAgent: string;
}

interface WaitingView extends Pick<PageView, 'page' | 'source'> {
  day: string;
  visitor: string;
}

export type VisitCounter = ReturnType<typeof createVisitCounter>;

/**
 * Counts page views and visits in memory, and adds them to the sums in the database every few
 * seconds.
 */
export function createVisitCounter({ db, limiter, now, readTimeZone, log }: VisitCounterOptions) {
  let waiting: WaitingView[] = [];
  let writtenDay: string | undefined;
  let writing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const readToday = () => mentorDay(now(), { timeZone: readTimeZone() });

  function count({ page, source, ipAddress, userAgent }: PageView): void {
    const network = toLimitKey(ipAddress);
    const visitor = `${network} ${userAgent}`;
    if (waiting.length >= maxWaiting) return;
    if (!limiter.takeHere('count-page-of-network', network)) return;
    if (!limiter.takeHere('count-page', visitor)) return;
    waiting.push({ day: readToday(), page, source, visitor });
  }

  async function writeWaiting(): Promise<void> {
    const today = readToday();
    if (waiting.length === 0 && writtenDay === today) return;
    // Includes today even without page views: its first write deletes yesterday's hashes.
    const days = [...new Set([...waiting.map(({ day }) => day), today])].sort();
    try {
      for (const day of days) {
        const views = waiting.filter((view) => view.day === day);
        await writeDay(db, day, views);
        waiting = waiting.filter((view) => !views.includes(view));
      }
      writtenDay = today;
    } catch (reason) {
      log.warn({ reason }, 'Visits could not be written yet');
    }
  }

  /** Writes the current counts. Failed writes are retried the next time. */
  function write(): Promise<void> {
    writing = writing.then(writeWaiting);
    return writing;
  }

  return {
    count,
    write,
    /** Starts writing. Deletes hashes that remain from an earlier day. */
    start(): Promise<void> {
      timer ??= setInterval(() => void write(), writeMs).unref();
      return write();
    },
    stop(): Promise<void> {
      clearInterval(timer);
      return write();
    },
  };
}

function writeDay(db: Database, day: string, views: WaitingView[]): Promise<void> {
  return db.transaction(async (transaction) => {
    const salt = await takeSalt(transaction, day);
    const arrivals = salt === undefined ? [] : findArrivals(salt, views);
    const pages = views.map(({ page }) => page);
    if (pages.length > 0) await addVisits(transaction, { day, pages, arrivals });
  });
}

/** Returns the first view of each visitor. */
function findArrivals(salt: string, views: WaitingView[]): Arrival[] {
  const arrivals = new Map<string, Arrival>();
  for (const { visitor, page, source } of views) {
    if (arrivals.has(visitor)) continue;
    const digest = createHmac('sha256', salt).update(visitor).digest();
    arrivals.set(visitor, {
      hash: digest.toString('base64url', 0, hashBytes),
      page,
      ...source,
    });
  }
  return [...arrivals.values()];
}
