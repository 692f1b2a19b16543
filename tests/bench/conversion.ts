import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ffmpeg } from '#tests/support/awkward-films.ts';
import { openLibraryOf } from '#tests/support/library.ts';
import { createDirectory, removeDirectory, runSite, until } from '#tests/support/site-process.ts';
import { findPrivateDatabase, query } from '#tests/support/site-state.ts';

/*
 * How long does a conversion take, and do visitors notice it? `npm run bench:conversion` lets the built site convert a
 * minute of a phone's 1080p film in HEVC. Meanwhile `/healthz` and the home page are read four times a second. Prints
 * the time for ten minutes of film and the medians, and exits with 1 if a limit is exceeded.
 */

/** Limits: minutes for ten minutes of film, and milliseconds for an answer meanwhile. */
const bars = { conversion: 15, answer: 250 };

const filmSeconds = 60;
/** The job that converts starts within a minute. */
const patienceMs = 15 * 60_000;

await using stack = new AsyncDisposableStack();
const directory = await createDirectory();
stack.defer(() => removeDirectory(directory));
await writeFilm();
const site = await runSite({ DATA_DIR: directory, CONVERT_FILMS: 'on' });
stack.defer(async () => {
  await site.end('SIGTERM');
});
await site.untilReady();
const database = await findPrivateDatabase(directory);
await addFilm();
await until('the conversion to begin', () => isIn('converting', 'ready'), patienceMs);
const startedAt = performance.now();
const answers = { '/healthz': [] as number[], '/': [] as number[] };
while (await isIn('converting'))
  for (const [url, times] of Object.entries(answers)) {
    const askedAt = performance.now();
    await (await fetch(site.url + url)).arrayBuffer();
    times.push(performance.now() - askedAt);
    await wait(250);
  }
const minutes = ((performance.now() - startedAt) / 60_000) * (600 / filmSeconds);
const [film] = await query(database, 'select state, reason from films');
console.log(`The film is ${film.state}${film.reason ? `: ${film.reason}` : ''}.`);
report('ten minutes of film, minutes', minutes, bars.conversion);
for (const [url, times] of Object.entries(answers))
  report(`${url} meanwhile, ms (median of ${times.length})`, median(times), bars.answer);

/** Films noise, which is harder to encode than a person at a desk. */
function writeFilm() {
  return ffmpeg(
    [
      ...[
        '-f',
        'lavfi',
        '-i',
        `testsrc2=size=1920x1080:rate=30:duration=${filmSeconds},noise=alls=12:allf=t`,
      ],
      ...['-f', 'lavfi', '-i', `sine=frequency=440:duration=${filmSeconds}`],
      ...['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none'],
      ...['-b:v', '8M', '-pix_fmt', 'yuv420p', '-tag:v', 'hvc1', '-c:a', 'aac', 'phone.mov'],
    ],
    directory,
  );
}

/** Puts the film into a lesson, and queues its conversion. */
async function addFilm(): Promise<void> {
  const library = await openLibraryOf(directory);
  const course = await library.addCourse();
  const section = await library.addSection(course.id);
  const lesson = await library.addLesson(section.id);
  const content = await readFile(path.join(directory, 'phone.mov'));
  const file = await library.addFile(lesson.id, 'film', content, 'phone.mov');
  await query(database, 'insert into films (path) values ($1)', [file.path]);
  await library.close();
}

async function isIn(...states: string[]): Promise<boolean> {
  const found = await query(database, 'select 1 from films where state = any($1)', [states]);
  return found.length > 0;
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function report(name: string, value: number, bar: number): void {
  const isKept = value <= bar;
  console.log(`${isKept ? 'ok    ' : 'FAILED'} ${name}: ${value.toFixed(1)} (limit ${bar})`);
  if (!isKept) process.exitCode = 1;
}
