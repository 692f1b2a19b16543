import type { Changes } from '#platform/db/changes.ts';
import type { Logger } from '#platform/log/logger.ts';

interface PublicationsOptions {
  /** Returns the instant of the next publication after this, if there is one. */
  findNext: (after: Date) => Promise<Date | undefined>;
  changes: Pick<Changes, 'listen'>;
  log: Logger;
}

/** The tables with scheduled records. */
const scheduledTables = new Set(['blog_posts', 'courses', 'freebies', 'testimonials', 'videos']);

/** How long pages are valid while the next publication is unknown, in milliseconds. */
const unknownMs = 1_000;

/**
 * Tracks the next scheduled publication. Reads it again when content changes and when the last one
 * has passed.
 */
export function watchPublications({ findNext, changes, log }: PublicationsOptions) {
  let known: { next: Date | undefined } | undefined;
  let isReading = false;
  let isHearing = false;
  let changesReceived = 0;

  async function read(after: Date): Promise<void> {
    const before = changesReceived;
    isReading = true;
    try {
      const next = await findNext(after);
      // The result may be older than a change announced meanwhile.
      if (before === changesReceived) known = { next };
    } catch (reason) {
      log.warn({ reason }, 'The next publication could not be read');
    } finally {
      isReading = false;
    }
  }

  /** Only when needed, because it opens a connection to the database. */
  function listenForChanges(): void {
    if (isHearing) return;
    isHearing = true;
    changes.listen((change) => {
      if (change !== 'resync' && !scheduledTables.has(change.table)) return;
      changesReceived += 1;
      known = undefined;
    });
  }

  /**
   * Returns the next publication, or an instant soon after `after` while it is unknown; undefined
   * if there is none.
   */
  return function nextPublication(after: Date): Date | undefined {
    listenForChanges();
    if (known && !(known.next && known.next <= after)) return known.next;
    if (!isReading) void read(after);
    return new Date(after.getTime() + unknownMs);
  };
}
