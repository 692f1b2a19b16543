import { eq } from 'drizzle-orm';
import type { Executor } from '#server/db/executor.ts';
import { mailHandovers } from '#server/db/schema.ts';

/** Notes that a mail server has got all of a mail, and may take it now. */
export const beginHandover = (db: Executor, key: string) =>
  db.insert(mailHandovers).values({ key }).onConflictDoNothing();

/** Forgets that: its answer is known, or somebody wants the mail to be sent again. */
export const endHandover = (db: Executor, key: string) =>
  db.delete(mailHandovers).where(eq(mailHandovers.key, key));

/** Returns whether a mail was handed over and nobody knows what became of it. */
export const isHandedOver = async (db: Executor, key: string): Promise<boolean> =>
  (await db.$count(mailHandovers, eq(mailHandovers.key, key))) > 0;
