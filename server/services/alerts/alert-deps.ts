import type { Due } from '#domain/backup.ts';
import type { Database } from '#server/db/executor.ts';
import type { Journal } from '#server/journal/journal.ts';
import type { ServiceDeps } from '#server/services/service-deps.ts';

/** What is known of the backups: see `isOverdue`. */
export type ReadBackupAge = () => Promise<Pick<Due, 'madeAt' | 'since'>>;

/** What the alerts work on. */
export interface AlertDeps
  extends Pick<ServiceDeps, 'readFacts' | 'sendMail' | 'mailer' | 'now' | 'log'> {
  db: Database;
  journal: Pick<Journal, 'listPending' | 'failedAt' | 'unknownRecords'>;
  siteUrl: string;
  /** Returns what is free on the disk of the data folder, in bytes. */
  readFreeBytes: () => Promise<number>;
  /** Absent where the site makes no backups. */
  readBackupAge: ReadBackupAge | undefined;
  /** When this process began. */
  startedAt: Date;
  /** Off where the operator wants no such mails: problems are found and shown anyway. */
  hasAlertMails: boolean;
}
