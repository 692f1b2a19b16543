import type { Database } from '#platform/db/executor.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Limiter } from '#platform/limits/limiter.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { FileStorage } from '#platform/storage/file-storage.ts';

/** The platform as use cases see it. A topic adds what is its own. */
export interface ServiceDeps extends Pick<Jobs, 'sendMail' | 'callOffMails' | 'forgetAddresses'> {
  db: Database;
  limiter: Limiter;
  mailer: Pick<Mailer, 'send'>;
  storage: FileStorage;
  /** Behind every hash and signature that is sent to someone. */
  secret: string;
  siteUrl: string;
  dataDirectory: string;
  /** The folder of captured mails. */
  mailboxDirectory: string;
  /** Returns what is free on the disk of the data folder, in bytes. */
  readFreeBytes: () => Promise<number>;
  /** Off where the operator wants no such mails: problems are found and shown anyway. */
  hasAlertMails: boolean;
  /** The clock of the bookings. */
  now: () => Date;
  log: Logger;
}
