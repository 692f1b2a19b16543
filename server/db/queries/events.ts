import { asc, gte } from 'drizzle-orm';
import type { Database } from '#server/db/executor.ts';
import { events } from '#server/db/schema.ts';
import { createRecordQueries } from './records.ts';

/** Events on `firstDay` (`YYYY-MM-DD`) or later, the next one first. */
export function listEventsFrom(db: Database, firstDay: string) {
  return db
    .select({
      id: events.id,
      title: events.title,
      date: events.date,
      time: events.time,
      location: events.location,
      description: events.description,
    })
    .from(events)
    .where(gte(events.date, firstDay))
    .orderBy(asc(events.date), asc(events.time), asc(events.id));
}

/** What the admin does with events. */
export const eventRecords = createRecordQueries({
  table: events,
  columns: {
    id: events.id,
    title: events.title,
    date: events.date,
    time: events.time,
    location: events.location,
    description: events.description,
    created_at: events.createdAt,
  },
  newest: events.date,
});
