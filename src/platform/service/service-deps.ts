import type { Database } from '#platform/db/executor.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Limiter } from '#platform/limits/limiter.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { FileStorage } from '#platform/storage/file-storage.ts';

/** The platform dependencies of use cases. Features add their own. */
export interface ServiceDeps extends Pick<Jobs, 'sendMail' | 'cancelMails' | 'forgetAddresses'> {
  db: Database;
  limiter: Limiter;
  mailer: Pick<Mailer, 'send'>;
  storage: FileStorage;
  /** Signs and hashes everything that is sent to people. */
  secret: string;
  siteUrl: string;
  dataDirectory: string;
  /** The folder of captured emails. */
  mailboxDirectory: string;
  /** Returns the free space on the data folder's disk, in bytes. */
  readFreeBytes: () => Promise<number>;
  /** False if the operator wants no alerts by email. Problems are still detected and shown. */
  hasAlertMails: boolean;
  now: () => Date;
  log: Logger;
}
