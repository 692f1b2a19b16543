import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PgBoss } from 'pg-boss';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { readVideoBoxes } from '#features/uploads/rules/video-boxes.ts';
import { findStoragePath } from '#rules/stored-file.ts';
import { startObjectStore } from '#tests/support/object-store.ts';
import {
  filmBox,
  hostileFiles,
  sampleFilmWithIndexLast,
  samplePdf,
  samplePicture,
  sampleVideo,
} from '#tests/support/sample-files.ts';
import { openTestSite, type TestSite } from '#tests/support/site.ts';
import { dateStoredFile } from '#tests/support/stored-files.ts';
import { createTusClient } from '#tests/support/tus-client.ts';

const objects = await mkdtemp(path.join(tmpdir(), 'objects-'));
const store = await startObjectStore(objects);
const disk = await openTestSite();
const bucket = await openTestSite({ objectStorage: store.config });
const { api, admin } = disk;

afterAll(async () => {
  await store.close();
  await rm(objects, { recursive: true, force: true });
});

/** Creates a tus client that uploads to a site with these headers. */
const uploadTo = ({ api }: TestSite, headers: Record<string, string>) =>
  createTusClient(async (url, init) =>
    api.app.request(url, { ...init, headers: { ...init.headers, ...headers } }),
  );
const tus = uploadTo(disk, { Cookie: admin.cookie });

/** Lists the files of uploads in progress. */
async function inProgress(): Promise<string[]> {
  return readdir(path.join(api.dataDirectory, 'uploads-in-progress'));
}

async function listStored({ api } = disk): Promise<string[]> {
  const paths: string[] = [];
  for await (const found of api.storage.list()) paths.push(found);
  return paths.sort();
}

async function uploaded(
  content: Buffer,
  metadata: Record<string, string>,
  to = tus,
): Promise<string> {
  const answer = await to.upload(content, metadata);
  expect(answer.status).toBe(200);
  return (await answer.json()).url;
}

const problemOf = async (answer: Response) => {
  expect(answer.headers.get('Content-Type')).toContain('application/problem+json');
  return (await answer.json()) as { code: string; detail: string };
};

describe.each(['disk', 'object store'] as const)('with files on the %s', (place) => {
  const site = place === 'disk' ? disk : bucket;
  const { api, admin } = site;
  const tus = uploadTo(site, { Cookie: admin.cookie });

  it('takes a file in parts, keeps it under its path, and returns its address again on every repeat', async () => {
    const content = sampleVideo(300_000);
    const started = await tus.begin(content.length, { kind: 'video', filename: 'My lesson.mp4' });
    expect(started.status).toBe(201);
    const url = started.headers.get('Location') ?? '';
    expect(url).toMatch(/^\/api\/uploads\/[0-9a-f]{32}$/);
    expect((await tus.patch(url, 0, content.subarray(0, 100_000))).status).toBe(204);
    expect((await tus.finish(url)).status).toBe(409);
    const asked = await tus.ask(url);
    expect(asked.headers.get('Upload-Offset')).toBe('100000');
    expect(asked.headers.get('Upload-Length')).toBe('300000');
    // A part with the wrong offset is refused.
    expect((await tus.patch(url, 7, content.subarray(7))).status).toBe(409);
    expect((await tus.patch(url, 100_000, content.subarray(100_000))).status).toBe(204);

    const [first, second] = await Promise.all([tus.finish(url), tus.finish(url)]);
    const { url: address } = await first.json();
    expect(address).toMatch(/^\/storage\/testimonials\/videos\/\d{13}-My-lesson\.mp4$/);
    expect(await second.json()).toEqual({ url: address });
    expect(await (await tus.finish(url)).json()).toEqual({ url: address });
    expect((await tus.ask(url)).headers.get('Upload-Offset')).toBe('300000');

    const served = await api.app.request(address);
    expect(Buffer.from(await served.arrayBuffer()).equals(content)).toBe(true);
    expect(await listStored(site)).toEqual([findStoragePath(address)]);
  });

  it('permanently deletes row, file and poster, and keeps a file that another record names', async () => {
    const videoUrl = await uploaded(sampleVideo(), { kind: 'video', filename: 'a.mp4' }, tus);
    const poster = { kind: 'poster', filename: 'a.mp4.jpg' };
    const posterUrl = await uploaded(await samplePicture('jpeg'), poster, tus);
    expect(findStoragePath(posterUrl)).toMatch(/^videos\/\d{13}-poster\.jpg$/);
    const files = { video_url: videoUrl, poster_url: posterUrl };
    const video = { title: 'One', subtitle: 'First', ...files };
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    for (const id of ids) {
      expect((await admin.asMentor('POST', '/api/videos', { id, ...video })).status).toBe(201);
    }
    const listed = await (await admin.asStranger('GET', '/api/videos')).json();
    expect(listed.items).toHaveLength(2);
    expect(listed.items[0]).toMatchObject(video);

    for (const id of ids)
      expect((await admin.asMentor('DELETE', `/api/videos/${id}`)).status).toBe(204);
    expect(await listStored(site)).toHaveLength(2);
    const deleteForGood = async (id = '') =>
      (await admin.asMentor('DELETE', `/api/trash/videos/${id}`)).status;
    expect(await deleteForGood(ids[0])).toBe(204);
    expect((await api.app.request(videoUrl)).status).toBe(200);
    expect(await deleteForGood(ids[1])).toBe(204);
    expect(await listStored(site)).toEqual([]);
    expect(await deleteForGood(ids[1])).toBe(404);
  });
});

describe('on the disk', () => {
  it('requires a session for every call, and does not serve unfinished files', async () => {
    const started = await tus.begin(100, { kind: 'freebie', filename: 'a.pdf' });
    const url = started.headers.get('Location') ?? '';
    const stranger = uploadTo(disk, {});
    expect((await stranger.begin(100, { kind: 'freebie', filename: 'a.pdf' })).status).toBe(401);
    expect((await stranger.ask(url)).status).toBe(401);
    expect((await stranger.patch(url, 0, samplePdf(100))).status).toBe(401);
    expect((await stranger.giveUp(url)).status).toBe(401);
    expect((await stranger.finish(url)).status).toBe(401);
    for (const send of [admin.asMentor, admin.asStranger])
      expect([401, 405]).toContain((await send('GET', url)).status);
    expect((await tus.ask(url)).headers.get('Upload-Offset')).toBe('0');
  });

  it('an upload to the disk belongs to the account that began it', async () => {
    const started = await tus.begin(100, { kind: 'freebie', filename: 'a.pdf' });
    const id = started.headers.get('Location')?.split('/').at(-1) ?? '';
    const theirs = { id, owner: 'somebody-else@example.com' };
    const request = new Request(`http://x/api/uploads/${id}`, { method: 'DELETE' });
    await expect(api.services.uploads.receive({ ...theirs, request })).rejects.toMatchObject({
      status: 404,
    });
    await expect(api.services.uploads.finish(theirs)).rejects.toMatchObject({ status: 404 });
    expect((await tus.ask(`/api/uploads/${id}`)).status).toBe(200);
  });

  it('an upload to the disk does not let the sender choose the owner, the time or the path', async () => {
    const content = samplePdf();
    const url = await uploaded(content, {
      kind: 'freebie',
      filename: '../../up.html',
      owner: 'x@example.com',
      timestamp: '1',
      path: 'videos/1-x.mp4',
    });
    expect(url).toMatch(/^\/storage\/testimonials\/freebies\/\d{13}-up\.html\.pdf$/);
  });

  it.each([
    ['testimonial', 10 * 1024 ** 2, 'For a picture the limit is 10 MB.'],
    ['post-picture', 10 * 1024 ** 2, 'For a picture the limit is 10 MB.'],
    ['freebie', 50 * 1024 ** 2, 'For a PDF the limit is 50 MB.'],
    ['video', 2 * 1024 ** 3, 'For a video the limit is 2 GB.'],
  ])(
    'an upload to the disk refuses a %s over its limit before a byte is sent',
    async (kind, largest, words) => {
      expect((await tus.begin(largest, { kind, filename: 'a' })).status).toBe(201);
      const refused = await tus.begin(largest + 1, { kind, filename: 'a' });
      expect(refused.status).toBe(413);
      expect((await problemOf(refused)).detail).toContain(words);
      expect((await tus.begin(0, { kind, filename: 'a' })).status).toBe(422);
    },
  );

  it('accepts no more bytes than were announced', async () => {
    const content = samplePdf(500);
    const started = await tus.begin(100, { kind: 'freebie', filename: 'a.pdf' });
    const refused = await tus.patch(started.headers.get('Location') ?? '', 0, content);
    expect(refused.status).toBe(413);
    await problemOf(refused);
  });

  it.each(hostileFiles)('an upload to the disk refuses %j and names it', async (text, name) => {
    for (const [kind, needed] of [
      ['testimonial', 'a picture is needed'],
      ['freebie', 'a PDF is needed'],
      ['video', 'a video is needed'],
    ] as const) {
      const refused = await tus.upload(Buffer.from(text), { kind, filename: 'photo.png' });
      expect(refused.status).toBe(415);
      const { code, detail } = await problemOf(refused);
      expect(code).toBe('wrong-content');
      expect(detail).toContain(name);
      expect(detail).toContain(needed);
    }
    expect(await inProgress()).toEqual([]);
    expect(await listStored()).toEqual([]);
  });

  it('an upload to the disk refuses a valid file of the wrong kind after its first part', async () => {
    const started = await tus.begin(10 ** 9, { kind: 'video', filename: 'lesson.mp4' });
    const url = started.headers.get('Location') ?? '';
    const refused = await tus.patch(url, 0, samplePdf(70_000));
    expect(refused.status).toBe(415);
    expect((await problemOf(refused)).detail).toBe(
      'This file is a PDF, but a video is needed (MP4, WebM or QuickTime).',
    );
    expect((await tus.ask(url)).status).toBe(404);
    expect(await inProgress()).toEqual([]);
  });

  it.each(['jpeg', 'avif', 'gif'] as const)(
    'an upload to the disk recognises a %s by its content',
    async (format) => {
      const ending = format === 'jpeg' ? 'jpg' : format;
      const url = await uploaded(await samplePicture(format), {
        kind: 'testimonial',
        filename: 'from whatsapp.bmp',
      });
      expect(url).toMatch(new RegExp(`/testimonials/\\d{13}-from-whatsapp\\.bmp\\.${ending}$`));
      expect((await api.app.request(url)).headers.get('Content-Type')).toBe(`image/${format}`);
    },
  );

  it.each(['mif1', 'avis'])('accepts an AVIF of the brand %s as a still picture', async (brand) => {
    const sent = await samplePicture('avif');
    sent.write(brand, 8, 'latin1');
    const url = await uploaded(sent, { kind: 'testimonial', filename: 'a' });
    const served = Buffer.from(await (await api.app.request(url)).arrayBuffer());
    expect(await sharp(served).metadata()).toMatchObject({ format: 'heif', width: 64 });
  });

  it('explains what a HEIC file is and what to do', async () => {
    const heic = Buffer.concat([filmBox('ftyp', 'mif1\0\0\0\0mif1heic'), Buffer.alloc(400)]);
    const answer = await tus.upload(heic, { kind: 'testimonial', filename: 'IMG_1.jpg' });
    expect((await answer.json()).detail).toMatch(
      /^This file is a HEIC picture,.* “Most Compatible”/,
    );
  });

  it('removes the place where a picture was taken', async () => {
    const sent = await sharp(await samplePicture('jpeg'))
      .withExif({ IFD0: { Make: 'SecretPhone' }, IFD3: { GPSLatitude: '26/1 12/1 0/1' } })
      .toBuffer();
    expect(sent.includes('SecretPhone')).toBe(true);
    const url = await uploaded(sent, { kind: 'post-picture', filename: 'home.jpg' });
    const served = Buffer.from(await (await api.app.request(url)).arrayBuffer());
    expect((await sharp(served).metadata()).exif).toBeUndefined();
    expect(served.includes('SecretPhone')).toBe(false);
    expect((await inProgress()).filter((name) => !name.endsWith('.json'))).toEqual([]);
  });

  it('an upload to the disk refuses a broken picture with a clear message and deletes it', async () => {
    const whole = await samplePicture('jpeg');
    const answer = await tus.upload(whole.subarray(0, -100), {
      kind: 'testimonial',
      filename: 'half.jpg',
    });
    expect(answer.status).toBe(415);
    expect((await answer.json()).detail).toMatch(/^This picture is damaged/);
    expect(await inProgress()).toEqual([]);
  });

  it('gives files with the same name different paths', async () => {
    const picture = await samplePicture();
    const meta = { kind: 'testimonial', filename: 'same.png' };
    const urls = await Promise.all([1, 2, 3, 4].map(() => uploaded(picture, meta)));
    expect(new Set(urls).size).toBe(4);
  });

  it('continues after a restart, and completes an interrupted finish', async () => {
    const content = sampleVideo(150_000);
    const started = await tus.begin(content.length, { kind: 'video', filename: 'a.mp4' });
    const url = started.headers.get('Location') ?? '';
    await tus.patch(url, 0, content.subarray(0, 70_000));
    const { dataDirectory } = api;
    const next = { ...disk, api: await disk.startAnother({ dataDirectory }) };
    const resumed = uploadTo(next, { Cookie: admin.cookie });
    expect((await resumed.ask(url)).headers.get('Upload-Offset')).toBe('70000');
    await resumed.patch(url, 70_000, content.subarray(70_000));
    const { url: address } = await (await resumed.finish(url)).json();
    const served = await api.app.request(address);
    expect(Buffer.from(await served.arrayBuffer()).equals(content)).toBe(true);
  });

  it('an upload to the disk puts the index of a lesson’s film first, if it can', async () => {
    const film = await sampleFilmWithIndexLast();
    const upload = async (kind: string, content: Buffer) => {
      const { path: stored, url } = await (
        await tus.upload(content, { kind, filename: 'Levels.mp4' })
      ).json();
      const chunks = await (await api.storage.open(stored ?? findStoragePath(url))).toArray();
      return Buffer.concat(chunks);
    };
    const isIndexFirst = async (content: Buffer) => {
      const read = async (at: number, length: number) => content.subarray(at, at + length);
      return (await readVideoBoxes({ read }, content.length)).isIndexFirst;
    };
    expect(await isIndexFirst(await upload('lesson-film', film))).toBe(true);
    expect(await isIndexFirst(await upload('video', film))).toBe(false);
    const broken = Buffer.concat([
      filmBox('ftyp', 'isom\0\0\x02\0isom'),
      filmBox('mdat', 'x'.repeat(37_265)),
      filmBox('moov', filmBox('mvhd', 'nothing')),
    ]);
    expect((await upload('lesson-film', broken)).equals(broken)).toBe(true);
  });

  it('saves only records whose file exists and has the right kind', async () => {
    const picture = await uploaded(await samplePicture(), {
      kind: 'testimonial',
      filename: 'a.png',
    });
    const add = async (table: string, body: object) => {
      const answer = await admin.asMentor('POST', `/api/${table}`, {
        id: crypto.randomUUID(),
        ...body,
      });
      return answer.status === 201 ? 'saved' : (await answer.json()).detail;
    };
    const gone = '/storage/testimonials/1-gone.png';
    expect(await add('testimonials', { image_url: picture })).toBe('saved');
    expect(await add('testimonials', {})).toBe('Please select a file to upload.');
    expect(await add('testimonials', { image_url: 'https://elsewhere.example/a.png' })).toBe(
      'Invalid image URL.',
    );
    expect(await add('testimonials', { image_url: gone })).toContain('no longer exists');
    const video = { title: 'T', subtitle: 'S' };
    expect(await add('videos', video)).toBe('Please select a video file to upload.');
    expect(await add('videos', { ...video, video_url: picture })).toBe(
      'Could not determine file path.',
    );
    expect(await add('freebies', { title: 'T' })).toBe('Please select a PDF file to upload.');
    expect(await add('freebies', { title: 'T', file_url: picture })).toBe(
      'Could not determine file path.',
    );
    const post = { title: 'T', date: '2026-11-21', content: '' };
    expect(await add('blog_posts', { ...post, image: gone })).toContain('no longer exists');
    for (const table of ['testimonials', 'videos', 'freebies']) {
      expect((await admin.asStranger('POST', `/api/${table}`, {})).status).toBe(401);
      expect((await admin.asStranger('GET', `/api/${table}`)).status).toBe(200);
    }
  });

  it('explains why a deletion failed and keeps the row', async () => {
    const { rows } = await api.pool.query(
      `insert into testimonials (image_url) values ('https://elsewhere.example/a.png'),
       ('/elsewhere/a.png') returning id`,
    );
    const remove = async (id: string) =>
      problemOf(await admin.asMentor('DELETE', `/api/testimonials/${id}`));
    expect(await remove(rows[0].id)).toMatchObject({ detail: 'Invalid image URL.' });
    expect(await remove(rows[1].id)).toMatchObject({
      detail: 'Could not determine file path for deletion.',
    });
    const { rows: videos } = await api.pool.query(
      `insert into videos (title, subtitle, video_url) values ('T', 'S', 'x') returning id`,
    );
    expect(
      await problemOf(await admin.asMentor('DELETE', `/api/videos/${videos[0].id}`)),
    ).toMatchObject({ code: 'unusable-file-url', detail: 'Could not determine file path.' });
  });

  it('captions of a video are stored as WebVTT, and swept once others replace them', async () => {
    const videoUrl = await uploaded(sampleVideo(), { kind: 'video', filename: 'a.mp4' });
    const id = crypto.randomUUID();
    const send = (method: string, path: string, fields: object) =>
      admin.asMentor(method, `/api/videos${path}`, fields);
    const words = { id, title: 'Zoë 𝗧. O’Neill', subtitle: 'At R450.01', video_url: videoUrl };
    const captions = (text: string, filename = 'Zoë (en).srt') =>
      tus.upload(Buffer.from(text), { kind: 'captions', filename });
    const srt = '1\n00:00:37,265 --> 00:00:39,100\nGold\n';
    const { url: first } = await (await captions(srt)).json();
    expect(first).toMatch(/^\/storage\/testimonials\/videos\/\d{13}-Zoe-en\.vtt$/);
    expect((await send('POST', '', { ...words, captions_url: first })).status).toBe(201);
    const served = await api.app.request(first);
    expect(served.headers.get('Content-Type')).toBe('text/vtt');
    expect(served.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(await served.text()).toBe(
      'WEBVTT\n\n00:00:37.265 --> 00:00:39.100 align:center position:50%\nGold\n',
    );
    const [shown] = (await api.content.listVideos()) ?? [];
    expect(shown).toMatchObject({ captionsUrl: first });

    const damaged = await problemOf(await captions('WEBVTT\n\n00:41.0 --> 00:39.265\nGold\n'));
    expect(damaged.detail).toBe(
      'These captions are damaged. The caption in line 3 ends before it starts.',
    );
    for (const foreign of [
      videoUrl,
      '/storage/testimonials/1-a.vtt',
      '/storage/testimonials/lessons/1-a.vtt',
      `https://example.com${first}`,
    ]) {
      const refused = await send('PATCH', `/${id}`, { captions_url: foreign });
      expect(refused.status).toBe(422);
      expect(JSON.stringify(await refused.json())).toContain('Upload the captions again.');
    }
    const gone = { captions_url: '/storage/testimonials/videos/1-a.vtt' };
    expect((await send('PATCH', `/${id}`, gone)).status).toBe(422);

    const { url: second } = await (await captions(srt, 'zu.vtt')).json();
    expect((await send('PATCH', `/${id}`, { captions_url: second })).status).toBe(204);
    const weekAgo = new Date(Date.now() - 8 * 24 * 3_600_000);
    for (const name of await listStored()) await dateStoredFile(api, name, weekAgo);
    await api.services.uploads.sweep();
    expect(await listStored()).toEqual([second, videoUrl].map(findStoragePath).sort());

    expect((await send('PATCH', `/${id}`, { captions_url: '' })).status).toBe(204);
    await api.services.uploads.sweep();
    expect(await listStored()).toEqual([findStoragePath(videoUrl)]);
  });

  it('sweeps abandoned uploads and files that no record uses, and nothing else', async () => {
    const video = { kind: 'video', filename: 'a.mp4' };
    const [kept, , inText, young] = await Promise.all(
      [1, 2, 3, 4].map(() => uploaded(sampleVideo(), video)),
    );
    const picture = await samplePicture('jpeg');
    const [poster] = [
      await uploaded(picture, { kind: 'poster', filename: 'p' }),
      await uploaded(picture, { kind: 'poster', filename: 'p' }),
    ];
    await admin.asMentor('POST', '/api/videos', {
      id: crypto.randomUUID(),
      title: 'T',
      subtitle: 'S',
      video_url: kept,
      poster_url: poster,
    });
    await admin.asMentor('POST', '/api/blog_posts', {
      id: crypto.randomUUID(),
      title: 'T',
      date: '2026-11-21',
      content: `See [it](${inText})`,
    });
    const started = await tus.begin(10, video);
    expect(started.status).toBe(201);

    const now = Date.now();
    await api.services.uploads.sweep(new Date(now + 23 * 3_600_000));
    expect((await inProgress()).length).toBeGreaterThan(0);
    await api.services.uploads.sweep(new Date(now + 25 * 3_600_000));
    expect(await inProgress()).toEqual([]);
    expect(await listStored()).toHaveLength(6);

    const aged = (await listStored()).filter((name) => name !== findStoragePath(young ?? ''));
    const weekAgo = new Date(now - 8 * 24 * 3_600_000);
    for (const name of aged) await dateStoredFile(api, name, weekAgo);
    await api.services.uploads.sweep();
    const left = [kept, poster, inText, young].map((url) => findStoragePath(url ?? ''));
    expect(await listStored()).toEqual(left.sort());
  });

  it('an upload to the disk is swept by an hourly job', async () => {
    const forgotten = await uploaded(samplePdf(), { kind: 'freebie', filename: 'forgotten.pdf' });
    const weekAgo = new Date(Date.now() - 8 * 24 * 3_600_000);
    await dateStoredFile(api, findStoragePath(forgotten) ?? '', weekAgo);
    const { rows } = await api.pool.query(
      "select cron from pgboss.schedule where name = 'sweep-uploads'",
    );
    expect(rows).toEqual([{ cron: '23 * * * *' }]);
    // Queues the job as the schedule does.
    const boss = new PgBoss(disk.connectionString);
    await boss.start();
    await boss.send('sweep-uploads');
    await boss.stop();
    await disk.startAnother({ dataDirectory: api.dataDirectory });
    await expect.poll(() => listStored()).toEqual([]);
  });
});

it('reports a storage failure, keeps the deleted row in the trash, and retries when the storage is available', async () => {
  const { admin } = bucket;
  const file = { kind: 'testimonial', filename: 'a.png' };
  const url = await uploaded(
    await samplePicture(),
    file,
    uploadTo(bucket, { Cookie: admin.cookie }),
  );
  const id = crypto.randomUUID();
  await admin.asMentor('POST', '/api/testimonials', { id, image_url: url });
  await store.close();
  expect((await admin.asMentor('DELETE', `/api/testimonials/${id}`)).status).toBe(204);
  const failed = await admin.asMentor('DELETE', `/api/trash/testimonials/${id}`);
  expect(failed.status).toBe(503);
  expect((await problemOf(failed)).code).toBe('file-not-deleted');
  const { items } = await admin.read('/api/trash');
  expect(items).toMatchObject([{ kind: 'testimonials', id }]);
  await store.reopen();
  expect((await admin.asMentor('DELETE', `/api/trash/testimonials/${id}`)).status).toBe(204);
  expect(await listStored(bucket)).toEqual([]);
});
