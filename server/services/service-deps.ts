import type { Database } from '#server/db/executor.ts';
import type { CallOffMails, SendMail } from '#server/jobs/jobs.ts';
import type { Journal } from '#server/journal/journal.ts';
import type { Limiter } from '#server/limits/limiter.ts';
import type { Logger } from '#server/logger.ts';
import type { Mailer } from '#server/mail/mailer.ts';
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
  mailer: Pick<Mailer, 'send'>;
  /**
   * How long a submission waits in the journal for the database before this process mails it without,
   * in milliseconds: another process may have stored and mailed it.
   */
  mailAloneAfterMs: number;
  manageLinks: ManageLinks;
  readFacts: ReadFacts;
  /** The clock of the bookings. */
  now: () => Date;
  log: Logger;
}
