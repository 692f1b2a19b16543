import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type ObjectStore, startObjectStore } from '#tests/support/object-store.ts';

const video = randomBytes(300_000);
const address = '/storage/testimonials/videos/1763712000000-lesson.mp4';

describe.each(['disk', 'object store'] as const)('files on the %s', (place) => {
  let database: TestDatabase;
  let directory: string;
  let store: ObjectStore | undefined;
  let api: TestApi;

  const put = (path: string, content: Buffer) =>
    api.storage.put({ path, content: Readable.from([content]), size: content.length });
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    Promise.resolve(api.app.request(path, { method, headers }));
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

  beforeAll(async () => {
    database = await createTestDatabase();
    directory = await mkdtemp(join(tmpdir(), 'files-'));
    store = place === 'disk' ? undefined : await startObjectStore(directory);
    api = await startApi({
      connectionString: database.connectionString,
      ...(store && { objectStorage: store.config }),
    });
    await put('videos/1763712000000-lesson.mp4', video);
    await put('freebies/1763712000000-guide.pdf', Buffer.from('%PDF-1.7 guide'));
    const chart = sharp({
      create: { width: 1000, height: 500, channels: 3, background: '#c4953b' },
    });
    await put('blog/1763712000000-chart.png', await chart.png().toBuffer());
    await put('blog/1763712000000-page.png', Buffer.from('<script>alert(1)</script>'));
  });
  afterAll(async () => {
    await api.stop();
    await store?.close();
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  });

  it('files are served whole, cached for good, and never as pages', async () => {
    const response = await get(address, { 'Accept-Encoding': 'gzip' });
    expect(response.status).toBe(200);
    const { headers } = response;
    expect(headers.get('content-type')).toBe('video/mp4');
    expect(headers.get('content-length')).toBe(String(video.length));
    expect(headers.get('accept-ranges')).toBe('bytes');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('content-disposition')).toBe('inline; filename="lesson.mp4"');
    expect(headers.get('content-encoding')).toBeNull();
    expect((await bytesOf(response)).equals(video)).toBe(true);
  });

  it('files are served in ranges', async () => {
    for (const [range, start, end] of [
      ['bytes=0-', 0, 299_999],
      ['bytes=100000-199999', 100_000, 199_999],
      ['bytes=-10', 299_990, 299_999],
      ['bytes=299999-400000', 299_999, 299_999],
    ] as const) {
      const response = await get(address, { Range: range });
      expect(response.status, range).toBe(206);
      expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/300000`);
      expect(response.headers.get('content-length')).toBe(String(end - start + 1));
      expect((await bytesOf(response)).equals(video.subarray(start, end + 1))).toBe(true);
    }
  });

  it('files are answered with 416 if there is no such range', async () => {
    const response = await get(address, { Range: 'bytes=300000-' });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */300000');
    expect(await response.text()).toBe('');
  });

  it('files are not sent to a browser that already has them', async () => {
    const { headers } = await get(address, {}, 'HEAD');
    const etag = headers.get('etag') ?? '';
    const modified = headers.get('last-modified') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    for (const condition of [
      { 'If-None-Match': etag },
      { 'If-None-Match': `"other", W/${etag}` },
      { 'If-Modified-Since': modified },
    ]) {
      const response = await get(address, condition);
      expect(response.status).toBe(304);
      expect(response.headers.get('etag')).toBe(etag);
    }
    for (const condition of [
      { 'If-None-Match': '"other"' },
      { 'If-None-Match': '"other"', 'If-Modified-Since': modified },
      { 'If-Modified-Since': 'Mon, 01 Jan 2001 00:00:00 GMT' },
    ]) {
      expect((await get(address, condition)).status).toBe(200);
    }
  });

  it('files are sent whole when the range belongs to another version', async () => {
    const { headers } = await get(address, {}, 'HEAD');
    const etag = headers.get('etag') ?? '';
    const part = { Range: 'bytes=0-9' };
    expect((await get(address, { ...part, 'If-Range': etag })).status).toBe(206);
    const modified = headers.get('last-modified') ?? '';
    expect((await get(address, { ...part, 'If-Range': modified })).status).toBe(206);
    expect((await get(address, { ...part, 'If-Range': '"other"' })).status).toBe(200);
    expect((await get(address, { ...part, 'If-Range': `W/${etag}` })).status).toBe(200);
  });

  it('answer HEAD without a body', async () => {
    const response = await get(address, {}, 'HEAD');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('300000');
    expect(await response.text()).toBe('');
  });

  it("files let the browser's viewer show PDFs", async () => {
    const { headers } = await get('/storage/testimonials/freebies/1763712000000-guide.pdf');
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toBe('inline; filename="guide.pdf"');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).not.toContain('sandbox');
  });

  it.each([
    '/storage/testimonials/videos/1-none.mp4',
    '/storage/testimonials/',
    '/storage/testimonials/videos',
    '/storage/testimonials/../../process.lock',
    '/storage/testimonials/..%2f..%2fprocess.lock',
    '/storage/testimonials/blog/..%5c..%5cprocess.lock',
    '/storage/testimonials/%2e%2e/%2e%2e/package.json',
    '/storage/testimonials/unfinished/1.png',
    '/storage/testimonials//etc/passwd.png',
    '/storage/others/1763712000000-chart.png',
    '/storage',
  ])('files are not found at %s', async (path) => {
    const response = await get(path);
    // The pages of this test answer every path that is not a file.
    if (response.status === 200) expect(await response.text()).toBe('<p>A page</p>');
    else expect(response.status).toBe(404);
  });

  it('files let a page answer a reader when a file does not exist', async () => {
    const response = await get('/storage/testimonials/freebies/1-none.pdf', {
      Accept: 'text/html',
    });
    expect(response.headers.get('content-type')).toContain('text/html');
  });

  it('files become pictures in the size and format that a page requests', async () => {
    const path = '/images/320/storage/testimonials/blog/1763712000000-chart.png';
    for (const [format, found] of [
      ['avif', 'heif'],
      ['webp', 'webp'],
      ['jpeg', 'jpeg'],
    ]) {
      const response = await get(`${path}.${format}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe(`image/${format}`);
      expect(response.headers.get('cache-control')).toContain('immutable');
      const etag = response.headers.get('etag') ?? '';
      expect((await get(`${path}.${format}`, { 'If-None-Match': etag })).status).toBe(304);
      const picture = await sharp(await bytesOf(response)).metadata();
      expect([picture.format, picture.width, picture.height]).toEqual([found, 320, 160]);
    }
  });

  it.each([
    '/images/333/storage/testimonials/blog/1763712000000-chart.png.webp',
    '/images/320/storage/testimonials/blog/1763712000000-none.png.webp',
    '/images/320/storage/testimonials/blog/1763712000000-page.png.webp',
    '/images/320/storage/testimonials/videos/1763712000000-lesson.mp4.webp',
    '/images/320/pictures/founder.svg.webp',
    '/images/320/pictures/none.png.webp',
    '/images/320/http://example.com/a.png.webp',
  ])('files have no picture at %s', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  });
});

it('answers 503 while the object store is unavailable', async () => {
  const api = await startApi({
    connectionString: 'postgresql://nobody@127.0.0.1:1/none',
    objectStorage: {
      endpoint: 'http://127.0.0.1:1',
      region: 'here',
      bucket: 'files',
      accessKeyId: 'x',
      secretAccessKey: 'y',
      forcePathStyle: true,
    },
  });
  for (const path of [address, '/images/320/storage/testimonials/blog/1-chart.png.webp']) {
    const response = await api.app.request(path);
    expect(response.status).toBe(503);
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
  await api.stop();
});
