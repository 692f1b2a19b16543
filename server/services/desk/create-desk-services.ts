import type { DatabaseCircuit } from '#server/db/circuit.ts';
import type { Database } from '#server/db/executor.ts';
import { postRecords } from '#server/db/queries/blog-posts.ts';
import { courseRecords } from '#server/db/queries/courses.ts';
import { eventRecords } from '#server/db/queries/events.ts';
import { createRecordServices } from '#server/services/records/create-record-services.ts';
import { createPostServices } from './create-post-services.ts';

interface DeskOptions {
  db: Database;
  circuit: DatabaseCircuit;
}

export type DeskServices = ReturnType<typeof createDeskServices>;

/** Puts together what the mentor's desk does. Starts nothing. */
export function createDeskServices({ db, circuit }: DeskOptions) {
  return {
    events: createRecordServices({ db, circuit, records: eventRecords }),
    courses: createRecordServices({ db, circuit, records: courseRecords }),
    posts: createPostServices({ db, circuit, records: postRecords }),
  };
}
