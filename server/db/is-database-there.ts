import { setTimeout as delay } from 'node:timers/promises';
import { pingDatabase } from './client.ts';

/** Whoever asks whether the site is ready waits so long, in milliseconds. */
const patienceMs = 1_000;

/** Returns whether the database answers, within a second. Never rejects. */
export const isDatabaseThere = (db: Parameters<typeof pingDatabase>[0]): Promise<boolean> =>
  Promise.race([
    pingDatabase(db).then(
      () => true,
      () => false,
    ),
    delay(patienceMs, false, { ref: false }),
  ]);
