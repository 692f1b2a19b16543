import type { Due } from '#features/backups/rules/backup.ts';
import type { ManageLinks } from '#features/booking/server/manage-links.ts';
import type { Journal } from '#features/leads/server/journal/journal.ts';
import type { ReadFacts } from '#features/settings/server/site-facts.ts';
import type { UploadInbox } from '#features/uploads/server/upload-inbox.ts';
import type { Database } from '#platform/db/executor.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Limiter } from '#platform/limits/limiter.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { FileStorage } from '#platform/storage/file-storage.ts';

/** What use cases work on. Each names what it needs of it. */
export interface ServiceDeps extends Pick<Jobs, 'sendMail' | 'callOffMails' | 'forgetAddresses'> {
  db: Database;
  journal: Journal;
  wakeReplayer: () => void;
  limiter: Limiter;
  mailer: Pick<Mailer, 'send'>;
  storage: FileStorage;
  inbox: UploadInbox;
  /**
   * How long a submission waits in the journal for the database before this process mails it without,
   * in milliseconds: another process may have stored and mailed it.
   */
  mailAloneAfterMs: number;
  manageLinks: ManageLinks;
  readFacts: ReadFacts;
  /** Behind every hash and signature that is sent to someone. */
  secret: string;
  siteUrl: string;
  dataDirectory: string;
  /** The folder of captured mails. */
  mailboxDirectory: string;
  /** Returns what is free on the disk of the data folder, in bytes. */
  readFreeBytes: () => Promise<number>;
  /** Returns what `isOverdue` needs to know. Absent where the site makes no backups. */
  readBackupAge: (() => Promise<Pick<Due, 'madeAt' | 'since'>>) | undefined;
  /** Off where the operator wants no such mails: problems are found and shown anyway. */
  hasAlertMails: boolean;
  /** The clock of the bookings. */
  now: () => Date;
  log: Logger;
}
