/** Whether an error, or one that caused it, says that this unique index would be violated. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === '23505' && 'constraint' in cause)
      return cause.constraint === constraint;
  }
  return false;
}

/** Whether an error, or one that caused it, says that a table does not exist. */
export function isUndefinedTable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === '42P01') return true;
  }
  return false;
}
