import type { DatabaseCircuit } from '#server/db/circuit.ts';
import type { Database } from '#server/db/executor.ts';
import type { SendMail } from '#server/jobs/jobs.ts';
import type { FileStorage } from '#server/storage/file-storage.ts';

/** What the desk's use cases work on. */
export interface DeskDeps {
  db: Database;
  circuit: DatabaseCircuit;
  sendMail: SendMail;
  storage: FileStorage;
  /** Deletes a booking for good. Throws 404. */
  deleteBooking: (which: { id: string }) => Promise<void>;
  /** Where captured mails lie; absent when mails are sent. */
  mailboxDirectory: string | undefined;
  now: () => Date;
}
