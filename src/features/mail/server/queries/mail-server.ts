import { sql } from 'drizzle-orm';
import type { Executor } from '#platform/db/executor.ts';
import { mailServer } from '#platform/db/schema/schema.ts';

/** Returns the saved mail server, if any. */
export const findMailServer = (db: Executor) => db.query.mailServer.findFirst();

/** Saves the mail server, replacing the previous one. */
export const putMailServer = (db: Executor, encrypted: string) =>
  db
    .insert(mailServer)
    .values({ encrypted })
    .onConflictDoUpdate({ target: mailServer.id, set: { encrypted, savedAt: sql`now()` } });
