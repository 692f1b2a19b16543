import { Hono } from 'hono';
import { progressReport } from '#features/library/rules/forms.ts';
import { answerFile } from '#features/uploads/server/index.ts';
import { toVisitor } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { notFound } from '#platform/http/problem.ts';
import { jsonBody } from '#platform/http/request-body.ts';
import type { LibraryServices } from './create-library-services.ts';

interface WithLibrary {
  services: { library: LibraryServices };
}

/** `GET /library/files/<media-token>`, public: one private file of a lesson, whole or in parts. */
export const createLibraryFiles = ({ services }: WithLibrary) =>
  new Hono<HttpEnv>().get('/:token', async (c) => {
    const found = await services.library.findLibraryFile({
      token: c.req.param('token'),
      isSmall: c.req.query('small') !== undefined,
      isDownload: c.req.query('download') !== undefined,
    });
    if (!found) throw notFound();
    const { stored, storage, downloadName } = found;
    const response = await answerFile(c, storage, stored, {
      caching: 'private, no-store',
      downloadName,
    });
    response.headers.set('X-Robots-Tag', 'noindex, nofollow');
    // The URL is a key for a day.
    response.headers.set('Referrer-Policy', 'no-referrer');
    return response;
  });

/** `POST /api/library/progress`, public: how far a lesson has played. Its proofs are the link and the cookie. */
export const createLibraryProgress = ({ services }: WithLibrary) =>
  new Hono<HttpEnv>().post('/progress', jsonBody(progressReport), async (c) =>
    c.json(await services.library.keepProgress(c.req.valid('json'), toVisitor(c))),
  );
