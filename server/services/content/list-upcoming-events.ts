import type { UpcomingEvent } from '#domain/event.ts';
import type { Database } from '#server/db/executor.ts';
import { listEventsFrom } from '#server/db/queries/content.ts';
import { mentorDay, mentorInstant } from '#server/mentor-time.ts';

/** The events from the mentor's today on, the next one first. An event of today stays until midnight. */
export async function listUpcomingEvents(db: Database, now: Date): Promise<UpcomingEvent[]> {
  const rows = await listEventsFrom(db, mentorDay(now));
  return rows.map(({ time: stored, ...event }) => {
    const time = stored?.slice(0, 5) ?? null;
    return { ...event, time, startsAt: time && mentorInstant(event.date, time).toISOString() };
  });
}
