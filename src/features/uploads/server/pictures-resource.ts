import { Hono } from 'hono';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { notFound } from '#platform/http/problem.ts';
import { parsePictureUrl } from '#rules/picture-url.ts';
import { findStoragePath } from '#rules/stored-file.ts';
import type { Pictures } from './pictures/create-pictures.ts';

/** Uploads are immutable; files in public/pictures may change. */
const keeping = (source: string) =>
  findStoragePath(source) === undefined
    ? 'public, max-age=3600'
    : 'public, max-age=31536000, immutable';

/** `/images/…`: pictures in the sizes and formats that pages need. */
export const createPictureUrls = ({ pictures }: { pictures: Pictures }) =>
  new Hono<HttpEnv>().get('/*', async (c) => {
    const version = parsePictureUrl(c.req.path);
    const picture = version && (await pictures.find(version));
    if (!version || !picture) throw notFound();
    const headers = {
      'Cache-Control': keeping(version.source),
      ETag: picture.etag,
      'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    };
    if (c.req.header('If-None-Match')?.includes(picture.etag)) return c.body(null, 304, headers);
    return c.body(new Uint8Array(picture.content), 200, {
      ...headers,
      'Content-Type': picture.contentType,
      'Content-Length': String(picture.content.length),
    });
  });
