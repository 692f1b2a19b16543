import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import sharp from 'sharp';
import { createFileStorage } from '#server/storage/file-storage.ts';
import { findPrivateDatabase } from './site-state.ts';
import { siteDataDirectory } from './site-under-test.ts';

/** Any number; whoever changes what everybody sees holds the lock of this name. */
const contentLock = 20_261_121;

const samples = path.resolve('content/samples/files');

/** The public content of the site under test, for one file of tests alone. */
export interface SiteContent {
  query: (text: string, values?: unknown[]) => Promise<unknown>;
  /** Takes away all posts, videos and freebies; files stay, as a page may still be loading them. */
  clear: () => Promise<void>;
  /** Clears, and lets the next one in. */
  release: () => Promise<void>;
}

/** Waits until no other file of tests has the content, on whichever project it runs. */
export async function holdSiteContent(): Promise<SiteContent> {
  const client = new pg.Client({
    connectionString: await findPrivateDatabase(siteDataDirectory),
  });
  await client.connect();
  await client.query('select pg_advisory_lock($1)', [contentLock]);
  const clear = async () => {
    await client.query('delete from blog_posts; delete from videos; delete from freebies');
  };
  return {
    query: (text, values = []) => client.query(text, values),
    clear,
    release: async () => {
      await clear();
      await client.end();
    },
  };
}

/** Lays a file into the storage of the site under test, as an upload does. */
export async function storeFile(target: string, content: Buffer): Promise<void> {
  const storage = createFileStorage({ dataDirectory: siteDataDirectory, objectStorage: undefined });
  await storage.put({ path: target, content: Readable.from([content]), size: content.length });
  storage.close();
}

/** A file that comes with the sample content. */
export const readSample = (name: string) => readFile(path.join(samples, name));

/** A picture of one colour, as PNG. */
export const paintPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c4953b' } })
    .png()
    .toBuffer();
