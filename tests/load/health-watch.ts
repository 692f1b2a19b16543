import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/*
 * Asks /healthz again and again, on a thread of its own: whoever sends the requests cannot hold
 * it up. A wait is the site's doing so far as its main thread has worked meanwhile, which Linux
 * tells; that it was given no processor, or its memory had to be fetched, is the machine's.
 */

/** One look at /healthz. Milliseconds; `at` since the epoch. */
export interface HealthWait {
  at: number;
  /** How long the answer took. */
  took: number;
  /** How much of that is the site's doing. */
  wait: number;
  isAlive: boolean;
}

/** Between two looks, in milliseconds. */
const pause = 10;

const { siteUrl, pid } = workerData as { siteUrl: string; pid: number };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** How long the site's main thread has worked since it began, in milliseconds. */
function readWork(): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    // Another system, or the process has ended: the whole wait counts then.
    return Number.NaN;
  }
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
  const before = readWork();
  const startedAt = performance.now();
  const isAlive = await look();
  const took = performance.now() - startedAt;
  const worked = readWork() - before;
  const wait = Number.isNaN(worked) ? took : Math.min(took, worked);
  parentPort?.postMessage({ at, took, wait, isAlive } satisfies HealthWait);
  await delay(pause);
}
