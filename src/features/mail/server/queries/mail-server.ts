import { sql } from 'drizzle-orm';
import type { Executor } from '#platform/db/executor.ts';
import { mailServer } from '#platform/db/schema/schema.ts';

/** Returns the mail server that was saved, if there is one. */
export const findMailServer = (db: Executor) => db.query.mailServer.findFirst();

/** Saves the mail server, in place of the one before. */
export const putMailServer = (db: Executor, encrypted: string) =>
  db
    .insert(mailServer)
    .values({ encrypted })
    .onConflictDoUpdate({ target: mailServer.id, set: { encrypted, savedAt: sql`now()` } });
