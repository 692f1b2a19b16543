import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describePdfFault } from '#features/stamping/rules/pdf-fault.ts';
import { AppError } from '#platform/errors/errors.ts';
import { createSingleFlight, limitConcurrency } from '#platform/jobs/concurrency.ts';
import type { ServiceDeps } from '#platform/service/service-deps.ts';
import type { StoredFile } from '#platform/storage/file-storage.ts';
import { runStampWorker } from './run-stamp-worker.ts';
import { createStampedCopies, type StampedFor } from './stamped-copies.ts';

export type Stamping = ReturnType<typeof createStamping>;

type StampingDeps = Pick<ServiceDeps, 'dataDirectory' | 'log' | 'now'> & {
  storage: Pick<ServiceDeps['storage'], 'open'>;
  /** Replaces the worker in tests. */
  run?: typeof runStampWorker;
};

/** A line as long as real ones, for the check. */
const sampleLine = 'customer@example.com · TP-7K4Q2';

/** Checks PDFs, and makes a copy of them for each customer, one at a time. */
export function createStamping({
  storage,
  dataDirectory,
  log,
  now,
  run = runStampWorker,
}: StampingDeps) {
  const limit = limitConcurrency({ running: 1, waiting: 30, refusal: pdfsBusy });
  const singleFlight = createSingleFlight<void>();
  const copies = createStampedCopies(path.join(dataDirectory, 'stamped'), now);

  /** Reads within the limit, so that only one file is in memory. */
  const stamp = (read: () => Promise<Uint8Array>, line: string) =>
    limit(async () => run({ bytes: await read(), line }));

  async function stampStored({ path: source, line }: StampedFor): Promise<Uint8Array> {
    const answer = await stamp(async () => buffer(await storage.open(source)), line);
    if ('stamped' in answer) return answer.stamped;
    throw new Error(`A PDF cannot be stamped: ${answer.fault}`);
  }

  async function make(which: StampedFor): Promise<void> {
    try {
      await copies.make(which, () => stampStored(which));
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      throw pdfUnavailable(cause);
    }
  }

  return {
    /**
     * Returns why a PDF cannot be stamped, for the mentor, or undefined if it can: a sample is made.
     * Throws `pdfs-busy` (503).
     */
    async checkPdf(read: () => Promise<Uint8Array>): Promise<string | undefined> {
      const answer = await stamp(read, sampleLine);
      return 'fault' in answer ? describePdfFault(answer.fault) : undefined;
    },
    /**
     * Returns the copy of a stored PDF for a customer, and makes it if it is missing. Throws 503
     * (`pdf-unavailable`, `pdfs-busy`, `storage-unavailable`).
     */
    async getStampedPdf(which: StampedFor): Promise<StoredFile> {
      const found = await copies.find(which);
      if (found) return found;
      await singleFlight(JSON.stringify(which), () => make(which));
      const made = await copies.find(which);
      if (!made) throw pdfUnavailable(new Error('The copy was deleted'));
      return made;
    },
    /** Opens a copy by its path, whole or in parts. */
    openStampedPdf: copies.open,
    /** Deletes the copies of a customer on this machine. */
    forgetStamps: copies.forget,
    /** Deletes copies on this machine that were not downloaded for 30 days. */
    async sweepStamps(): Promise<void> {
      const copiesDeleted = await copies.sweep();
      if (copiesDeleted > 0) log.info({ copies: copiesDeleted }, 'Stamped copies were deleted');
    },
  };
}

/** Too many PDFs are waiting (503). */
const pdfsBusy = () =>
  new AppError(503, 'pdfs-busy', 'Many PDFs are being prepared. Try again in a moment.', {
    headers: { 'Retry-After': '10' },
  });

/** A PDF that passed the check cannot be stamped, or its copy cannot be stored (503). */
const pdfUnavailable = (cause: unknown) =>
  new AppError(
    503,
    'pdf-unavailable',
    'This PDF can’t be prepared right now. Try again in a few minutes.',
    { message: 'A PDF could not be stamped', headers: { 'Retry-After': '60' }, cause },
  );
