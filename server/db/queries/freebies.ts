import { desc } from 'drizzle-orm';
import type { Executor } from '#server/db/executor.ts';
import { freebies } from '#server/db/schema.ts';

/** All free files, newest first. */
export function listFreebies(db: Executor) {
  return db
    .select({ id: freebies.id, title: freebies.title, fileUrl: freebies.fileUrl })
    .from(freebies)
    .orderBy(desc(freebies.createdAt), desc(freebies.id));
}
