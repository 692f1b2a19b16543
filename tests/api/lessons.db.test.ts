import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { contentLimits } from '#features/lessons/rules/index.ts';
import { toLessonPath } from '#rules/stored-file.ts';
import { samplePdf, samplePicture } from '#tests/support/sample-files.ts';
import { openTestSite } from '#tests/support/site.ts';
import { dateStoredFile } from '#tests/support/stored-files.ts';

const { api, admin } = await openTestSite();

const title = 'Zoë 𝗧. O’Neill’s levels';
const gone = '6f1d2a3b-37a2-4650-8265-0123456789ab';

/** Adds a row by a POST. Returns its id. */
async function add(path: string, fields: object): Promise<string> {
  const id = randomUUID();
  expect(await admin.call('POST', path, { id, ...fields })).toEqual({ status: 201, body: { id } });
  return id;
}

const addCourse = () => add('/api/courses', { title: 'Gold', price: 'R450.01' });
const addSection = (courseId: string, name = title) =>
  add('/api/lessons/sections', { course_id: courseId, title: name });
const addLesson = (sectionId: string, fields: object = {}) =>
  add('/api/lessons', { section_id: sectionId, title, ...fields });

async function addAll() {
  const course = await addCourse();
  const section = await addSection(course);
  return { course, section, lesson: await addLesson(section) };
}

/** Stores a file as an upload does. Returns its path. */
async function store(ending: string, content: Buffer = samplePdf()): Promise<string> {
  const path = toLessonPath(randomUUID(), ending);
  await api.storage.put({ path, content: Readable.from([content]), size: content.length });
  return path;
}

const readContents = (courseId: string) => admin.read(`/api/lessons/contents/${courseId}`);
const readLesson = (id: string) => admin.read(`/api/lessons/${id}`);
const change = (id: string, changes: object) => admin.call('PATCH', `/api/lessons/${id}`, changes);
const addFile = (lesson: string, file: object) =>
  admin.call('POST', `/api/lessons/${lesson}/files`, { id: randomUUID(), ...file });
const readFiles = async (course: string) =>
  (await readContents(course)).sections[0].lessons[0].files;

const titlesOf = (rows: { title: string }[]) => rows.map((row) => row.title);

describe('the contents of a course', () => {
  it('the contents of a course are empty at first, and then in the order of their arrival', async () => {
    const course = await addCourse();
    expect(await readContents(course)).toEqual({ id: course, title: 'Gold', sections: [] });
    const [one, two] = [await addSection(course, 'One'), await addSection(course, 'Two')];
    for (const name of ['First', 'Second']) await addLesson(two, { title: name });
    const { sections } = await readContents(course);
    expect(sections).toMatchObject([
      { id: one, title: 'One', version: 1, lessons: [] },
      {
        id: two,
        lessons: [
          {
            title: 'First',
            is_published: false,
            is_preview: false,
            opens_after_days: 0,
            files: [],
          },
          { title: 'Second' },
        ],
      },
    ]);
  });

  it('the contents of a course are those of no other course, and of one that exists', async () => {
    const { course } = await addAll();
    await addAll();
    expect((await readContents(course)).sections).toHaveLength(1);
    expect((await admin.call('GET', `/api/lessons/contents/${gone}`)).status).toBe(404);
    await admin.call('DELETE', `/api/courses/${course}`);
    expect((await admin.call('GET', `/api/lessons/contents/${course}`)).status).toBe(404);
    const section = { id: randomUUID(), course_id: course, title };
    expect((await admin.call('POST', '/api/lessons/sections', section)).status).toBe(404);
  });

  it('the contents of a course are added once, even if the request is repeated', async () => {
    const { course, section } = await addAll();
    const sent = { id: randomUUID(), course_id: course, title: 'Risk' };
    const lesson = { id: randomUUID(), section_id: section, title: 'Stops', is_published: true };
    for (const _ of [1, 2]) {
      expect((await admin.call('POST', '/api/lessons/sections', sent)).status).toBe(201);
      expect((await admin.call('POST', '/api/lessons', lesson)).status).toBe(201);
    }
    const other = { ...lesson, title: 'Targets' };
    expect(await admin.call('POST', '/api/lessons', other)).toMatchObject({
      status: 409,
      body: { code: 'id-reused' },
    });
    const { sections } = await readContents(course);
    expect(titlesOf(sections)).toEqual([title, 'Risk']);
    expect(titlesOf(sections[0].lessons)).toEqual([title, 'Stops']);
  });

  it('the contents of a course are sorted by the mentor', async () => {
    const course = await addCourse();
    const [one, two] = [await addSection(course, 'One'), await addSection(course, 'Two')];
    const lessons = [await addLesson(one, { title: 'A' }), await addLesson(one, { title: 'B' })];
    const sort = (path: string, ids: string[]) =>
      admin.call('PUT', `/api/lessons/${path}`, { ids });
    expect((await sort(`contents/${course}/order`, [two, one])).status).toBe(204);
    expect((await sort(`sections/${one}/order`, lessons.toReversed())).status).toBe(204);
    await addSection(course, 'Three');
    const { sections } = await readContents(course);
    expect(titlesOf(sections)).toEqual(['Two', 'One', 'Three']);
    expect(titlesOf(sections[1].lessons)).toEqual(['B', 'A']);

    const outdated = { status: 409, body: { code: 'order-outdated' } };
    expect(await sort(`contents/${course}/order`, [one, two])).toMatchObject(outdated);
    expect(await sort(`sections/${two}/order`, lessons)).toMatchObject(outdated);
  });

  it.each([
    ['/api/lessons/sections', 'sections', (course: string) => ({ course_id: course, title })],
    ['/api/lessons', 'lessons', (_: string, section: string) => ({ section_id: section, title })],
  ] as const)('the contents of a course have a limit (%s)', async (path, rows, fields) => {
    const { course, section } = await addAll();
    const parent = rows === 'sections' ? ['course_id', course] : ['section_id', section];
    await api.pool.query(
      `insert into ${rows} (${parent[0]}, title) select $1, 'More' from generate_series(2, $2::int)`,
      [parent[1], contentLimits[rows]],
    );
    const sent = { id: randomUUID(), ...fields(course, section) };
    expect(await admin.call('POST', path, sent)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^A (course|section) can have \d+ /) },
    });
    expect(await api.pool.query(`select 1 from ${rows}`)).toMatchObject({
      rowCount: contentLimits[rows],
    });
  });
});

describe('a section', () => {
  it('a section is renamed from its version, and deleted with its lessons', async () => {
    const { course, section } = await addAll();
    const rename = (name: string) =>
      admin.call('PATCH', `/api/lessons/sections/${section}`, { version: 1, title: name });
    expect((await rename('Risk')).status).toBe(204);
    expect((await rename('Risk')).status).toBe(204);
    expect(await rename('Targets')).toMatchObject({
      status: 409,
      body: { code: 'edited-elsewhere', current: { title: 'Risk', version: 2 } },
    });
    expect((await admin.call('DELETE', `/api/lessons/sections/${section}`)).status).toBe(204);
    expect((await readContents(course)).sections).toEqual([]);
    expect(await api.pool.query('select 1 from lessons')).toMatchObject({ rowCount: 0 });
    expect((await admin.call('DELETE', `/api/lessons/sections/${section}`)).status).toBe(404);
  });
});

describe('a lesson', () => {
  it('a lesson is changed from its version', async () => {
    const { lesson, section } = await addAll();
    const changes = {
      title: 'Stops',
      text: '## Levels\n- One',
      opens_after_days: 37,
      is_preview: true,
      is_published: true,
    };
    expect((await change(lesson, { version: 1, ...changes })).status).toBe(204);
    expect((await change(lesson, { version: 1, ...changes })).status).toBe(204);
    const now = { id: lesson, section_id: section, version: 2, ...changes };
    expect(await readLesson(lesson)).toEqual(now);
    expect(await change(lesson, { version: 1, title: 'Targets' })).toMatchObject({
      status: 409,
      body: { code: 'edited-elsewhere', current: now },
    });
    expect((await change(lesson, { version: 2, is_published: false })).status).toBe(204);
    expect(await readLesson(lesson)).toEqual({ ...now, version: 3, is_published: false });
  });

  it('a lesson keeps the instant of its publication', async () => {
    const { lesson } = await addAll();
    await change(lesson, { is_published: true });
    const at = async () => (await api.pool.query('select published_at from lessons')).rows;
    const before = await at();
    await change(lesson, { title: 'Other', is_published: true });
    expect(await at()).toEqual(before);
  });

  it('a lesson moves to the end of another section of its course', async () => {
    const { course, lesson } = await addAll();
    const other = await addSection(course, 'Other');
    await addLesson(other, { title: 'First' });
    expect((await change(lesson, { version: 1, section_id: other })).status).toBe(204);
    const { sections } = await readContents(course);
    expect(sections.map(({ lessons }: { lessons: [] }) => titlesOf(lessons))).toEqual([
      [],
      ['First', title],
    ]);
    const elsewhere = await addAll();
    for (const section_id of [elsewhere.section, gone])
      expect(await change(lesson, { section_id })).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'section_id' }] },
      });
  });

  it.each([
    ['title', ' '],
    ['text', 'x'.repeat(100_001)],
    ['opens_after_days', -1],
    ['opens_after_days', 3_651],
    ['is_preview', 'yes'],
  ])('a lesson refuses %s %j', async (field, value) => {
    const { lesson, section } = await addAll();
    const refused = { status: 422, body: { errors: [{ field }] } };
    expect(await change(lesson, { [field]: value })).toMatchObject(refused);
    const sent = { id: randomUUID(), section_id: section, title, [field]: value };
    expect(await admin.call('POST', '/api/lessons', sent)).toMatchObject(refused);
  });

  it('a lesson is deleted with its files, which the sweep then removes', async () => {
    const { lesson } = await addAll();
    const path = await store('pdf');
    await addFile(lesson, { kind: 'pdf', path, name: 'Workbook.pdf' });
    await dateStoredFile(api, path, new Date('2020-02-29T13:37:37.265Z'));
    await api.services.uploads.sweep();
    expect(await api.storage.find(path)).toBeDefined();
    expect((await admin.call('DELETE', `/api/lessons/${lesson}`)).status).toBe(204);
    expect((await admin.call('GET', `/api/lessons/${lesson}`)).status).toBe(404);
    await api.services.uploads.sweep();
    expect(await api.storage.find(path)).toBeUndefined();
  });
});

describe('a file of a lesson', () => {
  it('a file of a lesson is named as it was uploaded, and its path stays on the server', async () => {
    const { course, lesson } = await addAll();
    const path = await store('pdf', Buffer.alloc(2_637));
    const file = { id: randomUUID(), kind: 'pdf', path, name: 'C:\\me\\Zoë’s\u202E \0 levels.pdf' };
    for (const _ of [1, 2]) expect((await addFile(lesson, file)).status).toBe(201);
    const answer = await readFiles(course);
    expect(answer).toEqual([{ id: file.id, kind: 'pdf', name: 'Zoë’s levels.pdf', size: 2_637 }]);
    expect((await admin.call('DELETE', `/api/lessons/files/${file.id}`)).status).toBe(204);
    expect(await readFiles(course)).toEqual([]);
    expect((await admin.call('DELETE', `/api/lessons/files/${file.id}`)).status).toBe(404);
  });

  it('a file of a lesson brings the length and the poster of a film, and takes them away again', async () => {
    const { course, lesson } = await addAll();
    const poster_path = await store('jpg', await samplePicture('jpeg'));
    const film = { kind: 'film', path: await store('mp4'), name: 'Levels.mp4', seconds: 437 };
    const id = randomUUID();
    await addFile(lesson, { ...film, id, poster_path });
    await addFile(lesson, { kind: 'film', path: await store('webm'), seconds: 12 });
    const read = async () => (await readContents(course)).sections[0].lessons[0];
    expect(await read()).toMatchObject({ seconds: 437 });
    const kinds = async () => (await readFiles(course)).map(({ kind }: { kind: string }) => kind);
    expect((await kinds()).sort()).toEqual(['film', 'film', 'poster']);
    const files = await readFiles(course);
    for (const one of files.filter(({ kind }: { kind: string }) => kind === 'film'))
      await admin.call('DELETE', `/api/lessons/files/${one.id}`);
    expect(await read()).toMatchObject({ seconds: null, files: [] });
  });

  it.each([
    ['film', toLessonPath(gone, 'pdf')],
    ['film', 'videos/7-one.mp4'],
    ['pdf', `lessons/../freebies/7-one.pdf`],
    ['captions', '/storage/testimonials/lessons/7.vtt'],
    ['poster', toLessonPath(gone, 'jpg')],
  ])('a file of a lesson is an upload of its kind, not a %s at %s', async (kind, path) => {
    const { lesson } = await addAll();
    expect((await addFile(lesson, { kind, path })).status).toBe(422);
  });

  it('a file of a lesson exists, and belongs to one lesson', async () => {
    const { section, lesson } = await addAll();
    const missing = { kind: 'pdf', path: toLessonPath(gone, 'pdf') };
    expect(await addFile(lesson, missing)).toMatchObject({
      status: 422,
      body: { code: 'file-missing' },
    });
    const path = await store('pdf');
    expect((await addFile(lesson, { kind: 'pdf', path })).status).toBe(201);
    const other = await addLesson(section);
    expect((await addFile(other, { kind: 'pdf', path })).status).toBe(409);
    expect((await addFile(gone, { kind: 'pdf', path })).status).toBe(404);
  });

  it('a file of a lesson is one of at most 20', async () => {
    const { course, lesson } = await addAll();
    await api.pool.query(
      `insert into lesson_files (lesson_id, kind, path, name, size)
       select $1, 'pdf', 'lessons/' || number || '.pdf', 'a', 1 from generate_series(1, 20) as number`,
      [lesson],
    );
    expect(await addFile(lesson, { kind: 'pdf', path: await store('pdf') })).toMatchObject({
      status: 409,
      body: { detail: 'A lesson can have 20 files.' },
    });
    expect(await readFiles(course)).toHaveLength(20);
  });
});

describe('a private file', () => {
  const encodings: [string, (path: string) => string][] = [
    ['plain', (path) => path],
    ['with an encoded slash', (path) => path.replace('/', '%2F')],
    ['with an encoded folder', (path) => path.replace('lessons', '%6cessons')],
    ['encoded twice', (path) => path.replace('/', '%252F')],
    ['with dots', (path) => `blog/../${path}`],
    ['with encoded dots', (path) => `blog/%2e%2e/${path}`],
    ['with another case', (path) => path.replace('lessons', 'LESSONS')],
    ['with two slashes', (path) => `/${path}`],
  ];

  const addressesOf = (path: string) => [
    `/storage/testimonials/${path}`,
    `/storage/${path}`,
    `/images/640/storage/testimonials/${path}.webp`,
    `/images/share/storage/testimonials/${path}.jpeg`,
  ];

  it.each(encodings)('a private file has no address, %s', async (_, encode) => {
    const picture = await store('jpg', await samplePicture('jpeg'));
    for (const path of [picture, await store('mp4'), await store('pdf'), await store('vtt')]) {
      for (const address of addressesOf(encode(path)))
        expect([address, (await api.app.request(address)).status]).toEqual([address, 404]);
    }
  });

  it('a private file would have one in another folder', async () => {
    const content = await samplePicture('jpeg');
    const path = 'blog/7-one.jpg';
    await api.storage.put({ path, content: Readable.from([content]), size: content.length });
    const [file = '', , ...pictures] = addressesOf(path);
    for (const address of [file, ...pictures])
      expect([address, (await api.app.request(address)).status]).toEqual([address, 200]);
  });
});
