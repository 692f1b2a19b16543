import type { DatabaseCircuit } from '#server/db/circuit.ts';
import type { Database } from '#server/db/executor.ts';
import type { RecordQueries } from '#server/db/queries/records.ts';
import { AppError } from '#server/errors.ts';

/** The longest that a call of the desk waits for the database, in milliseconds. */
export const deskTimeoutMs = 8_000;

export interface RecordDeps<Item extends { id: string }> {
  db: Database;
  circuit: DatabaseCircuit;
  /** The table that the call is about. */
  records: RecordQueries<Item>;
}

/** 404: there is no record of this id, or none any more. */
export const recordNotFound = () =>
  new AppError({
    code: 'not-found',
    status: 404,
    message: 'No such record',
    userMessage: 'This entry does not exist any more.',
  });
