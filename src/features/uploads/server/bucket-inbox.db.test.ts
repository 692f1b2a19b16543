import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PutObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { UploadMetadata } from '#features/uploads/rules/upload.ts';
import { connectBucket } from '#platform/storage/connect-bucket.ts';
import { findStoragePath } from '#rules/stored-file.ts';
import type { TestApi } from '#tests/support/api.ts';
import { startObjectStore } from '#tests/support/object-store.ts';
import { filmBox, samplePdf, samplePicture, sampleVideo } from '#tests/support/sample-files.ts';
import { openTestSite } from '#tests/support/site.ts';

const owner = 'mentor@timevsprice.test';
const pdf: UploadMetadata = { kind: 'freebie', filename: 'guide.pdf' };
const film: UploadMetadata = { kind: 'video', filename: 'lesson.mp4' };

const directory = await mkdtemp(path.join(tmpdir(), 'bucket-inbox-'));
const store = await startObjectStore(directory);
const { api: one, startAnother } = await openTestSite({ objectStorage: store.config });
/** Shares only the database and the bucket with the first process. */
let other: TestApi;

beforeEach(async () => {
  other = await startAnother();
});
afterAll(async () => {
  await store.close();
  await rm(directory, { recursive: true, force: true });
});

async function begin(api: TestApi, size: number, metadata: UploadMetadata): Promise<string> {
  const { headers } = await api.services.uploads.begin({ metadata, size, owner });
  return headers.get('Location')?.split('/').at(-1) ?? '';
}

/** Makes one protocol request. `part` is the body and offset of a PATCH. */
function call(
  api: TestApi,
  id: string,
  method: string,
  part?: { from: number; content: BodyInit },
): Promise<Response> {
  const headers = {
    'Tus-Resumable': '1.0.0',
    ...(part && {
      'Upload-Offset': String(part.from),
      'Content-Type': 'application/offset+octet-stream',
    }),
  };
  const body = part && { body: part.content, duplex: 'half' as const };
  const request = new Request(`http://localhost/api/uploads/${id}`, { method, headers, ...body });
  return api.services.uploads.receive({ id, owner, request });
}

const patch = (api: TestApi, id: string, from: number, content: Buffer) =>
  call(api, id, 'PATCH', { from, content: new Uint8Array(content) });

const readOffset = async (api: TestApi, id: string) =>
  Number((await call(api, id, 'HEAD')).headers.get('Upload-Offset'));

async function finish(api: TestApi, id: string): Promise<string> {
  const finished = await api.services.uploads.finish({ id, owner });
  return 'url' in finished ? finished.url : finished.path;
}

async function send(api: TestApi, content: Buffer, metadata: UploadMetadata): Promise<string> {
  const id = await begin(api, content.length, metadata);
  await patch(api, id, 0, content);
  return id;
}

async function readStored({ storage }: TestApi, url: string): Promise<Buffer> {
  return Buffer.concat(await (await storage.open(findStoragePath(url) ?? '')).toArray());
}

/** Returns the upload parts in the bucket. */
async function listParts(): Promise<string[]> {
  const { client, bucket: Bucket } = connectBucket(store.config);
  const keys: string[] = [];
  const Prefix = 'uploads-in-progress/';
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix }))
    keys.push(...Contents.flatMap(({ Key }) => Key ?? []));
  client.destroy();
  return keys;
}

/** Returns a body that stays open after these bytes, until it is aborted. */
function openBody(bytes: Buffer) {
  const held = Promise.withResolvers<void>();
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => {});
  const chunkBytes = 16 * 1024;
  let at = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (at >= bytes.length) {
          held.resolve();
          await broken.promise;
        }
        controller.enqueue(new Uint8Array(bytes.subarray(at, at + chunkBytes)));
        at += chunkBytes;
      },
    },
    { highWaterMark: 0 },
  );
  return {
    body,
    untilHeld: held.promise,
    breakOff: () => broken.reject(new Error('The connection was lost')),
  };
}

it('an upload alternates between processes, and can be finished at either', async () => {
  const content = sampleVideo(300_000);
  const id = await begin(one, content.length, film);
  const sides = [other, one, other];
  for (const [turn, side] of sides.entries()) {
    const from = turn * 100_000;
    expect(await readOffset(side, id)).toBe(from);
    const answer = await patch(side, id, from, content.subarray(from, from + 100_000));
    expect(answer.status).toBe(204);
  }
  const url = await finish(one, id);
  expect(await finish(other, id)).toBe(url);
  expect((await readStored(other, url)).equals(content)).toBe(true);
  expect(await listParts()).toEqual([]);
  expect(await readOffset(other, id)).toBe(content.length);
});

it('of two requests with the same bytes one succeeds, and the other gets a conflict', async () => {
  const content = samplePdf(5_000);
  const id = await begin(one, content.length, pdf);
  const answers = await Promise.allSettled(
    [one, other].map((side) => patch(side, id, 0, content.subarray(0, 3_000))),
  );
  const taken = answers.filter(({ status }) => status === 'fulfilled');
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect([taken.length, refused.map(({ reason }) => reason.status)]).toEqual([1, [409]]);
  expect(await readOffset(one, id)).toBe(3_000);
  expect(await listParts()).toHaveLength(1);
  await patch(other, id, 3_000, content.subarray(3_000));
  expect((await readStored(one, await finish(one, id))).equals(content)).toBe(true);
});

describe('a connection that breaks', () => {
  const content = samplePdf(2_000_000);
  const half = content.subarray(0, 1_000_000);

  it('keeps the received bytes, so that the other process can continue', async () => {
    const id = await begin(one, content.length, pdf);
    const { body, untilHeld, breakOff } = openBody(half);
    const broken = call(one, id, 'PATCH', { from: 0, content: body });
    await untilHeld;
    breakOff();
    await expect(broken).rejects.toMatchObject({ code: 'upload-refused' });
    // Bytes in transit when the connection broke are lost.
    await expect.poll(() => readOffset(other, id)).toBeGreaterThan(half.length / 2);
    const offset = await readOffset(other, id);
    expect(offset).toBeLessThanOrEqual(half.length);
    await patch(other, id, offset, content.subarray(offset));
    expect((await readStored(one, await finish(one, id))).equals(content)).toBe(true);
  });

  it('damages nothing if the browser has already continued at the other process', async () => {
    const id = await begin(one, content.length, pdf);
    const { body, untilHeld, breakOff } = openBody(half);
    const dead = call(one, id, 'PATCH', { from: 0, content: body });
    await untilHeld;
    await patch(other, id, 0, content);
    breakOff();
    await expect(dead).rejects.toMatchObject({ code: 'upload-refused' });
    await expect.poll(listParts).toHaveLength(1);
    expect(await readOffset(one, id)).toBe(content.length);
    expect((await readStored(one, await finish(one, id))).equals(content)).toBe(true);
  });
});

it('an upload is finished by both processes at the same time, with one URL', async () => {
  const picture = await samplePicture('jpeg');
  for (const [content, metadata] of [
    [picture, { kind: 'testimonial', filename: 'a.jpg' }],
    [sampleVideo(200_000), film],
  ] as const) {
    const id = await send(one, content, metadata);
    const urls = await Promise.all([finish(one, id), finish(other, id), finish(one, id)]);
    expect(new Set(urls).size).toBe(1);
    expect(await readStored(one, urls[0] ?? '')).not.toHaveLength(0);
  }
  const stored: string[] = [];
  for await (const found of one.storage.list()) stored.push(found);
  expect(stored).toHaveLength(2);
});

it('files with the same name that start at the same time have different URLs', async () => {
  const sides = [one, other, one, other, one, other];
  const ids = await Promise.all(sides.map((side) => send(side, samplePdf(100), pdf)));
  const urls = await Promise.all(ids.map((id, turn) => finish(sides[turn] ?? one, id)));
  expect(new Set(urls).size).toBe(sides.length);
});

it('removes the location from a video while copying its parts', async () => {
  const place = '-26.2041+028.0473/';
  const content = Buffer.concat([
    filmBox('ftyp', 'isom\0\0\x02\0isom'),
    filmBox('mdat', 'x'.repeat(100_000)),
    filmBox('moov', filmBox('udta', place)),
  ]);
  const id = await begin(one, content.length, film);
  // The last part starts in the middle of the removed bytes.
  for (const [from, to] of [
    [0, 7],
    [7, 60_000],
    [60_000, content.length - 5],
    [content.length - 5, content.length],
  ] as const)
    await patch(other, id, from, content.subarray(from, to));
  const kept = await readStored(one, await finish(one, id));
  expect(kept).toHaveLength(content.length);
  expect(kept.includes('-26.2041')).toBe(false);
  expect(kept.includes('073/')).toBe(false);
});

it('deletes the parts of cancelled and rejected uploads', async () => {
  const id = await send(one, samplePdf(), pdf);
  expect(await listParts()).toHaveLength(1);
  expect((await call(other, id, 'DELETE')).status).toBe(204);
  await expect(call(one, id, 'HEAD')).rejects.toMatchObject({ code: 'upload-not-found' });
  await expect(send(one, samplePdf(), film)).rejects.toMatchObject({ code: 'wrong-content' });
  expect(await listParts()).toEqual([]);
});

it('reports that the bucket is unavailable, and continues when it is back', async () => {
  const content = samplePdf(5_000);
  const id = await begin(one, content.length, pdf);
  await patch(one, id, 0, content.subarray(0, 1_000));
  await store.close();
  await expect(patch(one, id, 1_000, content.subarray(1_000))).rejects.toMatchObject({
    status: 503,
    code: 'upload-refused',
  });
  expect(await readOffset(other, id)).toBe(1_000);
  await store.reopen();
  await patch(other, id, 1_000, content.subarray(1_000));
  expect((await readStored(one, await finish(one, id))).equals(content)).toBe(true);
});

it('sweeps abandoned uploads of any process, and parts that no upload names', async () => {
  const given = await begin(one, 100, pdf);
  await patch(one, given, 0, samplePdf(100).subarray(0, 10));
  const { client, bucket: Bucket } = connectBucket(store.config);
  // As left by a process that was killed between the bucket and the database.
  const Key = `uploads-in-progress/${given}/10-0000000000000000`;
  await client.send(new PutObjectCommand({ Bucket, Key, Body: 'left' }));
  client.destroy();
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  await other.services.uploads.sweep(inHours(23));
  expect(await listParts()).toHaveLength(2);
  await one.pool.query(`update uploads set touched_at = now() + interval '2 hours'`);
  await other.services.uploads.sweep(inHours(25));
  expect(await listParts()).toHaveLength(1);
  expect(await readOffset(one, given)).toBe(10);
  await other.services.uploads.sweep(inHours(27));
  expect(await listParts()).toEqual([]);
  await expect(call(one, given, 'HEAD')).rejects.toMatchObject({ code: 'upload-not-found' });
});

it('separates stored files from unfinished uploads', async () => {
  const id = await send(one, samplePdf(), pdf);
  const stored: string[] = [];
  for await (const found of one.storage.list()) stored.push(found);
  expect(stored).toEqual([]);
  expect(await one.storage.measure()).toEqual({ files: 0, bytes: 0 });
  await finish(one, id);
  expect((await one.storage.measure()).files).toBe(1);
});
