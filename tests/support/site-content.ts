import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { createFileStorage } from '#platform/storage/file-storage.ts';
import { querySite } from './site-rows.ts';
import { siteDataDirectory } from './site-under-test.ts';

const samples = path.resolve('content/samples/files');

/** Deletes all posts, videos and freebies. Files stay, because a page may still be loading them. */
export const clearContent = async (): Promise<void> => {
  for (const table of ['blog_posts', 'videos', 'freebies']) await querySite(`delete from ${table}`);
};

/** Writes a file into the storage of the site under test, as an upload does. */
export async function storeFile(target: string, content: Buffer): Promise<void> {
  const storage = createFileStorage({ dataDirectory: siteDataDirectory, objectStorage: undefined });
  await storage.put({ path: target, content: Readable.from([content]), size: content.length });
  storage.close();
}

/** Reads a file of the sample content. */
export const readSample = (name: string) => readFile(path.join(samples, name));

/** Creates a picture with one colour, as PNG. */
export const paintPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c4953b' } })
    .png()
    .toBuffer();
