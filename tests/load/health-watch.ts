import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/*
 * Asks /healthz again and again, on a thread of its own: whoever sends the requests cannot hold
 * it up. Of each wait it takes off how long the site's main thread, and this one, stood ready
 * without being given a processor, which Linux counts: that is the machine's doing.
 */

/** One look at /healthz. Milliseconds; `at` since the epoch. */
export interface HealthWait {
  at: number;
  wait: number;
  /** How long the answer took, with what the machine did. */
  took: number;
  /** How long the site's main thread worked meanwhile, whatever on. */
  worked: number;
  isAlive: boolean;
}

/** Between two looks, in milliseconds. */
const pause = 10;

const { siteUrl, pid } = workerData as { siteUrl: string; pid: number };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** How long a thread has worked, and stood ready in vain, since it began: in milliseconds. */
function readTimes(thread: string): { worked: number; starved: number } {
  try {
    const [worked, starved] = readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ');
    return { worked: Number(worked) / 1e6, starved: Number(starved) / 1e6 };
  } catch {
    // Another system, or the process has ended.
    return { worked: 0, starved: 0 };
  }
}

/** The same for the site's main thread, with how long this one was starved as well. */
function readBoth() {
  const { worked, starved } = readTimes(`${pid}/task/${pid}`);
  return { worked, starved: starved + readTimes('thread-self').starved };
}

/** Whether the site answers with 200. */
function look(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  get(`${siteUrl}/healthz`, { agent }, (response) => {
    response.resume().on('end', () => resolve(response.statusCode === 200));
  }).on('error', () => resolve(false));
  return promise;
}

for (;;) {
  const at = Date.now();
  const before = readBoth();
  const startedAt = performance.now();
  const isAlive = await look();
  const took = performance.now() - startedAt;
  const after = readBoth();
  const worked = after.worked - before.worked;
  const wait = Math.max(0, took - (after.starved - before.starved));
  parentPort?.postMessage({ at, wait, took, worked, isAlive } satisfies HealthWait);
  await delay(pause);
}
