import { describe, expect, it } from 'vitest';
import { noEntitlement, toMediaToken } from '#features/library/server/media-tokens.ts';
import { planCourses } from '#rules/plan-courses.ts';
import { withLibrary } from '#tests/support/library.ts';
import { testSecret } from '#tests/support/secret.ts';
import { openTestSite } from '#tests/support/site.ts';

const now = new Date('2026-03-14T09:26:37.265Z');
const site = await openTestSite({ now });
const { api, admin, clock } = site;
const { addCourse, addSection, addLesson, addFile } = withLibrary(api);

const rowsOf = async (text: string, values: unknown[] = []) =>
  (await api.pool.query(text, values)).rows;

const openFile = async (href: string) => (await api.app.request(href)).status;

const change = (id: string, changes: object) => admin.call('PATCH', `/api/lessons/${id}`, changes);

/** Returns what visitors can open of a course. */
const preview = (courseId: string) => api.services.library.findPreview(courseId);

/** Adds a public course with two lessons, the first of which is its preview. */
async function addPreviewed() {
  const course = await addCourse('Zoë 𝗧. O’Neill’s gold', new Date('2026-01-01'));
  const section = await addSection(course.id);
  const lesson = await addLesson(section.id, { title: 'What moves gold', text: '## Levels' });
  const other = await addLesson(section.id, { title: 'Stops', text: 'For customers.' });
  for (const kind of ['film', 'captions', 'poster', 'pdf'] as const)
    await addFile(lesson.id, kind, Buffer.from(kind));
  expect(await change(lesson.id, { version: 1, is_preview: true })).toMatchObject({ status: 204 });
  return { course, section, lesson, other };
}

/** Returns the addresses of the film, the poster and the captions. */
async function hrefsOf(courseId: string): Promise<string[]> {
  const film = (await preview(courseId))?.films[0];
  return [film?.src, film?.poster, film?.captions[0]?.src].flatMap((href) => href ?? []);
}

describe('the preview of a course', () => {
  it('has the films and the text of a lesson, without its PDFs', async () => {
    const { course } = await addPreviewed();
    expect(await api.services.library.listPreviews()).toEqual([
      {
        courseId: course.id,
        path: `/services/preview/${course.id}`,
        label: 'Watch a free lesson',
      },
    ]);
    expect(await preview(course.id)).toMatchObject({
      title: 'What moves gold',
      course: 'Zoë 𝗧. O’Neill’s gold',
      films: [{ name: 'What moves gold' }],
      blocks: [{ kind: 'heading' }],
      pdfCount: 1,
    });
    const hrefs = await hrefsOf(course.id);
    expect(await Promise.all(hrefs.map(openFile))).toEqual([200, 200, 200]);
    clock.now = new Date('2026-03-15T09:00:01Z');
    expect(await Promise.all(hrefs.map(openFile))).toEqual([404, 404, 404]);
  });

  it('has downloads where its course allows them', async () => {
    const { course } = await addPreviewed();
    const [src = ''] = await hrefsOf(course.id);
    expect((await preview(course.id))?.films[0]?.downloadHref).toBeNull();
    expect(await openFile(`${src}?download`)).toBe(403);
    await rowsOf('update courses set has_downloads = true');
    expect((await preview(course.id))?.films[0]?.downloadHref).toBe(`${src}?download`);
    const answer = await api.app.request(`${src}?download`);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; .*gold\.mp4$/);
    await rowsOf('update courses set published_at = null');
    expect(await openFile(`${src}?download`)).toBe(404);
  });

  it('says that a lesson without a film can be read', async () => {
    const { lesson } = await addPreviewed();
    await rowsOf(`delete from lesson_files where kind = 'film'`);
    expect(await api.services.library.listPreviews()).toMatchObject([
      { label: 'Read a free lesson' },
    ]);
    await change(lesson.id, { text: '' });
    expect(await api.services.library.listPreviews()).toEqual([]);
  });

  it.each<[string, string]>([
    ['the flag is removed', `update lessons set preview_of = null`],
    ['the lesson is a draft again', `update lessons set published_at = null`],
    ['the course is a draft again', `update courses set published_at = null`],
    ['the course is published later', `update courses set published_at = '2026-03-15'`],
    ['the course is in the trash', `update courses set deleted_at = now()`],
    ['the lesson is deleted', `delete from lessons`],
  ])('is closed once %s, with its files', async (_, query) => {
    const { course } = await addPreviewed();
    const hrefs = await hrefsOf(course.id);
    await rowsOf(query);
    expect(await preview(course.id)).toBeUndefined();
    expect(await api.services.library.listPreviews()).toEqual([]);
    expect(await Promise.all(hrefs.map(openFile))).toEqual([404, 404, 404]);
  });

  it('opens no other file, and no PDF', async () => {
    const { course, lesson, other } = await addPreviewed();
    const film = await addFile(other.id, 'film', Buffer.from('other'), 'other.mp4');
    const [, pdf] = await rowsOf(
      `select id from lesson_files where lesson_id = $1 and kind in ('film', 'pdf') order by kind`,
      [lesson.id],
    );
    const { findLibraryFile } = api.services.library;
    const entitlementId = noEntitlement;
    for (const fileId of [film.id, pdf.id])
      expect(
        await findLibraryFile({
          token: toMediaToken(testSecret, { entitlementId, fileId }, now),
          isSmall: false,
          isDownload: false,
        }),
      ).toBeUndefined();
    expect(await hrefsOf(course.id)).toHaveLength(3);
    expect(await preview('nothing')).toBeUndefined();
  });

  it('is of one lesson: another one replaces it', async () => {
    const { course, lesson, other, section } = await addPreviewed();
    expect((await change(other.id, { version: 1, is_preview: true })).status).toBe(204);
    expect(await preview(course.id)).toMatchObject({ title: 'Stops', films: [] });
    expect(await admin.read(`/api/lessons/${lesson.id}`)).toMatchObject({
      is_preview: false,
      version: 3,
    });
    const third = { id: crypto.randomUUID(), section_id: section.id, title: 'Third' };
    const added = { ...third, text: 'Levels', is_preview: true, is_published: true };
    expect((await admin.call('POST', '/api/lessons', added)).status).toBe(201);
    expect((await admin.call('POST', '/api/lessons', added)).status).toBe(201);
    expect(await preview(course.id)).toMatchObject({ title: 'Third' });
    await expect(
      rowsOf('update lessons set preview_of = $1 where id = $2', [course.id, other.id]),
    ).rejects.toThrow(/lessons_preview_of_idx/);
  });

  it('is shown for the course of a plan card, which is a draft', async () => {
    const courseId = planCourses['course-inquiry'];
    await rowsOf(`insert into courses (id, title, price) values ($1, 'Course', 'R450.01')`, [
      courseId,
    ]);
    const lesson = await addLesson((await addSection(courseId)).id, { text: 'Levels' });
    await change(lesson.id, { is_preview: true });
    expect(await preview(courseId)).toMatchObject({ title: 'What moves gold' });
    await rowsOf('update courses set deleted_at = now()');
    expect(await preview(courseId)).toBeUndefined();
  });
});
