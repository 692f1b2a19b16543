import { DatabaseError } from 'pg';

/** Returns what the database itself has said, of an error that it may have caused; its code tells what. */
export function findDatabaseError(error: unknown): DatabaseError | undefined {
  let cause = error;
  while (cause instanceof Error && !(cause instanceof DatabaseError)) cause = cause.cause;
  return cause instanceof DatabaseError ? cause : undefined;
}
