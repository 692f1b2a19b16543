import { DatabaseError } from 'pg';

/** Returns the database's own error from a chain of causes; its `code` tells the reason. */
export function findDatabaseError(error: unknown): DatabaseError | undefined {
  let cause = error;
  while (cause instanceof Error && !(cause instanceof DatabaseError)) cause = cause.cause;
  return cause instanceof DatabaseError ? cause : undefined;
}
