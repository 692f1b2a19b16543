import type { Database } from '#server/db/executor.ts';
import type { NewDelivery } from '#server/db/queries/mail-deliveries.ts';
import type { CallOffMails, SendMail } from '#server/jobs/jobs.ts';
import type { Journal } from '#server/journal/journal.ts';
import type { Limiter } from '#server/limits/limiter.ts';
import type { Logger } from '#server/logger.ts';
import type { DeliverOnce } from '#server/mail/deliver-once.ts';
import type { ManageLinks } from './bookings/manage-links.ts';
import type { ReadFacts } from './site-facts.ts';

/** What the use cases of leads, bookings and their mails work on. */
export interface ServiceDeps {
  db: Database;
  journal: Journal;
  wakeReplayer: () => void;
  limiter: Limiter;
  sendMail: SendMail;
  callOffMails: CallOffMails;
  deliverOnce: DeliverOnce;
  /** What this process is called among those on the database; nothing where it is alone. */
  processId: string | undefined;
  /** Tells the database of a mail that went out, once it hears again. */
  noteSent: (delivery: NewDelivery) => void;
  /**
   * How long a submission waits in the journal for the database before this process mails it by itself,
   * in milliseconds: another one may have it in its hands.
   */
  mailAloneAfterMs: number;
  manageLinks: ManageLinks;
  readFacts: ReadFacts;
  /** The clock of the bookings. */
  now: () => Date;
  log: Logger;
}
