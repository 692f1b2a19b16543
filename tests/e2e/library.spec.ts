import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { courses } from '#platform/db/schema/content-schema.ts';
import { lessonProgress, lessons } from '#platform/db/schema/library-schema.ts';
import { orders } from '#platform/db/schema/order-schema.ts';
import { awkwardFilms, makeFilm } from '#tests/support/awkward-films.ts';
import { openLibraryOf, owner, readFilm } from '#tests/support/library.ts';
import { visitOwnSite } from '#tests/support/own-site.ts';
import { samplePdf, samplePicture } from '#tests/support/sample-files.ts';
import { siteDataDirectory, siteUrl } from '#tests/support/site-under-test.ts';
import { startSmtpReceiver } from '#tests/support/smtp-receiver.ts';
import {
  test as base,
  expect,
  expectAccessibleInBothThemes,
  expectNoExcess,
  untilAlive,
  watchHosts,
} from './fixtures.ts';

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);

/** A minute that no other test uses. */
const someMinute = () =>
  new Date(Math.floor((Date.now() + (40 + 900 * Math.random()) * dayMs) / 60_000) * 60_000);

type Library = Awaited<ReturnType<typeof openLibraryOf>>;

const lessonText = `Gold has no earnings. **Two questions** decide every trade:

- Where is price now?
- What time is it?

## What you need

One chart, and patience.`;

/** A customer with two courses of the mentor: one that is open, with lessons, and one that has ended. */
async function addLibrary(library: Library) {
  const customer = await library.addCustomer({
    email: `zoe.${crypto.randomUUID()}@example.com`,
  });
  const course = await library.addCourse('Gold, slowly');
  await library.give(customer.id, course.id, { startsAt: inDays(-1) });
  const over = await library.addCourse('A course of last year');
  await library.give(customer.id, over.id, { startsAt: inDays(-400), endsAt: inDays(-37) });
  const empty = await library.addCourse('A course without lessons');
  await library.give(customer.id, empty.id, { startsAt: inDays(-1), endsAt: inDays(265) });
  const section = await library.addSection(course.id, 'First steps');
  const film = await library.addLesson(section.id, {
    title: 'What moves gold, and what only seems to',
    seconds: 40,
    text: lessonText,
  });
  await library.addFile(film.id, 'film', await readFilm());
  await library.addFile(film.id, 'poster', await samplePicture('jpeg'));
  await library.addFile(
    film.id,
    'captions',
    Buffer.from('WEBVTT\n\n00:00.000 --> 00:05.000\nGold\n'),
    'English.vtt',
  );
  await library.addFile(film.id, 'pdf', samplePdf(26_500), 'Zoë’s plan.pdf');
  const reading = await library.addLesson(section.id, { title: 'Read a chart', text: lessonText });
  const later = await library.addSection(course.id, 'Next week');
  await library.addLesson(later.id, { title: 'Enter', opensAfterDays: 7, seconds: 3_725 });
  await library.addLesson(later.id, { title: 'A draft', publishedAt: null });
  await library.db.insert(bookings).values({
    ...{ name: owner.name, email: customer.email, sessionType: 'Intro Call', meetingType: 'Zoom' },
    ...{ startsAt: someMinute() },
    ...{ tradingKnowledge: 'Beginner', notes: 'Gold', sessionMinutes: 1 },
  });
  await library.db.insert(orders).values({
    reference: `TP-${crypto.randomUUID().slice(0, 5).toUpperCase()}`,
    item: {
      ...{ kind: 'plan', title: 'Gold, slowly', priceText: 'R450.01' },
      ...{ deliveryText: 'By email.', isDigital: true },
    },
    ...{ amountCents: 45_001, name: owner.name, customerId: customer.id },
  });
  return { customer, path: library.toPath(customer), film, reading };
}

const test = base.extend<{ library: Library }>({
  library: async ({ siteUnderTest: _ }, use) => {
    const library = await openLibraryOf(siteDataDirectory);
    await use(library);
    await library.close();
  },
});

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const player = (page: Page) => page.locator('video');
const positionOf = (page: Page) =>
  player(page).evaluate((node: HTMLVideoElement) => node.currentTime);
const seek = (page: Page, seconds: number) =>
  player(page).evaluate((node: HTMLVideoElement, at) => {
    node.currentTime = at;
  }, seconds);
/** Plays the film without sound, as browsers allow it. */
const play = (page: Page) =>
  player(page).evaluate((node: HTMLVideoElement) => {
    node.muted = true;
    return node.play();
  });

test('shows what a customer owns, and a lesson @phone', async ({ page, library }, { project }) => {
  const { path, film } = await addLibrary(library);
  const hosts = watchHosts(page);
  const answer = await page.goto(path);
  expect(answer?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'same-origin',
  });
  await expect(heading(page)).toHaveText('Your courses');
  await expect(page.getByText('0 of 3 lessons done')).toBeVisible();
  await expect(page.getByText('Your mentor has not added lessons yet.')).toBeVisible();
  await expect(page.getByText(/^Your access ended on \w+, \d/)).toBeVisible();
  await expect(page.getByText(/^Your access ends on \w+, \d/)).toBeVisible();
  await expect(page.getByText(/^Opens on \w+, \d/)).toBeVisible();
  await expect(page.getByText('1:02:05')).toBeVisible();
  await expect(page.getByText('A draft')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Intro Call' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Orders and receipts' })).toContainText('TP-');
  await expectNoExcess(page);
  await expectAccessibleInBothThemes(page);

  await page.getByRole('link', { name: 'Open the first lesson' }).click();
  await expect(heading(page)).toHaveText(film.title);
  await expect(page.getByText('One chart, and patience.')).toBeVisible();
  await expect(page.getByRole('link', { name: /plan\.pdf/ })).toContainText('PDF, 25.9 KB');
  await expect(page.getByRole('link', { name: /Next lesson/ })).toContainText('Read a chart');
  await expect(player(page)).toHaveAttribute('poster', /^\/library\/files\//);
  await expectNoExcess(page);
  await expectAccessibleInBothThemes(page);
  if (project.name === 'phone') {
    const box = await player(page).boundingBox();
    expect(box?.width).toBe(390);
  }
  expect([...hosts]).toEqual([new URL(siteUrl).host]);
  const html = await page.content();
  expect(html).not.toMatch(/(?:og:url|og:image|canonical)/);
});

test('plays a film, and goes on in another browser after a question', async ({
  page,
  library,
  browser,
}) => {
  const { customer, path, film } = await addLibrary(library);
  await page.goto(path);
  await page.getByRole('link', { name: 'Open the first lesson' }).click();
  await untilAlive(page);
  await play(page);
  await expect.poll(() => positionOf(page)).toBeGreaterThan(0);
  await seek(page, 21);
  await expect.poll(() => positionOf(page)).toBeGreaterThan(21.3);
  await page.goto(path);
  const readProgress = async () => {
    const isOwn = eq(lessonProgress.customerId, customer.id);
    const [stored, ...others] = await library.db.select().from(lessonProgress).where(isOwn);
    expect(others).toEqual([]);
    return stored;
  };
  // The page reports it while it is left.
  await expect.poll(async () => (await readProgress())?.seconds).toBeGreaterThanOrEqual(21);
  expect(await readProgress()).toMatchObject({ lessonId: film.id, doneAt: null });

  const other = await browser.newContext({ baseURL: siteUrl });
  const phone = await other.newPage();
  await phone.goto(path);
  await expect(heading(phone)).toHaveText('Is this you?');
  await expect(phone.getByText('Gold, slowly')).toHaveCount(0);
  await phone.getByLabel('Email address or phone number').fill('082 555 9999');
  await phone.getByRole('button', { name: 'Open my library' }).click();
  await expect(
    phone.getByText('This is not the email address or phone number of the purchase.'),
  ).toBeVisible();
  await phone.getByLabel('Email address or phone number').fill('082 555 1234');
  await phone.getByRole('button', { name: 'Open my library' }).click();
  await phone.getByRole('link', { name: 'Continue', exact: true }).click();
  await expect.poll(() => positionOf(phone)).toBeGreaterThanOrEqual(21);
  await untilAlive(phone);

  await play(phone);
  await seek(phone, 38);
  await expect(phone.getByText('Done', { exact: true })).toBeVisible();
  await phone.getByRole('button', { name: 'Mark as not done' }).click();
  await expect(phone.getByRole('button', { name: 'Mark as done' })).toBeVisible();
  await phone.getByRole('button', { name: 'Mark as done' }).click();
  await expect(phone.getByText('Done', { exact: true })).toBeVisible();
  await phone.getByRole('link', { name: 'Gold, slowly' }).click();
  await expect(phone.getByText('1 of 3 lessons done')).toBeVisible();
  await other.close();
});

test('several films count as one, and the second one goes on', async ({ page, library }) => {
  const { customer, path, film } = await addLibrary(library);
  await library.addFile(film.id, 'film', await readFilm(), 'Part two.mp4');
  const readProgress = () =>
    library.db.select().from(lessonProgress).where(eq(lessonProgress.customerId, customer.id));
  const second = page.getByLabel('Part two');
  const readPosition = () => second.evaluate((node: HTMLVideoElement) => node.currentTime);
  await page.goto(path);
  await page.goto(`${path}/${film.id}`);
  await untilAlive(page);
  await second.evaluate(async (node: HTMLVideoElement) => {
    node.muted = true;
    await node.play();
    node.currentTime = 11;
  });
  await expect.poll(readPosition).toBeGreaterThan(11.3);
  await page.goto(path);
  await expect.poll(async () => (await readProgress())[0]?.seconds ?? 0).toBeGreaterThanOrEqual(51);
  await page.goto(`${path}/${film.id}`);
  await expect.poll(readPosition).toBeGreaterThanOrEqual(11);
  await expect(page.getByRole('button', { name: 'Mark as done' })).toBeVisible();

  await untilAlive(page);
  await second.evaluate(async (node: HTMLVideoElement) => {
    node.muted = true;
    await node.play();
    node.currentTime = 39;
  });
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
  // It has ended, so it starts from the beginning.
  await expect.poll(readProgress).toMatchObject([{ seconds: 0, furthest: 80 }]);
});

test('a browser that keeps no cookies learns why it is asked again', async ({ page, library }) => {
  const { path } = await addLibrary(library);
  await page.goto(path);
  await page.goto(path);
  await page.context().clearCookies();
  await page.goto(`${path}?answered`);
  await expect(page.getByRole('alert')).toContainText('this browser doesn’t keep cookies');
});

test.describe('a link that leads nowhere', () => {
  test.use({ allowedConsole: /404 \(Not Found\)/ });

  test('offers the link again, and sets no cookie', async ({ page, library }) => {
    const { path } = await addLibrary(library);
    for (const wrong of [`${path}x`, `${path}/${crypto.randomUUID()}`, `${path}/x`]) {
      await page.context().clearCookies();
      const answer = await page.goto(wrong);
      expect(answer?.status(), wrong).toBe(404);
      expect(await page.context().cookies()).toEqual([]);
      await expect(page.getByRole('link', { name: 'Get your link again' })).toBeVisible();
    }
  });
});

test.describe('an address that is no longer valid', () => {
  test.use({ allowedConsole: /404 \(Not Found\)/ });

  test('an address that is no longer valid is renewed at the same position', async ({
    page,
    library,
  }) => {
    const { path } = await addLibrary(library);
    await page.goto(path);
    await page.getByRole('link', { name: 'Open the first lesson' }).click();
    await untilAlive(page);
    await play(page);
    await seek(page, 17);
    await expect.poll(() => positionOf(page)).toBeGreaterThan(17.3);
    const before = await player(page).getAttribute('src');
    await player(page).evaluate((node: HTMLVideoElement) => {
      node.src = '/library/files/expired';
    });
    await expect(player(page)).toHaveAttribute('src', before?.replace(/#.*/, '') ?? '');
    await expect.poll(() => positionOf(page)).toBeGreaterThan(17.3);
  });
});

test.describe('a film that this browser cannot play', () => {
  // The browser cannot decode the film.
  test.use({ allowedConsole: /net::ERR_ABORTED/ });

  test('says so where only the sound plays', async ({ page, library }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'film-'));
    const film = await makeFilm(folder, awkwardFilms['HEVC with 10 bits'] as never);
    const customer = await library.addCustomer({
      email: `zoe.${crypto.randomUUID()}@example.com`,
    });
    const course = await library.addCourse();
    await library.give(customer.id, course.id, { startsAt: inDays(-1) });
    const section = await library.addSection(course.id);
    const lesson = await library.addLesson(section.id);
    await library.addFile(lesson.id, 'film', await readFile(film), 'IMG_0037.MOV');
    await page.goto(`${library.toPath(customer)}/${lesson.id}`);
    await expect(page.getByText('This film can’t be played.')).toBeVisible();
    await expect(player(page)).toHaveJSProperty('videoWidth', 0);
    await expect(player(page)).toHaveJSProperty('error', null);
  });

  test('says so, and offers the download where the course allows it @phone', async ({
    page,
    library,
  }) => {
    const customer = await library.addCustomer({
      email: `zoe.${crypto.randomUUID()}@example.com`,
    });
    const course = await library.addCourse('Gold that is new', inDays(-1));
    await library.give(customer.id, course.id, { startsAt: inDays(-1) });
    const section = await library.addSection(course.id);
    const lesson = await library.addLesson(section.id, {
      title: 'Levels at R450.01',
      previewOf: course.id,
    });
    await library.addFile(lesson.id, 'film', Buffer.from('No film at 37.265'), 'IMG_0037.MOV');
    const notice = page.getByRole('alert').filter({ hasText: 'can’t be played' });
    const download = page.getByRole('link', { name: /download/i });
    const paths = [`${library.toPath(customer)}/${lesson.id}`, `/services/preview/${course.id}`];
    for (const path of paths) {
      await page.goto(path);
      await expect(notice).toHaveText(
        'This film can’t be played. Reload the page, or try another browser.',
      );
      await expect(download).toHaveCount(0);
    }
    await library.db.update(courses).set({ hasDownloads: true }).where(eq(courses.id, course.id));
    for (const path of paths) {
      await page.goto(path);
      await expect(notice).toHaveText(
        'This film can’t be played. Reload the page, or download the film.',
      );
      await expectNoExcess(page);
      await expectAccessibleInBothThemes(page);
      for (const link of [notice.getByRole('link'), download.last()]) {
        const saving = page.waitForEvent('download');
        await link.click();
        expect((await saving).suggestedFilename()).toBe('Levels at R450.01.mov');
      }
    }
  });
});

/** Adds a public course whose lesson visitors can open. Returns the lesson, and the link on its card. */
async function addPreview(page: Page, library: Library) {
  const title = `Free gold ${crypto.randomUUID().slice(0, 8)}`;
  const course = await library.addCourse(title, inDays(-1));
  // The first page lists it.
  await library.db.update(courses).set({ position: -1 }).where(eq(courses.id, course.id));
  const section = await library.addSection(course.id);
  const lesson = await library.addLesson(section.id, { text: lessonText, previewOf: course.id });
  await library.addFile(lesson.id, 'film', await readFilm());
  await library.addFile(lesson.id, 'poster', await samplePicture('jpeg'));
  await library.addFile(
    lesson.id,
    'captions',
    Buffer.from('WEBVTT\n\n00:00.000 --> 00:05.000\nGold'),
  );
  await library.addFile(lesson.id, 'pdf', samplePdf(26_500), 'Zoë’s plan.pdf');
  const link = page.getByRole('link', { name: new RegExp(`^Watch a free lesson ?: ${title}$`) });
  const untilLinks = (count: number) =>
    expect
      .poll(async () => {
        await page.goto('/services');
        return link.count();
      })
      .toBe(count);
  await untilLinks(1);
  return { lesson, link, untilLinks };
}

test('a visitor watches the free lesson of a course', {
  tag: '@phone',
}, async ({ page, library }) => {
  const { link } = await addPreview(page, library);
  await expectNoExcess(page);
  await expectAccessibleInBothThemes(page);
  await link.click();
  await expect(heading(page)).toHaveText('What moves gold');
  await expect(page.getByText('The PDF of this lesson is only for people')).toBeVisible();
  await play(page);
  await expect.poll(() => positionOf(page)).toBeGreaterThan(1);
  await expectNoExcess(page);
  await expectAccessibleInBothThemes(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a library is read, a film starts where it stopped, and a lesson is marked', async ({
    page,
    library,
  }) => {
    const { customer, path, film, reading } = await addLibrary(library);
    await library.db.insert(lessonProgress).values({
      ...{ customerId: customer.id, lessonId: film.id, seconds: 12, furthest: 12 },
      ...{ firstOpenedAt: inDays(-1), lastOpenedAt: inDays(-1) },
    });
    await page.goto(path);
    await page.getByRole('link', { name: 'Continue', exact: true }).click();
    await expect(player(page)).toHaveAttribute('src', /^\/library\/files\/[\w-]+#t=12$/);
    await page.getByRole('link', { name: /Next lesson/ }).click();
    await expect(heading(page)).toHaveText(reading.title);
    await page.getByRole('button', { name: 'Mark as done' }).click();
    await expect(page.getByText('Done', { exact: true })).toBeVisible();
  });
});

test.describe('a free lesson without JavaScript', () => {
  test.use({ javaScriptEnabled: false, allowedConsole: /status of 404/ });

  test('is open until the mentor closes it', async ({ page, library }) => {
    const { lesson, link, untilLinks } = await addPreview(page, library);
    await link.click();
    const film = await player(page).getAttribute('src');
    expect(film).toMatch(/^\/library\/files\/[\w-]+$/);
    const readFile = async () => (await page.request.get(film ?? '')).status();
    expect(await readFile()).toBe(200);
    const { head, url } = { head: page.locator('head'), url: page.url() };
    expect(await head.innerHTML()).not.toContain('/library/files');
    for (const path of ['/services', '/feed.xml', '/sitemap.xml'])
      expect(await (await page.request.get(path)).text()).not.toContain('/library/files');
    await library.db.update(lessons).set({ previewOf: null }).where(eq(lessons.id, lesson.id));
    expect(await readFile()).toBe(404);
    await untilLinks(0);
    await page.goto(url);
    await expect(heading(page)).toHaveText('Lesson not found.');
  });
});

test('the link is sent again, with the same answer for every address', async ({ page }) => {
  const receiver = await startSmtpReceiver();
  const environment = { SMTP_URL: receiver.url, MAIL_FROM: 'Time vs Price <shop@example.com>' };
  await visitOwnSite(page, environment, async (site) => {
    await site.untilReady();
    const own = await openLibraryOf(site.directory);
    const customer = await own.addCustomer();
    await own.close();
    for (const email of ['nobody@example.com', owner.email]) {
      await page.goto(`${site.url}/library`);
      await page.getByLabel('Email Address').fill(email);
      await page.getByRole('button', { name: 'Send my link' }).click();
      await expect(heading(page)).toHaveText('Check your email');
    }
    await expect
      .poll(() => receiver.received.map(({ mail }) => mail.text))
      .toEqual([expect.stringContaining(own.toPath(customer))]);
  });
  await receiver.close();
});
