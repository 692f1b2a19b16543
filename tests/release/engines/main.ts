import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { convertFilm } from '#features/films/server/convert-film.ts';
import { awkwardFilms, makeFilm } from '#tests/support/awkward-films.ts';
import { openLibraryOf, readFilm } from '#tests/support/library.ts';
import { createDirectory, removeDirectory, runSite } from '#tests/support/site-process.ts';
import { mentor } from '#tests/support/site-under-test.ts';
import { EnginePage } from './engine-browser.ts';
import { startFirefox } from './firefox.ts';
import { type Journey, journeys, playConverted, watchLesson } from './journeys.ts';
import { startWebKit } from './webkit.ts';

/*
 * Runs the main journeys in the engines that the browser tests do not use, as part of `npm run
 * test:release`. It runs the production build on a fresh data folder with the sample content, saves
 * a picture of the end of every journey in test-results/engines, and exits with 1 if a journey
 * fails.
 */

const pictures = path.resolve('test-results/engines');
await mkdir(pictures, { recursive: true });

const directory = await createDirectory();
await promisify(execFile)(process.execPath, ['build/server/index.js', 'demo'], {
  env: { ...process.env, NODE_ENV: 'production', DATA_DIR: directory },
});
const site = await runSite({
  DATA_DIR: directory,
  ADMIN_EMAIL: mentor.email,
  ADMIN_PASSWORD: mentor.password,
});
let passed = 0;
let failed = 0;
try {
  await site.untilReady();
  const converted = await convertFilms();
  for (const start of [startFirefox, startWebKit]) {
    const driver = await start();
    try {
      const lesson = watchLesson(await addLesson(await readFilm()));
      const page = new EnginePage(driver, site.url.replace('127.0.0.1', 'localhost'));
      await travel(page, { ...journeys, 'a film of the library': lesson });
      for (const { name, film, size } of converted)
        await travel(page, {
          [`a converted film with ${name}`]: playConverted(await addLesson(film), size),
        });
    } finally {
      await driver.close();
    }
  }
} finally {
  await site.end('SIGTERM');
  await removeDirectory(directory);
}
console.log(`\n${passed} passed, ${failed} failed; pictures: test-results/engines`);
process.exitCode = failed === 0 ? 0 : 1;

/** Converts the films of phones, cameras and editors that can be converted. */
async function convertFilms() {
  const converted: { name: string; film: Buffer; size: [number, number] }[] = [];
  for (const [name, film] of Object.entries(awkwardFilms)) {
    if (film.refused) continue;
    const folder = await createDirectory();
    const file = await makeFilm(folder, film);
    const { best } = await convertFilm(
      { path: file, format: file.endsWith('.webm') ? 'matroska' : 'mov' },
      { folder, signal: new AbortController().signal, onPercent: () => {} },
    );
    converted.push({ name, film: await readFile(best), size: film.size ?? [320, 180] });
    await removeDirectory(folder);
  }
  return converted;
}

/** Adds a lesson with a film that no browser has opened. Returns its path. */
async function addLesson(film: Buffer): Promise<string> {
  const library = await openLibraryOf(directory);
  const customer = await library.addCustomer({ email: `${randomUUID()}@example.com` });
  const course = await library.addCourse();
  await library.give(customer.id, course.id, { startsAt: new Date(Date.now() - 1_000) });
  const section = await library.addSection(course.id);
  const lesson = await library.addLesson(section.id);
  await library.addFile(lesson.id, 'film', film);
  await library.close();
  return `${library.toPath(customer)}/${lesson.id}`;
}

/** Runs every journey, even after failures. */
async function travel(page: EnginePage, all: Record<string, Journey>): Promise<void> {
  const { engine } = page.driver;
  for (const [index, [name, go]] of Object.entries(all).entries()) {
    const startedAt = performance.now();
    await page.driver.resize(1280, 860);
    const failure = await go(page).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure === undefined) passed += 1;
    else failed += 1;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${failure === undefined ? 'ok    ' : 'FAILED'} ${engine}: ${name} (${seconds} s)`);
    if (failure !== undefined) console.error(failure);
    const file = `${engine}-${String(index + 1).padStart(2, '0')}-${name.replaceAll(/\W+/g, '-')}.png`;
    await writeFile(path.join(pictures, file), await page.driver.takePicture());
  }
}
