import type { DatabaseCircuit } from '#server/db/circuit.ts';
import type { Database } from '#server/db/executor.ts';
import type { SendMail } from '#server/jobs/send-mail.ts';

/** What the desk's use cases work on. */
export interface DeskDeps {
  db: Database;
  circuit: DatabaseCircuit;
  sendMail: SendMail;
  /** Where captured mails lie; absent when mails are sent. */
  mailboxDirectory: string | undefined;
  now: () => Date;
}
