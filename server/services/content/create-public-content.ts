import type { DatabaseCircuit } from '#server/db/circuit.ts';
import type { Database } from '#server/db/executor.ts';
import { listCourses } from '#server/db/queries/courses.ts';
import { listTestimonials } from '#server/db/queries/testimonials.ts';
import { AppError, describeError } from '#server/errors.ts';
import type { PublicContent } from '#server/http/page-context.ts';
import type { Logger } from '#server/logger.ts';
import { listUpcomingEvents } from './list-upcoming-events.ts';

/** A page does not wait longer than this for what it shows, in milliseconds. */
const queryTimeoutMs = 2_000;

interface PublicContentOptions {
  db: Database;
  circuit: DatabaseCircuit;
  log: Logger;
  now?: () => Date;
}

/** What everybody may read, each as `null` while the database is away. */
export function createPublicContent({
  db,
  circuit,
  log,
  now = () => new Date(),
}: PublicContentOptions): PublicContent {
  async function readNow<T>(what: string, read: () => Promise<T>): Promise<T | null> {
    try {
      return await circuit.run(read, queryTimeoutMs);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.warn({ reason: describeError(error) }, `The ${what} could not be read`);
      return null;
    }
  }

  return {
    listTestimonials: () => readNow('testimonials', () => listTestimonials(db)),
    listCourses: () => readNow('courses', () => listCourses(db)),
    listUpcomingEvents: () => readNow('events', () => listUpcomingEvents(db, now())),
  };
}
