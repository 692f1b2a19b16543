import type { Database } from '#server/db/executor.ts';
import { listClaimed, releaseDelivery } from '#server/db/queries/mail-claims.ts';
import { type NewDelivery, recordSent } from '#server/db/queries/mail-deliveries.ts';
import { endHandover } from '#server/db/queries/mail-handovers.ts';
import type { Journal } from '#server/journal/journal.ts';
import type { Logger } from '#server/logger.ts';

/** Between two tries to tell the database, in milliseconds: shorter than a job waits before it is repeated. */
const pauseMs = 1_000;

interface SentNotesOptions {
  db: Database;
  journal: Pick<Journal, 'isMailed'>;
  processId: string | undefined;
  log: Logger;
}

/**
 * Makes what tells the database of mails that went out while it could not hear of it, so that no other
 * process sends them once more. The journal outlives this process; what is here does not.
 */
export function createSentNotes({ db, journal, processId, log }: SentNotesOptions) {
  const untold = new Map<string, NewDelivery>();
  let timer: NodeJS.Timeout | undefined;
  let telling: Promise<void> | undefined;
  let isStopped = false;

  async function tell(): Promise<void> {
    try {
      for (const [key, { recipient, subject }] of untold) {
        await recordSent(db, { key, recipient, subject });
        await endHandover(db, key);
        untold.delete(key);
      }
    } catch (reason) {
      log.warn(
        { reason, mails: untold.size },
        'The database does not know about emails that were sent',
      );
    }
    if (untold.size > 0 && !isStopped) schedule();
  }

  function schedule(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      telling = tell();
    }, pauseMs);
  }

  return {
    /** Tells the database of a mail that went out, as soon as it hears. */
    note(delivery: NewDelivery): void {
      untold.set(delivery.key, delivery);
      schedule();
    },
    /**
     * Says of the mails that this process had begun to hand over, before it was ended, what became of
     * them: before it begins anew.
     */
    async settle(): Promise<void> {
      if (processId === undefined) return;
      for (const { key, recipient, subject } of await listClaimed(db, processId)) {
        if (journal.isMailed(key)) {
          await recordSent(db, { key, recipient, subject });
          await endHandover(db, key);
        } else await releaseDelivery(db, key, processId);
      }
    },
    /** Waits for what is being told, and goes on with nothing. The next start finds it in the journal. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await telling;
    },
  };
}
