import { desc } from 'drizzle-orm';
import type { Executor } from '#server/db/executor.ts';
import { freebies } from '#server/db/schema.ts';
import { createRecordQueries } from './records.ts';

/** All free files, newest first. */
export function listFreebies(db: Executor) {
  return db
    .select({ id: freebies.id, title: freebies.title, fileUrl: freebies.fileUrl })
    .from(freebies)
    .orderBy(desc(freebies.createdAt), desc(freebies.id));
}

/** What the admin does with freebies. */
export const freebieRecords = createRecordQueries({
  table: freebies,
  columns: {
    id: freebies.id,
    title: freebies.title,
    file_url: freebies.fileUrl,
    created_at: freebies.createdAt,
  },
  newest: freebies.createdAt,
});
