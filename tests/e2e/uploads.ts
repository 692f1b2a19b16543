import { createHash } from 'node:crypto';
import { access, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { siteDataDirectory } from '#tests/support/site-under-test.ts';

const bucket = path.join(siteDataDirectory, 'uploads/testimonials');

/** Returns whether the site under test has a file at this path in its bucket. */
export const isStored = (storagePath: string): Promise<boolean> =>
  access(path.join(bucket, storagePath)).then(
    () => true,
    () => false,
  );

/** Returns the path in the bucket for the URL of a stored file. */
export const toStoragePath = (url: string | null): string =>
  (url ?? '').replace(/^.*\/storage\/testimonials\//, '');

export const hashOf = (content: Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** Returns the hash of a stored file. */
export const storedHash = async (storagePath: string): Promise<string> =>
  hashOf(await readFile(path.join(bucket, storagePath)));

/** Writes a file that a test can choose. */
export async function fileOnDisk(name: string, content: Uint8Array): Promise<string> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'chosen-')), name);
  await writeFile(file, content);
  return file;
}

/** Throttles the connection, so that a test can act in the middle of an upload. */
export async function slowDown(page: Page, bytesPerSecond: number) {
  const session = await page.context().newCDPSession(page);
  const be = (offline: boolean, uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await be(false, bytesPerSecond);
  return { cut: () => be(true, 0), restore: () => be(false, -1) };
}

/** Waits until an upload has reached a percentage. */
export const untilPercent = (bar: Locator, percent: number): Promise<void> =>
  expect
    .poll(async () => Number(await bar.getAttribute('aria-valuenow')), { intervals: [50] })
    .toBeGreaterThanOrEqual(percent);

/** Returns a real video of about two seconds, recorded by the browser. */
export async function recordVideo(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
    recorder.start();
    const startedAt = performance.now();
    await new Promise<void>((resolve) => {
      (function draw() {
        const seconds = (performance.now() - startedAt) / 1000;
        canvas.getContext('2d')?.fillRect(seconds * 100, 40, 60, 100);
        if (seconds < 2.2) requestAnimationFrame(draw);
        else resolve();
      })();
    });
    recorder.stop();
    await stopped;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
  });
  return Buffer.from(base64, 'base64');
}
