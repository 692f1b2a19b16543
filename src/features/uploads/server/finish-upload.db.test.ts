import { mkdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { UploadMetadata } from '#features/uploads/rules/upload.ts';
import { findStoragePath } from '#rules/stored-file.ts';
import { createPdf } from '#tests/support/real-pdf.ts';
import { filmBox, samplePdf, samplePicture, sampleVideo } from '#tests/support/sample-files.ts';
import { openTestSite } from '#tests/support/site.ts';

const owner = 'mentor@timevsprice.test';
const picture = await samplePicture('jpeg');
const [plain, encrypted, locked, long] = [
  await createPdf(),
  await createPdf({ password: '' }),
  await createPdf({ password: 'gold' }),
  await createPdf({ pages: 30 }),
];
const pdf: UploadMetadata = { kind: 'freebie', filename: 'guide.pdf' };

const { api } = await openTestSite();
const inbox = path.join(api.dataDirectory, 'uploads-in-progress');

async function begin(size: number, metadata: UploadMetadata): Promise<string> {
  const { headers } = await api.services.uploads.begin({ metadata, size, owner });
  return headers.get('Location')?.split('/').at(-1) ?? '';
}

/** Makes one protocol request. `part` is the body and offset of a PATCH. */
function call(id: string, method: string, part?: { from: number; content: Buffer }) {
  const request = new Request(`http://localhost/api/uploads/${id}`, {
    method,
    headers: {
      'Tus-Resumable': '1.0.0',
      ...(part && {
        'Upload-Offset': String(part.from),
        'Content-Type': 'application/offset+octet-stream',
      }),
    },
    ...(part && { body: new Uint8Array(part.content) }),
  });
  return api.services.uploads.receive({ id, owner, request });
}

async function send(content: Buffer, metadata: UploadMetadata): Promise<string> {
  const id = await begin(content.length, metadata);
  await call(id, 'PATCH', { from: 0, content });
  return id;
}

/** Returns the path of a stored file. */
const finish = async (id: string) => {
  const finished = await api.services.uploads.finish({ id, owner });
  return { stored: 'path' in finished ? finished.path : (findStoragePath(finished.url) ?? '') };
};

async function read(stored: string): Promise<Buffer> {
  const file = await api.storage.find(stored);
  if (!file) throw new Error(`${stored} does not exist`);
  return Buffer.concat(await (await api.storage.open(stored)).toArray());
}

describe('a first part', () => {
  it('a first part of few bytes is not checked before the rest arrives', async () => {
    const content = sampleVideo(100);
    const id = await begin(content.length, { kind: 'video', filename: 'a.mp4' });
    expect((await call(id, 'PATCH', { from: 0, content: content.subarray(0, 3) })).status).toBe(
      204,
    );
    const rest = { from: 3, content: content.subarray(3) };
    expect((await call(id, 'PATCH', rest)).status).toBe(204);
    await expect(finish(id)).resolves.toBeDefined();
  });

  it('a first part that is all of a small file is checked immediately', async () => {
    await expect(send(samplePdf(100), { kind: 'video', filename: 'a.mp4' })).rejects.toMatchObject({
      code: 'wrong-content',
    });
  });
});

describe('a stored upload', () => {
  it('a stored upload is complete for a browser that missed the response', async () => {
    const content = samplePdf();
    const size = String(content.length);
    const id = await send(content, pdf);
    await finish(id);
    const asked = await call(id, 'HEAD');
    expect([asked.status, Object.fromEntries(asked.headers)]).toEqual([
      200,
      { 'tus-resumable': '1.0.0', 'upload-offset': size, 'upload-length': size },
    ]);
    const again = await call(id, 'PATCH', { from: 0, content });
    expect([again.status, again.headers.get('Upload-Offset')]).toEqual([204, size]);
  });

  it('a stored upload is deleted when its browser cancels it, but its file is kept', async () => {
    const id = await send(samplePdf(), pdf);
    const { stored } = await finish(id);
    const gone = await call(id, 'DELETE');
    expect([gone.status, gone.headers.get('Tus-Resumable')]).toEqual([204, '1.0.0']);
    await expect(call(id, 'HEAD')).rejects.toMatchObject({ code: 'upload-not-found' });
    expect(await api.storage.find(stored)).toBeDefined();
  });

  it('a stored upload has no URL after its file was deleted', async () => {
    const id = await send(samplePdf(), pdf);
    await api.storage.delete((await finish(id)).stored);
    await expect(finish(id)).rejects.toMatchObject({ code: 'upload-not-found' });
  });
});

it.each(['just words', '%PDF-1.7\n'])(
  'checks an upload at the end if a request was cut off: %j',
  async (text) => {
    const id = await begin(text.length, { kind: 'video', filename: 'a.mp4' });
    // The bytes arrived, but the response was lost.
    await writeFile(path.join(inbox, id), text);
    await expect(finish(id)).rejects.toMatchObject({ code: 'wrong-content' });
    await expect(call(id, 'HEAD')).rejects.toMatchObject({ code: 'upload-not-found' });
  },
);

it('does not find an upload whose bytes were lost', async () => {
  const id = await send(samplePdf(), pdf);
  await rm(path.join(inbox, id));
  await expect(finish(id)).rejects.toMatchObject({ code: 'upload-not-found' });
  await expect(call(id, 'HEAD')).rejects.toMatchObject({ status: 410 });
});

it('does not reuse the name of another file', async () => {
  const content = samplePdf();
  const id = await send(content, pdf);
  const { metadata } = JSON.parse(await readFile(path.join(inbox, `${id}.json`), 'utf8'));
  const taken = `freebies/${metadata.timestamp}-guide.pdf`;
  const other = samplePdf(77);
  await api.storage.put({ path: taken, content: Readable.from([other]), size: other.length });
  const { stored } = await finish(id);
  expect(stored).toBe(`freebies/${Number(metadata.timestamp) + 1}-guide.pdf`);
  expect((await read(taken)).equals(other)).toBe(true);
  expect((await read(stored)).equals(content)).toBe(true);
});

it.each(['isom', 'qt  '])('removes the location from a video (%s)', async (brand) => {
  const place = '-26.2041+028.0473/';
  const film = Buffer.concat([
    filmBox('ftyp', `${brand}\0\0\x02\0${brand}`),
    filmBox('moov', filmBox('udta', place)),
  ]);
  const { stored } = await finish(await send(film, { kind: 'video', filename: 'a' }));
  expect(stored).toMatch(brand === 'isom' ? /\.mp4$/ : /\.mov$/);
  expect((await read(stored)).includes(place)).toBe(false);
});

describe('a private file', () => {
  const vtt = 'WEBVTT\n\n00:37.265 --> 00:39.100\nZoë 𝗧. O’Neill\n';
  const captions: UploadMetadata = { kind: 'lesson-captions', filename: 'en.vtt' };

  it.each<[UploadMetadata['kind'], string, Buffer]>([
    ['lesson-film', 'mp4', sampleVideo(2_000)],
    ['lesson-film', 'mov', filmBox('ftyp', 'qt  \0\0\x02\0qt  ')],
    ['lesson-pdf', 'pdf', plain],
    ['lesson-pdf', 'pdf', encrypted],
    ['lesson-poster', 'jpg', picture],
    ['lesson-captions', 'vtt', Buffer.from(vtt)],
    ['lesson-captions', 'vtt', Buffer.from(`\uFEFF${vtt}`)],
  ])('a private file has a random path and no URL (%s, %s)', async (kind, ending, content) => {
    const metadata = { kind, filename: '../How I trade.exe' };
    const id = await send(content, metadata);
    const finished = await api.services.uploads.finish({ id, owner });
    expect(finished).toEqual({
      path: expect.stringMatching(new RegExp(`^lessons/[0-9a-f]{8}-[0-9a-f-]{27}\\.${ending}$`)),
    });
    expect(await api.services.uploads.finish({ id, owner })).toEqual(finished);
    expect(await finish(await send(content, metadata))).not.toEqual(finished);
  });

  it.each([
    ['needs a password', locked, 'protected with a password'],
    ['is cut off', long.subarray(0, 1_265), 'damaged, or not a PDF'],
    ['is a picture', picture, 'a JPEG picture, but a PDF is needed'],
  ])('refuses a PDF that %s', async (_, content, words) => {
    const sent = send(content, { kind: 'lesson-pdf', filename: 'Zoë’s plan.pdf' }).then(finish);
    await expect(sent).rejects.toMatchObject({
      status: 415,
      userMessage: expect.stringContaining(words),
    });
  });

  it.each([
    ['WebVTT', vtt],
    ['WebVTT with a mark', `\uFEFF${vtt}`],
    ['SubRip', '1\r\n00:00:37,265 --> 00:00:39,100\r\nZoë 𝗧. O’Neill\r\n'],
    ['SubRip with a mark', '\uFEFF1\n00:00:37,265 --> 00:00:39,100\nZoë 𝗧. O’Neill\n'],
  ])('stores captions of %s as WebVTT, centred', async (_, content) => {
    const { stored } = await finish(await send(Buffer.from(content), captions));
    expect(stored).toMatch(/\.vtt$/);
    expect(String(await read(stored))).toBe(
      'WEBVTT\n\n00:00:37.265 --> 00:00:39.100 align:center position:50%\nZoë 𝗧. O’Neill\n',
    );
  });

  it('refuses captions with a fault, and names its line', async () => {
    const content = `${vtt}\n00:41.000 --> 00:39.265\nGold\n`;
    await expect(send(Buffer.from(content), captions).then(finish)).rejects.toMatchObject({
      status: 415,
      userMessage: 'These captions are damaged. The caption in line 6 ends before it starts.',
    });
  });

  it.each([
    ['that begin later', `Captions\n${vtt}`],
    ['in UTF-16', Buffer.from(vtt, 'utf16le')],
    ['in Latin-1', Buffer.from(vtt.replace('𝗧', 'T').replace('’', "'"), 'latin1')],
  ])('refuses captions %s with what to do', async (_, content) => {
    const sent = send(Buffer.from(content as string), captions).then(finish);
    await expect(sent).rejects.toMatchObject({
      status: 415,
      userMessage: expect.stringContaining(
        'Export the captions as WebVTT (.vtt) or SubRip (.srt), in UTF-8.',
      ),
    });
  });
});

it('keeps a picture for the next attempt if the disk could not store the cleaned one', async () => {
  const content = await samplePicture('png');
  const id = await send(content, { kind: 'testimonial', filename: 'a.png' });
  await mkdir(path.join(inbox, `${id}.cleaned`));
  await expect(finish(id)).rejects.toMatchObject({ code: 'EISDIR' });
  await rmdir(path.join(inbox, `${id}.cleaned`));
  await expect(finish(id)).resolves.toBeDefined();
});
