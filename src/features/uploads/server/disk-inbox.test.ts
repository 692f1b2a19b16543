import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDiskInbox } from './disk-inbox.ts';
import type { UploadInbox } from './upload-inbox.ts';

let directory: string;
let inbox: UploadInbox;
/** The free space on the disk, in bytes. */
let spare: number;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'inbox-'));
  spare = 1_000;
  inbox = await openDiskInbox(directory, async () => spare);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const noRoom = { status: 507, code: 'no-room' };

async function begin(size: number): Promise<string> {
  const metadata = { kind: 'video', filename: 'lesson.mp4' } as const;
  const answer = await inbox.begin({ metadata, size, owner: 'mentor@example.com' });
  return path.basename(answer.headers.get('Location') ?? '');
}

function send(id: string, offset: number, bytes: number): Promise<Response> {
  spare -= bytes;
  return inbox.handle(
    new Request(`http://inbox/api/uploads/${id}`, {
      method: 'PATCH',
      headers: {
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': String(offset),
        'Content-Type': 'application/offset+octet-stream',
        'Content-Length': String(bytes),
      },
      body: new Uint8Array(bytes),
    }),
  );
}

it('rejects an upload that does not fit on the disk', async () => {
  await expect(begin(1_001)).rejects.toMatchObject(noRoom);
  await begin(1_000);
});

it('rejects a part while the disk is full, and continues when there is space', async () => {
  const id = await begin(600);
  spare = 250;
  await expect(send(id, 0, 300)).rejects.toMatchObject(noRoom);
  spare = 1_000;
  expect((await send(id, 0, 300)).status).toBe(204);
  expect(await inbox.find(id)).toMatchObject({ received: 300, size: 600 });
});
