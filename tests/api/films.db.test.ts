import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { awkwardFilms, describeFilm, ffmpeg, makeFilm } from '#tests/support/awkward-films.ts';
import { startObjectStore } from '#tests/support/object-store.ts';
import { sampleVideo } from '#tests/support/sample-files.ts';
import { openTestSite, type TestSite } from '#tests/support/site.ts';
import { createTusClient } from '#tests/support/tus-client.ts';

const objects = await mkdtemp(path.join(tmpdir(), 'objects-'));
const store = await startObjectStore(objects);
const environment = { CONVERT_FILMS: 'on' };
const disk = await openTestSite({ environment });
const bucket = await openTestSite({ environment, objectStorage: store.config });

let folder: string;
let portrait: Buffer;
let wide: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'films-'));
  portrait = await readFile(await makeFilm(folder, awkwardFilms['held upright'] as never));
  const input = ['-f', 'lavfi', '-i', 'testsrc2=duration=2:size=854x480:rate=24'];
  await ffmpeg([...input, '-c:v', 'mpeg4', '-q:v', '2', 'wide.mov'], folder);
  wide = await readFile(path.join(folder, 'wide.mov'));
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await store.close();
  await rm(objects, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

async function upload({ api, admin }: TestSite, content: Buffer, kind: string, filename: string) {
  const tus = createTusClient(async (url, init) =>
    api.app.request(url, { ...init, headers: { ...init.headers, Cookie: admin.cookie } }),
  );
  const answer = await tus.upload(content, { kind, filename });
  expect(answer.status).toBe(200);
  return answer.json();
}

async function addVideo(site: TestSite, content: Buffer, filename = 'Gold at 37.265.mov') {
  const { url } = await upload(site, content, 'video', filename);
  const id = randomUUID();
  const video = { id, title: 'Zoë 𝗧. O’Neill', subtitle: 'At R450.01', video_url: url };
  expect((await site.admin.call('POST', '/api/videos', video)).status).toBe(201);
  return { id, url };
}

async function addLesson(site: TestSite, content: Buffer) {
  const { admin } = site;
  const add = async (url: string, fields: object) =>
    (await admin.call('POST', url, { id: randomUUID(), ...fields })).body.id;
  const course = await add('/api/courses', { title: 'Gold', price: 'R450.01' });
  const section = await add('/api/lessons/sections', { course_id: course, title: 'Levels' });
  const lesson = await add('/api/lessons', { section_id: section, title: 'One' });
  const { path: film } = await upload(site, content, 'lesson-film', 'IMG_0037.MOV');
  const file = await add(`/api/lessons/${lesson}/files`, { kind: 'film', path: film, name: 'A' });
  return { course, lesson, file, film };
}

const readVideo = ({ admin }: TestSite, id: string) => admin.read(`/api/videos/${id}`);
const readFilms = ({ admin }: TestSite) => admin.read('/api/films');

const rowsOf = async ({ api }: TestSite, text: string) => (await api.pool.query(text)).rows;

/** Converts until a film has a state: the site’s own jobs may convert it too. */
const untilState = (site: TestSite, id: string, state: string) =>
  expect
    .poll(async () => {
      await site.api.services.jobHandlers.convertFilms();
      const { films } = await readFilms(site);
      return films.find((film: { id: string }) => film.id === id);
    })
    .toMatchObject({ state });

async function listStored({ api }: TestSite): Promise<string[]> {
  const paths: string[] = [];
  for await (const found of api.storage.list()) paths.push(found);
  return paths.sort();
}

/** Returns what ffprobe says about a stored film. */
async function describeStored({ api }: TestSite, url: string) {
  const answer = await api.app.request(url);
  expect(answer.status).toBe(200);
  const file = path.join(folder, `${randomUUID()}.mp4`);
  await writeFile(file, Buffer.from(await answer.arrayBuffer()));
  return describeFilm(file);
}

describe.each([
  ['on the disk', disk],
  ['in a bucket', bucket],
])('films %s', (_, site) => {
  it('a public video is replaced by a film that plays everywhere, with a poster and a small rendition', async () => {
    const { id, url } = await addVideo(site, wide);
    expect((await site.api.app.request(url)).status).toBe(200);
    await untilState(site, id, 'ready');
    const video = await readVideo(site, id);
    expect(video).toMatchObject({ version: 1, duration_seconds: 2 });
    expect(video.video_url).toMatch(/videos\/\d+-Gold-at-37\.265\.mp4$/);
    const { streams } = await describeStored(site, video.video_url);
    expect(streams[0]).toMatchObject({ codec_name: 'h264', width: 854, height: 480 });
    const [{ small_path: small }] = await rowsOf(site, 'select small_path from films');
    const smallFilm = await describeStored(site, `/storage/testimonials/${small}`);
    expect(smallFilm.streams[0]).toMatchObject({ width: 640, height: 360 });
    const poster = await describeStored(site, video.poster_url);
    expect(poster.streams[0]).toMatchObject({ codec_name: 'mjpeg', width: 854 });
    // The upload is gone, and nothing else is left.
    const named = [video.video_url, video.poster_url].map((each) => each.split('imonials/')[1]);
    expect(await listStored(site)).toEqual([...named, small].sort());
    expect(await readdir(site.api.dataDirectory)).not.toContain('films-in-progress');
  });

  it('a film of a lesson is replaced, and stays private', async () => {
    const { course, file, film } = await addLesson(site, portrait);
    await untilState(site, file, 'ready');
    const [row] = await rowsOf(site, `select * from lesson_files where kind = 'film'`);
    expect(row.path).toMatch(/^lessons\/[\w-]+\.mp4$/);
    expect(row.path).not.toBe(film);
    expect(Number(row.size)).toBe((await site.api.storage.find(row.path))?.size);
    const { sections } = await site.admin.read(`/api/lessons/contents/${course}`);
    const [lesson] = sections[0].lessons;
    expect(lesson.seconds).toBe(2);
    expect(lesson.files.map(({ kind }: { kind: string }) => kind)).toEqual(['film', 'poster']);
    expect(JSON.stringify(await readFilms(site))).not.toContain('lessons/');
    expect(await listStored(site)).toHaveLength(2);
  });
});

it('a form that was open during the conversion is saved, and a repeat adds nothing', async () => {
  const { id, url } = await addVideo(disk, wide);
  const opened = await readVideo(disk, id);
  const first = { id, title: opened.title, subtitle: opened.subtitle, video_url: url };
  const lesson = await addLesson(disk, portrait);
  await untilState(disk, id, 'ready');
  await untilState(disk, lesson.file, 'ready');
  expect((await disk.api.app.request(url)).status).toBe(404);
  const converted = await readVideo(disk, id);

  const repeated = { ...first, poster_url: null, duration_seconds: null };
  expect((await disk.admin.call('POST', '/api/videos', repeated)).status).toBe(201);
  const { video_url, poster_url, duration_seconds, version } = opened;
  const whole = { title: 'Typed meanwhile', video_url, poster_url, duration_seconds, version };
  expect(whole).toMatchObject({ video_url: url, poster_url: null, duration_seconds: null });
  expect((await disk.admin.call('PATCH', `/api/videos/${id}`, whole)).status).toBe(204);
  expect(await readVideo(disk, id)).toEqual({
    ...converted,
    title: 'Typed meanwhile',
    version: version + 1,
  });

  const file = { id: lesson.file, kind: 'film', path: lesson.film, name: 'A' };
  const added = await disk.admin.call('POST', `/api/lessons/${lesson.lesson}/files`, file);
  expect(added).toMatchObject({ status: 201, body: { id: lesson.file } });
  const other = { ...whole, video_url: '/storage/testimonials/videos/37-gone.mov' };
  const missing = await disk.admin.call('PATCH', `/api/videos/${id}`, {
    ...other,
    version: version + 1,
  });
  expect(missing).toMatchObject({ status: 422, body: { code: 'file-missing' } });
});

it('a lesson keeps its own poster, and gets the length of its film', async () => {
  const { lesson, file } = await addLesson(disk, portrait);
  await disk.api.pool.query(
    `insert into lesson_files (lesson_id, kind, path, name, size) values ($1, 'poster', 'lessons/own.jpg', 'own.jpg', 1)`,
    [lesson],
  );
  await untilState(disk, file, 'ready');
  const posters = `select path, seconds from lesson_files join lessons on lessons.id = lesson_id where kind = 'poster'`;
  expect(await rowsOf(disk, posters)).toEqual([{ path: 'lessons/own.jpg', seconds: 2 }]);
});

it('a damaged film fails with the reason, stays public, and is tried again by a press', async () => {
  const { id, url } = await addVideo(disk, sampleVideo(2_650));
  await untilState(disk, id, 'failed');
  const { films } = await readFilms(disk);
  expect(films).toMatchObject([{ id, percent: 0, reason: expect.stringMatching(/^It can’t be/) }]);
  expect((await readVideo(disk, id)).video_url).toBe(url);
  expect((await disk.api.app.request(url)).status).toBe(200);
  expect(await listStored(disk)).toHaveLength(1);
  expect((await disk.admin.call('POST', `/api/films/${id}/convert`)).status).toBe(204);
  expect(await rowsOf(disk, 'select state, reason from films')).toEqual([
    { state: 'waiting', reason: null },
  ]);
  expect((await disk.admin.call('POST', `/api/films/${randomUUID()}/convert`)).status).toBe(404);
});

it('a film waits until its record is saved', async () => {
  await upload(disk, wide, 'video', 'unsaved.mov');
  await disk.api.services.jobHandlers.convertFilms();
  expect(await rowsOf(disk, 'select state from films')).toEqual([{ state: 'waiting' }]);
  await disk.api.pool.query(`update films set created_at = now() - interval '8 days 1 second'`);
  await expect
    .poll(async () => {
      await disk.api.services.jobHandlers.convertFilms();
      return rowsOf(disk, 'select state from films');
    })
    .toEqual([]);
});

it('the small rendition of a deleted film is deleted with it', async () => {
  const { id } = await addVideo(disk, wide);
  await untilState(disk, id, 'ready');
  await disk.api.pool.query('delete from videos');
  await expect
    .poll(async () => {
      await disk.api.services.jobHandlers.convertFilms();
      return rowsOf(disk, 'select path from films');
    })
    .toEqual([]);
  expect(await listStored(disk)).toHaveLength(2);
});

it('old films are converted by one press, which names the space that they take', async () => {
  const { id } = await addVideo(disk, wide);
  await disk.api.pool.query('delete from films');
  await disk.api.pool.query('update videos set duration_seconds = 1');
  const { films, frees_bytes: freed, converter } = await readFilms(disk);
  expect(films).toMatchObject([{ id, state: 'unconverted' }]);
  expect(converter).toBe('on');
  expect(freed).toBe(Math.max(0, wide.length - 300_000));
  expect((await disk.admin.call('POST', '/api/films/convert')).status).toBe(204);
  await untilState(disk, id, 'ready');
});

it('two processes convert a film once', async () => {
  const other = await disk.startAnother({ environment, dataDirectory: disk.api.dataDirectory });
  const before = disk.api.logged().length;
  await addVideo(disk, wide);
  await addVideo(disk, portrait, 'b.mp4');
  await expect
    .poll(async () => {
      const sites = [disk.api, other];
      await Promise.all(sites.map(({ services }) => services.jobHandlers.convertFilms()));
      const { films } = await readFilms(disk);
      return films.every(({ state }: { state: string }) => state === 'ready');
    })
    .toBe(true);
  const log = disk.api.logged().slice(before) + other.logged();
  expect(log.match(/A film was converted/g)).toHaveLength(2);
  expect(log).not.toContain('could not be converted');
  expect(await listStored(disk)).toHaveLength(5);
});

it('a film of an attempt that was cut off is converted again, and its files are deleted', async () => {
  const { id } = await addVideo(disk, portrait, 'b.mp4');
  const { url: half } = await upload(disk, wide, 'video', 'half.mov');
  await disk.api.pool.query(
    `update films set state = 'converting', percent = 37, claim = gen_random_uuid(),
       leftovers = array[$1] where path like '%b.mp4'`,
    [half.split('imonials/')[1]],
  );
  await disk.api.pool.query(`delete from films where path like '%half%'`);
  await untilState(disk, id, 'ready');
  expect((await listStored(disk)).filter((stored) => stored.includes('half'))).toEqual([]);
});

it('visitors and customers get the small rendition where they save data', async () => {
  const { id } = await addVideo(disk, wide);
  const { course, file } = await addLesson(disk, wide);
  await untilState(disk, id, 'ready');
  await untilState(disk, file, 'ready');
  const [video] = (await disk.api.content.listVideos()) ?? [];
  const { streams } = await describeStored(disk, video?.smallUrl ?? '');
  expect(streams[0]).toMatchObject({ height: 360 });

  const publish = 'update lessons set preview_of = $1, published_at = created_at';
  await disk.api.pool.query(publish, [course]);
  const page = await disk.api.services.library.findPreview(course);
  const [film] = page?.films ?? [];
  expect(film?.smallSrc).toBe(`${film?.src}?small`);
  const whole = await describeStored(disk, film?.src ?? '');
  expect(whole.streams[0]).toMatchObject({ height: 480 });
  const small = await describeStored(disk, film?.smallSrc ?? '');
  expect(small.streams[0]).toMatchObject({ height: 360 });

  await disk.api.pool.query('update films set small_path = null');
  const again = await disk.api.services.library.findPreview(course);
  expect(again?.films[0]?.smallSrc).toBeNull();
  // A page that is still open gets the best one.
  const late = await describeStored(disk, film?.smallSrc ?? '');
  expect(late.streams[0]).toMatchObject({ height: 480 });
});

it('the mentor gets one email about films that failed, and another only about later ones', async () => {
  const fail = async (name: string) =>
    untilState(disk, (await addVideo(disk, sampleVideo(2_650), name)).id, 'failed');
  const look = async () => {
    await disk.api.services.alerts.look();
    const { all } = await disk.takeMails();
    return all.flatMap(({ mail: { subject = '' } }) => (/film/.test(subject) ? [subject] : []));
  };
  await fail('a.mp4');
  expect(await look()).toEqual(['A film could not be converted: Time vs Price']);
  await disk.api.pool.query(`update films set changed_at = now() - interval '24 hours 2 seconds'`);
  await disk.api.pool.query(
    `update mail_deliveries set created_at = created_at - interval '24 hours 1 second'`,
  );
  disk.clock.now = new Date(Date.now() + 24 * 3_600_000 + 1_000);
  expect(await look()).toEqual([]);
  await fail('b.mp4');
  expect(await look()).toHaveLength(1);
});

it('without ffmpeg, films are taken as they are, and the list says so', async () => {
  vi.stubEnv('PATH', folder);
  const { id, url } = await addVideo(disk, wide);
  await disk.api.services.jobHandlers.convertFilms();
  expect(await readFilms(disk)).toMatchObject({
    converter: 'missing',
    films: [{ id, state: 'unconverted' }],
  });
  expect((await readVideo(disk, id)).video_url).toBe(url);
  vi.unstubAllEnvs();
  expect((await disk.admin.call('POST', `/api/films/${id}/convert`)).status).toBe(204);
  await untilState(disk, id, 'ready');
});
