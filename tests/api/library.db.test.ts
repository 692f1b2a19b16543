import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Customer, createLibraryLinks } from '#features/customers/server/index.ts';
import { queueLibraryMail } from '#features/library/server/index.ts';
import type { OrderItem } from '#features/orders/rules/index.ts';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { films } from '#platform/db/schema/film-schema.ts';
import {
  customers,
  entitlements,
  lessonFiles,
  lessonProgress,
  lessons,
  libraryBrowsers,
} from '#platform/db/schema/library-schema.ts';
import { orders } from '#platform/db/schema/order-schema.ts';
import type { TestApi } from '#tests/support/api.ts';
import { withLibrary } from '#tests/support/library.ts';
import { startObjectStore } from '#tests/support/object-store.ts';
import { createPdf } from '#tests/support/real-pdf.ts';
import { sampleVideo } from '#tests/support/sample-files.ts';
import { testSecret } from '#tests/support/secret.ts';
import { openTestSite } from '#tests/support/site.ts';

/** Tokens begin at a whole hour, so this is the start of one. */
const now = new Date('2026-03-14T09:00:00.000Z');
const seconds = (count: number) => new Date(now.getTime() + count * 1000);
const days = (count: number) => seconds(count * 86_400);

const site = await openTestSite({ now, isLimited: true });
const { api, clock } = site;
const { addCustomer, addCourse, give, addSection, addLesson, addFile } = withLibrary(api);
const links = createLibraryLinks(testSecret);

const { journal, readSettings } = api;
const mailDeps = { journal, readSettings, sendMail: api.jobs.sendMail };

const tokenOf = (customer: Customer) => links.toPath(customer).split('/').at(-1) ?? '';

/** A browser that keeps cookies, or a preview that does not. */
function openBrowser({
  keepsCookies = true,
  at = api,
}: {
  keepsCookies?: boolean;
  at?: TestApi;
} = {}) {
  let cookie = '';
  const visitor = () => ({
    headers: new Headers(cookie ? { cookie } : {}),
    ipAddress: '192.0.2.7',
  });
  const keep = (lines: string[] | undefined) => {
    if (keepsCookies && lines?.[0]) cookie = lines[0].split(';')[0] ?? '';
  };
  const { library } = at.services;
  return {
    async open(token: string) {
      const found = await library.findLibrary(token, visitor());
      keep(found?.cookies);
      return found?.content;
    },
    async openLesson(token: string, lessonId: string) {
      const found = await library.findLesson({ token, lessonId }, visitor());
      keep(found?.cookies);
      return found?.content;
    },
    async answer(token: string, answer: string) {
      keep(await library.answerQuestion({ token, answer }, visitor()));
    },
    mark: (token: string, lessonId: string, isDone = true) =>
      library.markLesson({ token, lessonId, isDone }, visitor()),
    report: (body: object) =>
      at.post('/api/library/progress', body, cookie ? { Cookie: cookie } : {}),
  };
}

const workbook = await createPdf({ pages: 3 });

/** A customer with a course of one lesson, its film and its PDF. */
async function addLibrary(changes: { opensAfterDays?: number; seconds?: number } = {}) {
  const customer = await addCustomer();
  const course = await addCourse();
  const given = await give(customer.id, course.id, { startsAt: days(-1) });
  const section = await addSection(course.id);
  const lesson = await addLesson(section.id, changes);
  const film = await addFile(lesson.id, 'film', sampleVideo(300_000));
  const pdf = await addFile(lesson.id, 'pdf', workbook, 'Zoë’s (gold) plan.pdf');
  return { customer, course, given, section, lesson, film, pdf, token: tokenOf(customer) };
}

async function seeLesson(token: string, lessonId: string) {
  const content = await openBrowser({ keepsCookies: false }).openLesson(token, lessonId);
  if (!content || !('page' in content)) throw new Error('The lesson is not open');
  return content.page;
}

const get = (path: string, headers: Record<string, string> = {}) =>
  Promise.resolve(api.app.request(path, { headers }));

const statusOf = async (path: string) => (await get(path)).status;

const refused = { status: 404 };

describe('the link', () => {
  it('the link opens the library of its customer only', async () => {
    const { token, course, lesson } = await addLibrary();
    const other = await addCustomer({ email: 'someone@example.com', phone: null });
    const content = await openBrowser().open(token);
    expect(content).toMatchObject({
      page: {
        courses: [
          {
            title: course.title,
            access: { kind: 'open', at: null },
            sections: [{ lessons: [{ id: lesson.id, path: `/library/${token}/${lesson.id}` }] }],
          },
        ],
        next: { title: lesson.title, isStarted: false },
      },
    });
    expect(await openBrowser().open(tokenOf(other))).toMatchObject({
      page: { courses: [], next: null, sessions: [], orders: [] },
    });
  });

  it('the link leads nowhere if it is not ours', async () => {
    const { token, lesson, customer } = await addLibrary();
    const foreign = createLibraryLinks('another secret').toPath(customer).split('/')[2] ?? '';
    for (const wrong of ['x', token.slice(1), `${token.slice(0, -1)}_`, `${token}=`, foreign, ''])
      expect(await openBrowser().open(wrong), wrong).toBeUndefined();
    expect(await openBrowser().openLesson('x', lesson.id)).toBeUndefined();
    await expect(openBrowser().answer(foreign, customer.email ?? '')).rejects.toMatchObject(
      refused,
    );
  });

  it('the link ends when it is renewed', async () => {
    const { token, customer } = await addLibrary();
    const linkVersion = customer.linkVersion + 1;
    await api.db.update(customers).set({ linkVersion }).where(eq(customers.id, customer.id));
    expect(await openBrowser().open(token)).toBeUndefined();
    expect(await openBrowser().open(tokenOf({ ...customer, linkVersion }))).toBeDefined();
  });

  it('the link is in no log', async () => {
    const { token, lesson, film } = await addLibrary();
    const { films } = await seeLesson(token, lesson.id);
    const browser = openBrowser();
    await browser.open(token);
    await browser.report({ token, lesson: lesson.id, seconds: 7, furthest: 7, length: 60 });
    const src = films[0]?.src ?? '';
    expect(await statusOf(src)).toBe(200);
    expect(await statusOf(`${src}x`)).toBe(404);
    expect(api.logged()).toContain('/library/files/:token');
    for (const secret of [token, src.split('/').at(-1) ?? '', film.path])
      expect(api.logged()).not.toContain(secret);
  });
});

describe('a course', () => {
  it.each([
    ['has ended', { endsAt: days(0) }, { kind: 'ended', at: days(0).toISOString() }],
    [
      'was taken back',
      { revokedAt: days(-0.5) },
      { kind: 'revoked', at: days(-0.5).toISOString() },
    ],
    ['starts later', { startsAt: days(2) }, { kind: 'later', at: days(2).toISOString() }],
  ])('a course that %s shows no lessons and opens none', async (_, change, access) => {
    const { token, given, lesson } = await addLibrary();
    const { films } = await seeLesson(token, lesson.id);
    await api.db.update(entitlements).set(change).where(eq(entitlements.id, given.id));
    const browser = openBrowser();
    expect(await browser.open(token)).toMatchObject({
      page: { courses: [{ access, sections: [] }], next: null },
    });
    expect(await browser.openLesson(token, lesson.id)).toBeUndefined();
    await expect(browser.mark(token, lesson.id)).rejects.toMatchObject(refused);
    expect(await statusOf(films[0]?.src ?? '')).toBe(404);
    const body = { token, lesson: lesson.id, seconds: 7, furthest: 7, length: 60 };
    expect((await browser.report(body)).status).toBe(404);
  });

  it('shows drafts to no customer', async () => {
    const { token, lesson } = await addLibrary();
    const { films } = await seeLesson(token, lesson.id);
    await api.db.update(lessons).set({ publishedAt: null });
    const browser = openBrowser();
    expect(await browser.open(token)).toMatchObject({ page: { courses: [{ sections: [] }] } });
    expect(await browser.openLesson(token, lesson.id)).toBeUndefined();
    expect(await statusOf(films[0]?.src ?? '')).toBe(404);
  });

  it('a course opens a lesson days after its start', async () => {
    const { token, lesson } = await addLibrary({ opensAfterDays: 3 });
    const browser = openBrowser();
    const opensAt = days(2).toISOString();
    expect(await browser.open(token)).toMatchObject({
      page: { courses: [{ sections: [{ lessons: [{ path: null, opensAt }] }] }], next: null },
    });
    expect(await browser.openLesson(token, lesson.id)).toBeUndefined();
    site.clock.now = days(2);
    expect(await browser.openLesson(token, lesson.id)).toMatchObject({ page: { id: lesson.id } });
  });

  it('a course is one’s own: a lesson of another customer is not found', async () => {
    const { token } = await addLibrary();
    const other = await addLibrary();
    const browser = openBrowser();
    await browser.open(token);
    await browser.open(token);
    expect(await browser.openLesson(token, other.lesson.id)).toBeUndefined();
    const body = { token, lesson: other.lesson.id, seconds: 7, furthest: 7, length: 60 };
    expect((await browser.report(body)).status).toBe(404);
    await expect(browser.mark(token, other.lesson.id)).rejects.toMatchObject(refused);
    expect(await api.db.$count(lessonProgress)).toBe(0);
  });
});

describe('browsers', () => {
  const isAsked = { question: 'email-or-phone' };

  it('browsers are not registered when a preview opens the link', async () => {
    const { token, lesson } = await addLibrary();
    const preview = openBrowser({ keepsCookies: false });
    await preview.open(token);
    await preview.openLesson(token, lesson.id);
    await openBrowser().open(token);
    expect(await api.db.$count(libraryBrowsers)).toBe(0);
    expect(await api.db.$count(lessonProgress)).toBe(0);
    expect(await preview.open(token)).toHaveProperty('page');
  });

  it('browsers are registered when they come back, and others are asked once', async () => {
    const { token, lesson, customer } = await addLibrary();
    const first = openBrowser();
    await first.open(token);
    expect(await first.openLesson(token, lesson.id)).toHaveProperty('page');
    expect(await api.db.$count(libraryBrowsers)).toBe(1);

    const second = openBrowser();
    expect(await second.open(token)).toEqual(isAsked);
    expect(await second.openLesson(token, lesson.id)).toEqual(isAsked);
    await expect(second.mark(token, lesson.id)).rejects.toMatchObject(refused);
    await expect(second.answer(token, 'zoe@example.com')).rejects.toMatchObject({ status: 422 });
    await second.answer(token, ' ZoeONeill@GMAIL.com ');
    expect(await second.open(token)).toHaveProperty('page');
    const third = openBrowser();
    await third.answer(token, '082 555 1234');
    expect(await third.openLesson(token, lesson.id)).toHaveProperty('page');
    expect(await first.open(token)).toHaveProperty('page');
    expect(await openBrowser({ keepsCookies: false }).open(token)).toEqual(isAsked);
    const stored = await api.db.select().from(libraryBrowsers);
    expect(stored.map(({ customerId }) => customerId)).toEqual(Array(3).fill(customer.id));
  });

  it('browsers may answer wrong five times an hour, in all processes together', async () => {
    const { token, customer } = await addLibrary();
    const another = await site.startAnother({ isLimited: true });
    const browsers = [openBrowser(), openBrowser({ at: another })];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const wrong = browsers[attempt % 2]?.answer(token, `082 555 00${attempt}7`);
      await expect(wrong).rejects.toMatchObject({ status: 422 });
    }
    for (const browser of browsers)
      await expect(browser.answer(token, customer.email ?? '')).rejects.toMatchObject({
        status: 429,
      });
    const other = await addLibrary();
    await openBrowser().answer(other.token, other.customer.phone ?? '');
  });

  it('browsers of several at the same moment, one is the first', async () => {
    const { token, customer } = await addLibrary();
    const another = await site.startAnother({ isLimited: true });
    const all = [api, another, api, another].map((at) => openBrowser({ at }));
    for (const browser of all) await browser.open(token);
    const waiting = `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    const opening = await api.db.transaction(async (transaction) => {
      await transaction.select().from(customers).where(eq(customers.id, customer.id)).for('update');
      const begun = all.map((browser) => browser.open(token));
      await expect.poll(async () => (await api.pool.query(waiting)).rows[0].count).toBe(all.length);
      return { begun };
    });
    const seen = await Promise.all(opening.begun);
    expect(seen.filter((content) => content && 'page' in content)).toHaveLength(1);
    expect(await api.db.$count(libraryBrowsers)).toBe(1);
  });

  it('browsers get cookies that only the library receives', async () => {
    const { token } = await addLibrary();
    const visitor = { headers: new Headers() };
    const open = async (at: TestApi) =>
      (await at.services.library.findLibrary(token, visitor))?.cookies ?? [];
    const [pages = '', progress] = await open(api);
    expect(pages).toMatch(
      /^site\.library=[\w-]{43}; Max-Age=34560000; Path=\/library; HttpOnly; SameSite=Lax$/,
    );
    expect(progress).toBe(pages.replace('/library', '/api/library'));
    const secure = await open(await site.startAnother({ siteUrl: 'https://timevsprice.test' }));
    expect(secure[0]).toMatch(/^__Secure-site\.library=.*; Secure/);
    expect(secure[0]?.split('=')[1]).not.toBe(pages.split('=')[1]);
  });
});

describe('a private file', () => {
  it('a private file is served in ranges, kept by no cache, and by no other address', async () => {
    const { token, lesson, film, pdf } = await addLibrary();
    const { films, pdfs } = await seeLesson(token, lesson.id);
    const src = films[0]?.src ?? '';
    expect(src).toMatch(/^\/library\/files\/[\w-]{70}$/);
    const whole = await get(src);
    expect(whole.status).toBe(200);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'content-length': '300000',
      'content-type': 'video/mp4',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    const bytes = Buffer.from(await whole.arrayBuffer());
    for (const [range, start, end] of [
      ['bytes=0-1', 0, 1],
      ['bytes=0-', 0, 299_999],
      ['bytes=299990-', 299_990, 299_999],
    ] as const) {
      const part = await get(src, { Range: range });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/300000`);
      expect(bytes.subarray(start, end + 1).equals(Buffer.from(await part.arrayBuffer()))).toBe(
        true,
      );
    }
    const download = await get(pdfs[0]?.href ?? '');
    expect(download.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''Zo%C3%AB%E2%80%99s%20%28gold%29%20plan.pdf",
    );
    const copy = Buffer.from(await download.arrayBuffer());
    expect(copy.equals(workbook)).toBe(false);
    expect((await PDFDocument.load(copy)).getPageCount()).toBe(3);
    for (const { path } of [film, pdf]) {
      expect(await statusOf(`/storage/testimonials/${path}`)).toBe(404);
      expect(await statusOf(`/images/${path}`)).toBe(404);
      expect(await statusOf(`/library/files/${path.split('/')[1]}`)).toBe(404);
    }
  });

  it('a film can be downloaded only where its course allows it', async () => {
    const { token, course, lesson, given, film } = await addLibrary();
    const small = await addFile(lesson.id, 'captions', Buffer.from('WEBVTT\n'));
    await api.db.insert(films).values({ path: film.path, state: 'ready', smallPath: small.path });
    const readFilm = async () => (await seeLesson(token, lesson.id)).films[0];
    const { src = '', downloadHref, captions = [] } = (await readFilm()) ?? {};
    expect(downloadHref).toBeNull();
    const off = await get(`${src}?download`);
    expect(off.status).toBe(403);
    expect(await off.json()).toMatchObject({ code: 'no-download' });
    expect((await get(src)).headers.get('content-disposition')).toMatch(/^inline/);

    const allow = (has_downloads: unknown) =>
      site.admin.call('PATCH', `/api/courses/${course.id}`, { has_downloads });
    expect((await allow('perhaps')).status).toBe(422);
    expect((await allow(true)).status).toBe(204);
    expect((await readFilm())?.downloadHref).toBe(`${src}?download`);
    const whole = await get(`${src}?download`);
    expect(whole.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''What%20moves%20gold.mp4",
    );
    expect(whole.headers.get('content-length')).toBe('300000');
    expect((await get(src)).headers.get('content-disposition')).toMatch(/^inline/);
    expect(await statusOf(`${captions[0]?.src}?download`)).toBe(403);
    await api.db.update(entitlements).set({ revokedAt: now }).where(eq(entitlements.id, given.id));
    expect(await statusOf(`${src}?download`)).toBe(404);
  });

  it('a private file is served in ranges from a bucket', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'library-'));
    const store = await startObjectStore(directory);
    try {
      const { token, lesson } = await addLibrary();
      const other = await site.startAnother({ objectStorage: store.config });
      const content = sampleVideo(300_000);
      await withLibrary(other).addFile(lesson.id, 'film', content);
      const src = (await seeLesson(token, lesson.id)).films[1]?.src ?? '';
      const part = await other.app.request(src, { headers: { Range: 'bytes=200000-200009' } });
      expect(part.status).toBe(206);
      expect(part.headers.get('cache-control')).toBe('private, no-store');
      const bytes = Buffer.from(await part.arrayBuffer());
      expect(bytes.equals(content.subarray(200_000, 200_010))).toBe(true);
    } finally {
      await store.close();
      await rm(directory, { recursive: true, force: true });
    }
  });

  it('a private file opens for 24 hours', async () => {
    const { token, lesson } = await addLibrary();
    const { films } = await seeLesson(token, lesson.id);
    const src = films[0]?.src ?? '';
    site.clock.now = seconds(86_400);
    expect(await statusOf(src)).toBe(200);
    site.clock.now = seconds(86_401);
    expect(await statusOf(src)).toBe(404);
    const renewed = await seeLesson(token, lesson.id);
    expect(await statusOf(renewed.films[0]?.src ?? '')).toBe(200);
  });

  it('opens by no other token', async () => {
    const { token, lesson } = await addLibrary();
    const { films, pdfs } = await seeLesson(token, lesson.id);
    const [film = '', pdf = ''] = [films[0]?.src.split('/')[3], pdfs[0]?.href.split('/')[3]];
    const bytes = [film, pdf].map((each) => Buffer.from(each, 'base64url'));
    // The file of one token with the signature of another.
    const mixed = Buffer.concat([
      bytes[0]?.subarray(0, 36) ?? Buffer.alloc(0),
      bytes[1]?.subarray(36) ?? Buffer.alloc(0),
    ]).toString('base64url');
    for (const wrong of [mixed, token, `${film}A`, film.slice(0, -2), `${film}=`, '%00', 'x'])
      expect(await statusOf(`/library/files/${wrong}`), wrong).not.toBe(200);
    expect(await statusOf(`/library/files/${film}`)).toBe(200);
    expect(await openBrowser().open(film)).toBeUndefined();
  });

  it('a private file is not found once it is deleted, or once its customer is', async () => {
    const { token, lesson, customer, film } = await addLibrary();
    const { films, pdfs } = await seeLesson(token, lesson.id);
    await api.db.delete(lessonFiles).where(eq(lessonFiles.id, film.id));
    expect(await statusOf(films[0]?.src ?? '')).toBe(404);
    expect(await statusOf(pdfs[0]?.href ?? '')).toBe(200);
    await api.db.delete(customers).where(eq(customers.id, customer.id));
    expect(await statusOf(pdfs[0]?.href ?? '')).toBe(404);
  });

  it('a private file ends in every process', async () => {
    const { token, lesson, given } = await addLibrary();
    const another = await site.startAnother({ dataDirectory: api.dataDirectory });
    const { films } = await seeLesson(token, lesson.id);
    const src = films[0]?.src ?? '';
    expect((await another.app.request(src)).status).toBe(200);
    await api.db.update(entitlements).set({ revokedAt: now }).where(eq(entitlements.id, given.id));
    expect((await another.app.request(src)).status).toBe(404);
    expect(await statusOf(src)).toBe(404);
  });

  it('belongs to the film in the same place: poster and captions', async () => {
    const { token, lesson } = await addLibrary();
    await addFile(lesson.id, 'poster', Buffer.from('a picture'), 'poster.jpg');
    await addFile(lesson.id, 'captions', Buffer.from('WEBVTT\n'), 'English.vtt');
    const { films } = await seeLesson(token, lesson.id);
    expect(films).toMatchObject([
      { name: lesson.title, poster: expect.any(String), captions: [{ label: 'English' }] },
    ]);
    const captions = await get(films[0]?.captions[0]?.src ?? '');
    expect(captions.headers.get('content-type')).toBe('text/vtt');
    expect(await statusOf(films[0]?.poster ?? '')).toBe(200);
  });
});

describe('progress', () => {
  async function openLesson(changes: { seconds?: number } = {}) {
    const library = await addLibrary(changes);
    const { token, lesson } = library;
    const browser = openBrowser();
    await browser.open(token);
    await browser.openLesson(token, lesson.id);
    const report = (body: object) =>
      browser.report({ token, lesson: lesson.id, seconds: 7, furthest: 7, length: 100, ...body });
    const read = () => api.db.select().from(lessonProgress);
    return { ...library, browser, report, read };
  }

  it('progress is where another device goes on', async () => {
    const { token, lesson, report, read } = await openLesson();
    expect(await (await report({ seconds: 37, furthest: 41 })).json()).toEqual({ is_done: false });
    expect(await (await report({ seconds: 12, furthest: 12 })).json()).toEqual({ is_done: false });
    expect(await read()).toMatchObject([{ seconds: 12, furthest: 41, doneAt: null }]);
    const phone = openBrowser();
    await phone.answer(token, '+27 82 555 1234');
    expect(await phone.openLesson(token, lesson.id)).toMatchObject({ page: { seconds: 12 } });
    expect(await phone.open(token)).toMatchObject({
      page: { next: { title: lesson.title, isStarted: true } },
    });
  });

  it('progress is done at 90 % of the film, once', async () => {
    const { token, lesson, browser, report } = await openLesson();
    expect(await (await report({ seconds: 89, furthest: 89 })).json()).toEqual({ is_done: false });
    expect(await (await report({ seconds: 90, furthest: 90 })).json()).toEqual({ is_done: true });
    expect(await browser.openLesson(token, lesson.id)).toMatchObject({ page: { isDone: true } });
    expect(await browser.open(token)).toMatchObject({ page: { next: null } });
    await browser.mark(token, lesson.id, false);
    expect(await (await report({ seconds: 95, furthest: 95 })).json()).toEqual({ is_done: false });
    await browser.mark(token, lesson.id);
    expect(await browser.openLesson(token, lesson.id)).toMatchObject({ page: { isDone: true } });
  });

  it('counts against the known length of the film', async () => {
    const { report } = await openLesson({ seconds: 1_000 });
    expect(await (await report({ seconds: 100, furthest: 100 })).json()).toEqual({
      is_done: false,
    });
  });

  it.each([
    [{ seconds: -1 }, 422],
    [{ seconds: 0.5 }, 422],
    [{ seconds: 101 }, 422],
    [{ furthest: 101 }, 422],
    [{ furthest: '7' }, 422],
    [{ length: 0 }, 422],
    [{ length: 1e9 }, 422],
    [{ lesson: 'x' }, 422],
    [{ token: 'x'.repeat(101) }, 422],
    [{ token: 'x' }, 404],
    [{ lesson: '8c9d7c0e-3f0b-4a52-9d3e-0d6b7a1f2c3d' }, 404],
  ])('progress refuses %j', async (body, status) => {
    const { report, read } = await openLesson();
    const before = await read();
    expect((await report(body)).status).toBe(status);
    expect(await read()).toEqual(before);
  });

  it('needs the cookie, even while the link opens the library', async () => {
    const { token, lesson } = await addLibrary();
    const body = { token, lesson: lesson.id, seconds: 7, furthest: 7, length: 100 };
    expect((await openBrowser().report(body)).status).toBe(404);
    expect(await api.db.$count(libraryBrowsers)).toBe(0);
  });

  it('progress needs a registered browser', async () => {
    const { token, lesson, read } = await openLesson();
    const before = await read();
    const body = { token, lesson: lesson.id, seconds: 7, furthest: 7, length: 100 };
    expect((await openBrowser().report(body)).status).toBe(404);
    const stranger = openBrowser();
    await stranger.open(token);
    expect((await stranger.report(body)).status).toBe(404);
    expect(await read()).toEqual(before);
  });
});

describe('sessions and orders', () => {
  it('sessions and orders are listed if they are to come, and if they are the customer’s', async () => {
    const { token, customer } = await addLibrary();
    const book = (email: string, startsAt: Date, changes: object = {}) =>
      api.db.insert(bookings).values({
        ...{ name: 'Zoë', email, startsAt, sessionType: 'Intro Call', meetingType: 'Zoom' },
        ...{ tradingKnowledge: 'Beginner', notes: 'Gold', sessionMinutes: 60 },
        ...changes,
      });
    await book('zoe.oneill+GOLD@gmail.com', days(3), { timeZone: 'Asia/Kathmandu' });
    await book('zoe.oneill+gold@gmail.com', days(-3));
    await book('zoe.oneill+gold@gmail.com', days(5), { cancelledAt: now });
    await book('another@example.com', days(7));
    const item: OrderItem = {
      kind: 'plan',
      title: 'Gold, slowly',
      priceText: 'R450.01',
      deliveryText: 'By email.',
      isDigital: true,
    };
    const order = { item, amountCents: 45_001, name: 'Zoë', customerId: customer.id };
    await api.db.insert(orders).values({ ...order, reference: 'TP-7Q7Q7' });
    await api.db.insert(orders).values({ ...order, reference: 'TP-8Q8Q8', customerId: null });
    expect(await openBrowser().open(token)).toMatchObject({
      page: {
        sessions: [
          {
            title: 'Intro Call',
            timeText: expect.stringContaining('2:45 PM, Asia/Kathmandu'),
            path: expect.stringMatching(/^\/booking\/[\w-]+$/),
          },
        ],
        orders: [{ reference: 'TP-7Q7Q7', path: expect.stringMatching(/^\/pay\/[\w-]+$/) }],
      },
    });
  });
});

describe('the link by email', () => {
  const ask = (email: string, ipAddress = '192.0.2.7') =>
    api.services.library.requestLibraryLink({ email }, { ipAddress });

  it('the link by email is sent to the address of the purchase, and says nothing about others', async () => {
    const { customer } = await addLibrary();
    expect(await ask('nobody@example.com')).toBeUndefined();
    expect(await ask('zoeoneill@gmail.com')).toBeUndefined();
    const mails = await site.takeMails();
    expect(mails.all).toHaveLength(1);
    const { mail } = mails.only(customer.email ?? '');
    expect(mail.text).toContain(links.toPath(customer));
    expect(mail.text).toContain('Someone, probably you, asked for the link');
  });

  it('the link by email is sent five times a day at most', async () => {
    const { customer } = await addLibrary();
    for (let count = 0; count < 7; count += 1) await ask(customer.email ?? '', `192.0.2.${count}`);
    expect((await site.takeMails()).all).toHaveLength(5);
  });

  it('the link by email is not sent to a customer without an address', async () => {
    const customer = await addCustomer({ email: null });
    await api.db.transaction((transaction) =>
      queueLibraryMail(mailDeps, transaction, customer, null),
    );
    expect((await site.takeMails()).all).toEqual([]);
  });
});

describe('the email about what opened', () => {
  const { keepOrders } = api.services.jobHandlers;
  const textsFor = async ({ email }: Customer) => {
    await keepOrders();
    await keepOrders();
    const { all } = await site.takeMails();
    return all.flatMap(({ mail }) =>
      JSON.stringify(mail.to).includes(email ?? '') ? mail.text : [],
    );
  };

  it('the email about what opened is sent once for the lessons of a day, when they open', async () => {
    const customer = await addCustomer();
    const course = await addCourse();
    const section = await addSection(course.id);
    await addLesson(section.id, { title: 'At the start' });
    await addLesson(section.id, { title: 'Zoë’s levels', opensAfterDays: 7 });
    await addLesson(section.id, { title: 'A draft', opensAfterDays: 7, publishedAt: null });
    await addLesson(section.id, { title: 'Much later', opensAfterDays: 37 });
    const startsAt = new Date(+now + 37_265);
    await give(customer.id, course.id, { startsAt, createdAt: startsAt });
    clock.now = new Date(+startsAt + 7 * 86_400_000 - 1);
    expect(await textsFor(customer)).toEqual([]);
    clock.now = new Date(+startsAt + 7 * 86_400_000);
    const [text, ...others] = await textsFor(customer);
    expect(others).toEqual([]);
    expect(text).toContain(`These lessons of “${course.title}” are open now:`);
    expect(text).toContain('Zoë’s levels');
    expect(text).not.toMatch(/At the start|A draft|Much later/);
    expect(text).toContain(links.toPath(customer));
  });

  it('the email about what opened is sent when a course opens after the cooling-off period, unless it was taken back', async () => {
    const [one, other] = [await addCustomer(), await addCustomer({ email: 'thandi@example.com' })];
    const course = await addCourse();
    await addLesson((await addSection(course.id)).id);
    const terms = { startsAt: days(7), createdAt: now };
    await give(one.id, course.id, terms);
    await give(other.id, course.id, { ...terms, revokedAt: days(1), revokedReason: 'Refunded' });
    clock.now = new Date(+days(7) + 265);
    const [text] = await textsFor(one);
    expect(text).toContain(`You can open “${course.title}” now.`);
    expect(await textsFor(other)).toEqual([]);
  });

  it('the email about what opened is sent when a course gets its first lesson after it was bought, but not for the next', async () => {
    const customer = await addCustomer();
    const course = await addCourse();
    await give(customer.id, course.id, { startsAt: days(-30), createdAt: days(-30) });
    const section = await addSection(course.id);
    await addLesson(section.id, { publishedAt: new Date(+now - 37_265) });
    const [text, ...others] = await textsFor(customer);
    expect(text).toContain(`You can open “${course.title}” now.`);
    expect(others).toEqual([]);
    clock.now = days(1);
    await addLesson(section.id, { publishedAt: new Date(+days(1) - 37_265) });
    expect(await textsFor(customer)).toEqual([]);
  });

  it('the email about what opened is not sent about lessons that opened long ago', async () => {
    const { customer, section } = await addLibrary();
    await api.db.update(entitlements).set({ startsAt: days(-90), createdAt: days(-90) });
    await addLesson(section.id, { opensAfterDays: 3 });
    expect(await textsFor(customer)).toEqual([]);
  });
});
