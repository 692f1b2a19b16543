import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '#platform/log/logger.ts';
import { createFileStorage, type FileStorage } from '#platform/storage/file-storage.ts';
import { createStamping } from './create-stamping.ts';
import { runStampWorker, usualLimits } from './run-stamp-worker.ts';

const lerato = '3f6bd1c0-7a5e-4928-b8e1-5d02c94f7a61';
const thabo = '9d1f4f2e-0f7b-4c53-8f5f-3d6f2f0a9b11';
const line = 'lerato+gold@example.com · TP-7K4Q2';
const source = 'lessons/5b0c1d2e-1111-4222-8333-944455556666.pdf';
const dayMs = 86_400_000;
const log = createLogger('silent');

let dataDirectory: string;
let storage: FileStorage;
let now: Date;

beforeEach(async () => {
  dataDirectory = await mkdtemp(path.join(tmpdir(), 'stamping-'));
  storage = createFileStorage({ dataDirectory, objectStorage: undefined });
  now = new Date();
  const pdf = await PDFDocument.create();
  pdf.addPage().drawText('Entries and exits');
  await store(source, await pdf.save());
});
afterEach(() => rm(dataDirectory, { recursive: true, force: true }));

const store = (file: string, bytes: Uint8Array) =>
  storage.put({ path: file, content: Readable.from([bytes]), size: bytes.length });

/** Stamps by adding the line to the bytes, and counts how often. */
const stampWithoutWorker = () =>
  vi.fn<typeof runStampWorker>(async ({ bytes, line: text }) => ({
    stamped: new Uint8Array(Buffer.concat([bytes, Buffer.from(text)])),
  }));

function createTestStamping(run: typeof runStampWorker = stampWithoutWorker()) {
  return createStamping({ storage, dataDirectory, log, now: () => now, run });
}

const listCopies = async () => {
  const names = await readdir(path.join(dataDirectory, 'stamped'), { recursive: true });
  return names.filter((name) => name.endsWith('.pdf'));
};

const which = { customerId: lerato, path: source, line };

describe('the copy of a customer', () => {
  it('the copy of a customer is a stamped PDF that can be read in parts', async () => {
    const { getStampedPdf, openStampedPdf } = createTestStamping(runStampWorker);
    const copy = await getStampedPdf(which);
    const bytes = await buffer(await openStampedPdf(copy.path));
    expect(bytes.length).toBe(copy.size);
    expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1);
    expect(bytes.equals(await buffer(await storage.open(source)))).toBe(false);
    const part = await buffer(await openStampedPdf(copy.path, { start: 7, end: 19 }));
    expect(part.equals(bytes.subarray(7, 20))).toBe(true);
  });

  it('the copy of a customer is made once, also for concurrent requests and after a restart', async () => {
    const run = stampWithoutWorker();
    const { getStampedPdf } = createTestStamping(run);
    const copies = await Promise.all([1, 2, 3].map(() => getStampedPdf(which)));
    const again = await createTestStamping(run).getStampedPdf(which);
    expect(run).toHaveBeenCalledTimes(1);
    expect(new Set([...copies, again].map(({ etag }) => etag)).size).toBe(1);
  });

  it('the copy of a customer is another one for each line, file and customer', async () => {
    const { getStampedPdf } = createTestStamping();
    const other = source.replace('5b0c', '6b0c');
    await store(other, Buffer.from('%PDF-1.7 other'));
    await getStampedPdf(which);
    await getStampedPdf({ ...which, line: 'lerato@example.org · TP-7K4Q2' });
    await getStampedPdf({ ...which, path: other });
    await getStampedPdf({ ...which, customerId: thabo });
    expect(await listCopies()).toHaveLength(4);
  });

  it('the copy of a customer is deleted 30 days after its last download', async () => {
    const run = stampWithoutWorker();
    const { getStampedPdf, sweepStamps } = createTestStamping(run);
    await getStampedPdf(which);
    await getStampedPdf({ ...which, customerId: thabo });
    now = new Date(+now + 29 * dayMs);
    await getStampedPdf(which);
    now = new Date(+now + 2 * dayMs);
    await sweepStamps();
    expect(await readdir(path.join(dataDirectory, 'stamped'))).toEqual([lerato]);
    now = new Date(+now + 29 * dayMs);
    await sweepStamps();
    expect(await listCopies()).toEqual([]);
    await getStampedPdf(which);
    expect(run).toHaveBeenCalledTimes(3);
  });

  it('the copy of a customer is deleted with the customer, even while it is made', async () => {
    const started = Promise.withResolvers<void>();
    const erased = Promise.withResolvers<void>();
    const { getStampedPdf, forgetStamps } = createTestStamping(async () => {
      started.resolve();
      await erased.promise;
      return { stamped: new Uint8Array(7) };
    });
    const download = getStampedPdf(which).catch((error: unknown) => error);
    await started.promise;
    await forgetStamps(lerato);
    erased.resolve();
    expect(await download).toMatchObject({ status: 503 });
    expect(await readdir(path.join(dataDirectory, 'stamped'))).toEqual([]);
  });

  it('leaves those of other customers', async () => {
    const { getStampedPdf, forgetStamps } = createTestStamping();
    await getStampedPdf(which);
    await getStampedPdf({ ...which, customerId: thabo });
    await forgetStamps(lerato);
    expect(await readdir(path.join(dataDirectory, 'stamped'))).toEqual([thabo]);
    await forgetStamps('2b6d8f0e-aaaa-4bbb-8ccc-9ddd0eee1fff');
  });

  it.each([
    ['cannot be stamped', async () => ({ fault: 'damaged' as const })],
    ['ends the worker', () => Promise.reject(new Error('The worker ended'))],
  ])(
    'the copy of a customer is an error if the file %s, and made by the next request',
    async (_, run) => {
      const failing = createTestStamping(run);
      await expect(failing.getStampedPdf(which)).rejects.toMatchObject({
        status: 503,
        code: 'pdf-unavailable',
        userMessage: 'This PDF can’t be prepared right now. Try again in a few minutes.',
      });
      expect(await listCopies()).toEqual([]);
      expect((await createTestStamping().getStampedPdf(which)).size).toBeGreaterThan(0);
    },
  );
});

describe('the check', () => {
  const check = (bytes: Uint8Array) =>
    createTestStamping(runStampWorker).checkPdf(async () => bytes);

  it('accepts a PDF that can be stamped', async () => {
    expect(await check(await buffer(await storage.open(source)))).toBeUndefined();
  });

  it('says what to do about a password', async () => {
    const pdf = await PDFDocument.create();
    pdf.addPage();
    pdf.encrypt({ userPassword: 'gold', ownerPassword: 'gold' });
    const text = 'This PDF is protected with a password. Export it again without a password.';
    expect(await check(await pdf.save())).toBe(text);
  });

  it('says what to do about a damaged file', async () => {
    const text = 'This file is damaged, or not a PDF. Export it again as PDF.';
    expect(await check(Buffer.from('%PDF-1.7\n%%EOF'))).toBe(text);
  });
});

describe('the worker', () => {
  const pdf = async () => ({ bytes: await buffer(await storage.open(source)), line });

  it('the worker is given up when it takes too long', async () => {
    const limits = { ...usualLimits, patienceMs: 0 };
    expect(await runStampWorker(await pdf(), limits)).toEqual({ fault: 'too-large' });
  });

  it('the worker is given up when it takes too much memory', async () => {
    const limits = { ...usualLimits, maxExternalBytes: 0 };
    expect(await runStampWorker(await pdf(), limits)).toEqual({ fault: 'too-large' });
  });

  it('the worker leaves the bytes of its caller as they are', async () => {
    const { bytes } = await pdf();
    await runStampWorker({ bytes, line });
    expect(bytes.length).toBeGreaterThan(0);
  });
});

it('works on one file at a time, and says so when many wait', async () => {
  let running = 0;
  let most = 0;
  const ended = Promise.withResolvers<void>();
  const { checkPdf } = createTestStamping(async () => {
    running += 1;
    most = Math.max(most, running);
    await ended.promise;
    running -= 1;
    return { stamped: new Uint8Array(7) };
  });
  const waiting = Array.from({ length: 40 }, () =>
    checkPdf(async () => new Uint8Array(7)).catch(({ code }: { code: string }) => code),
  );
  ended.resolve();
  const answers = await Promise.all(waiting);
  expect(most).toBe(1);
  expect(new Set(answers)).toEqual(new Set([undefined, 'pdfs-busy']));
});
