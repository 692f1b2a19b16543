import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { chromiumArguments, chromiumPath } from '#tests/support/chromium.ts';
import { openLibraryOf } from '#tests/support/library.ts';
import { forgetPeak, readResidentMemory } from '#tests/support/process-memory.ts';
import { createDirectory, removeDirectory, runSite } from '#tests/support/site-process.ts';

/*
 * Does a long film play on a slow line? `npm run bench:films` puts a film of 1 GB into a lesson of the built site.
 * Chromium on a line of 4 Mbit/s opens the lesson, presses play and seeks. Then 20 viewers read the film at that rate
 * at the same time. Prints the medians and exits with 1 if a limit is exceeded.
 */

const runs = 5;
const bytesPerSecond = 500_000;
const viewers = 20;
const viewingSeconds = 20;

/** Limits: milliseconds to the first frame, milliseconds to a frame after a seek, and megabytes of all viewers. */
const bars = { start: 2_000, seek: 2_000, memory: 64 };

/** The positions that are looked up, as shares of the film. */
const places = [0.8, 0.31, 0.57];

const megabyte = 2 ** 20;

await using stack = new AsyncDisposableStack();
const directory = await createDirectory();
stack.defer(() => removeDirectory(directory));
const film = await writeFilm();
const site = await runSite({ DATA_DIR: directory });
stack.defer(async () => {
  await site.end('SIGTERM');
});
await site.untilReady();
const lessonPath = await addLesson();
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: [...chromiumArguments],
});
stack.defer(() => browser.close());

const starts: number[] = [];
const seeks: number[] = [];
const page = await browser.newPage({ baseURL: site.url });
// The first browser opens the library without a question.
await page.goto(path.dirname(lessonPath));
await slowDown(page);
for (let run = 0; run < runs; run += 1) {
  // Play is pressed before the index of the film is read.
  await page.goto(lessonPath, { waitUntil: 'commit' });
  starts.push(await play(page));
  for (const place of places) seeks.push(await seek(page, place));
}
const src = await page.locator('video').evaluate((node: HTMLVideoElement) => node.currentSrc);
await page.close();
report(median(starts), median(seeks), await measureMemory(src));

/** Makes a film of 1 GB whose index comes first, from a minute of noise at 3 Mbit/s. */
async function writeFilm(): Promise<string> {
  const run = promisify(execFile);
  const [minute, whole] = ['minute.mp4', 'film.mp4'].map((name) => path.join(directory, name));
  const source = 'testsrc2=size=1280x720:rate=25:duration=60,noise=alls=24:allf=t';
  const rate = ['-b:v', '3M', '-minrate', '3M', '-maxrate', '3M', '-bufsize', '3M'];
  const encoding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', '-pix_fmt', 'yuv420p'];
  const quiet = ['-v', 'error', '-y'];
  if (!minute || !whole) throw new Error('There is no name for the film');
  await run('ffmpeg', [...quiet, '-f', 'lavfi', '-i', source, ...encoding, ...rate, minute]);
  const copy = ['-c', 'copy', '-movflags', '+faststart', '-fs', String(1_000_000_000)];
  await run('ffmpeg', [...quiet, '-stream_loop', '60', '-i', minute, ...copy, whole]);
  return whole;
}

/** Puts the film into a lesson of a customer. Returns the path of the lesson. */
async function addLesson(): Promise<string> {
  const library = await openLibraryOf(directory);
  const customer = await library.addCustomer();
  const course = await library.addCourse();
  await library.give(customer.id, course.id, { startsAt: new Date(Date.now() - 1_000) });
  const section = await library.addSection(course.id);
  const lesson = await library.addLesson(section.id);
  await library.addFile(lesson.id, 'film', await readFile(film));
  await library.close();
  return `${library.toPath(customer)}/${lesson.id}`;
}

async function slowDown(slow: Page): Promise<void> {
  const session = await slow.context().newCDPSession(slow);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 50,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

/** Presses play and returns after how many milliseconds the film moves. */
function play(on: Page): Promise<number> {
  return on.locator('video').evaluate(async (node: HTMLVideoElement) => {
    const startedAt = performance.now();
    node.muted = true;
    const moves = new Promise((resolve) => node.requestVideoFrameCallback(resolve));
    await node.play();
    await moves;
    return performance.now() - startedAt;
  });
}

/** Jumps to a share of the film and returns after how many milliseconds its picture is shown. */
function seek(on: Page, place: number): Promise<number> {
  return on.locator('video').evaluate(async (node: HTMLVideoElement, share) => {
    const at = node.duration * share;
    const startedAt = performance.now();
    node.currentTime = at;
    await new Promise<void>((resolve) => {
      const look = (_: number, { mediaTime }: VideoFrameCallbackMetadata) => {
        if (Math.abs(mediaTime - at) < 2) resolve();
        else node.requestVideoFrameCallback(look);
      };
      node.requestVideoFrameCallback(look);
    });
    return performance.now() - startedAt;
  }, place);
}

/** Returns how many bytes of memory the site needs more for all viewers than before. */
async function measureMemory(url: string): Promise<number> {
  const { pid } = site.process;
  if (pid === undefined) throw new Error('The site does not run');
  await view(url, 0);
  const before = readResidentMemory(pid).now;
  forgetPeak(pid);
  await Promise.all(Array.from({ length: viewers }, (_, viewer) => view(url, viewer)));
  return readResidentMemory(pid).peak - before;
}

/** Reads the film for a while, as fast as the line allows. Each viewer starts at another position. */
async function view(url: string, viewer: number): Promise<void> {
  const aborted = new AbortController();
  const headers = { Range: `bytes=${viewer * 40 * megabyte}-` };
  const { body, status } = await fetch(url, { headers, signal: aborted.signal });
  if (status !== 206 || !body) throw new Error(`The film was answered with ${status}`);
  const startedAt = performance.now();
  let read = 0;
  for await (const chunk of body) {
    read += chunk.length;
    const dueMs = (read / bytesPerSecond) * 1_000 - (performance.now() - startedAt);
    if (dueMs > 0) await new Promise((resolve) => setTimeout(resolve, dueMs));
    if (performance.now() - startedAt > viewingSeconds * 1_000) break;
  }
  aborted.abort();
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function report(start: number, toSeek: number, memory: number): void {
  const rows = [
    ['the film starts, ms', start, bars.start],
    ['a seek, ms', toSeek, bars.seek],
    [`memory of ${viewers} viewers, MB`, memory / megabyte, bars.memory],
  ] as const;
  for (const [name, value, bar] of rows) {
    const isKept = value <= bar;
    console.log(`${isKept ? 'ok    ' : 'FAILED'} ${name}: ${value.toFixed(0)} (limit ${bar})`);
    if (!isKept) process.exitCode = 1;
  }
}
