import type { Changes } from '#server/db/changes.ts';
import type { Logger } from '#server/logger.ts';

interface PublicationsOptions {
  /** Returns when the next thing appears that is published later than this; nothing when there is none. */
  findNext: (after: Date) => Promise<Date | undefined>;
  changes: Pick<Changes, 'listen'>;
  log: Logger;
}

/** What may be published later is in these tables. */
const scheduledTables = new Set(['blog_posts', 'freebies', 'testimonials', 'videos']);

/** While it is not known what appears next, it is asked again after this time, in milliseconds. */
const unknownMs = 1_000;

/**
 * Knows when something appears that was published for later, though nobody changes anything then. It
 * is read when the content has changed, and when the last one that was known has appeared.
 */
export function watchPublications({ findNext, changes, log }: PublicationsOptions) {
  let known: { next: Date | undefined } | undefined;
  let isReading = false;
  let isHearing = false;
  let changesHeard = 0;

  async function read(after: Date): Promise<void> {
    const before = changesHeard;
    isReading = true;
    try {
      const next = await findNext(after);
      // What was read may be older than a change that was heard of meanwhile.
      if (before === changesHeard) known = { next };
    } catch (reason) {
      log.warn({ reason }, 'What is published next could not be read');
    } finally {
      isReading = false;
    }
  }

  /** Not before somebody asks: it opens a connection to the database. */
  function hearOfChanges(): void {
    if (isHearing) return;
    isHearing = true;
    changes.listen((change) => {
      if (change !== 'resync' && !scheduledTables.has(change.table)) return;
      changesHeard += 1;
      known = undefined;
    });
  }

  /** Returns when the next thing appears; soon, while that is not known; nothing when there is none. */
  return function nextPublication(after: Date): Date | undefined {
    hearOfChanges();
    if (known && !(known.next && known.next <= after)) return known.next;
    if (!isReading) void read(after);
    return new Date(after.getTime() + unknownMs);
  };
}
