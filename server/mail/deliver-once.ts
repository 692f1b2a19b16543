import { describeError } from '#server/errors.ts';
import type { Journal } from '#server/journal/journal.ts';
import type { Logger } from '#server/logger.ts';
import type { Mail, Mailer } from './mail.ts';

/** Sends a mail unless this process, or an earlier one on this data folder, sent it before. */
export type DeliverOnce = (mail: Mail) => Promise<'sent' | 'sent-before'>;

interface DeliverOnceOptions {
  mailer: Mailer;
  journal: Pick<Journal, 'isMailed' | 'markMailed'>;
  log: Logger;
}

/**
 * The gate that every mail passes, whether a job sends it or, with the database away, the
 * replay of the journal. One at a time for each key; what was taken is written to the
 * journal before anything else happens. The database is not asked here: it may be away.
 */
export function createDeliverOnce({ mailer, journal, log }: DeliverOnceOptions): DeliverOnce {
  const running = new Map<string, Promise<unknown>>();

  async function deliver(mail: Mail): Promise<'sent' | 'sent-before'> {
    if (journal.isMailed(mail.key)) return 'sent-before';
    await mailer.send(mail);
    await journal.markMailed(mail.key).catch((error: unknown) => {
      // This process remembers all the same, and the database hears of it next.
      log.error(
        { mail: mail.key, reason: describeError(error) },
        'The journal could not note a sent mail',
      );
    });
    return 'sent';
  }

  return (mail) => {
    const before = running.get(mail.key) ?? Promise.resolve();
    const mine = before.then(
      () => deliver(mail),
      () => deliver(mail),
    );
    running.set(mail.key, mine);
    const forget = () => {
      if (running.get(mail.key) === mine) running.delete(mail.key);
    };
    mine.then(forget, forget);
    return mine;
  };
}
