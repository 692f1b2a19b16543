import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PdfFault } from '#features/stamping/rules/pdf-fault.ts';
import { projectDirectory } from '#platform/db/migrate.ts';

/** The input of the worker. */
export interface StampQuestion {
  bytes: Uint8Array<ArrayBuffer>;
  line: string;
}

/** The output of the worker. */
export type StampAnswer = { stamped: Uint8Array } | { fault: PdfFault };

export interface StampLimits {
  /** For reading and writing together, in milliseconds. */
  patienceMs: number;
  /** The memory of bytes that V8 does not count as its heap, such as unpacked streams. */
  maxExternalBytes: number;
}

/** The largest upload takes up to 230 MB and, encrypted, several seconds. */
export const usualLimits: StampLimits = {
  patienceMs: 60_000,
  maxExternalBytes: 384 * 1024 ** 2,
};

/** How often the memory is measured, in milliseconds. */
const measuringMs = 50;

const workerFile = path.join(projectDirectory, 'src/features/stamping/server/stamp-worker.ts');

/**
 * Stamps a PDF in a worker thread, which is terminated if it takes too much time or memory: the
 * file may be malicious. Throws only if the worker itself fails.
 */
export async function runStampWorker(
  { bytes, line }: { bytes: Uint8Array; line: string },
  { patienceMs, maxExternalBytes }: StampLimits = usualLimits,
): Promise<StampAnswer> {
  const moved = new Uint8Array(bytes);
  const worker = new Worker(workerFile, {
    workerData: { bytes: moved, line } satisfies StampQuestion,
    transferList: [moved.buffer],
    // The worker must not see the site’s flags and secrets.
    execArgv: [],
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '' },
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
    // The library logs what is wrong with a file.
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  const { promise, resolve, reject } = Promise.withResolvers<StampAnswer>();
  const giveUp = () => resolve({ fault: 'too-large' });
  const timer = setTimeout(giveUp, patienceMs);
  const measuring = setInterval(() => {
    worker.getHeapStatistics().then(
      ({ external_memory }) => external_memory > maxExternalBytes && giveUp(),
      // The worker has just ended.
      () => {},
    );
  }, measuringMs);
  worker.once('message', resolve);
  worker.once('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? giveUp() : reject(error),
  );
  worker.once('exit', () => reject(new Error('The worker ended without an answer')));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    clearInterval(measuring);
    worker.terminate().catch(() => {});
  }
}
