import { jwks } from '#server/db/auth-schema.ts';
import type { Executor } from '#server/db/executor.ts';

/** Forgets every key that API tokens are signed with; the next token makes a new one. */
export async function deleteSigningKeys(db: Executor): Promise<void> {
  await db.delete(jwks);
}
