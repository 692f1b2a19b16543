import { Metadata } from '@tus/server';
import { Hono } from 'hono';
import { z } from 'zod';
import { uploadMetadata } from '#features/uploads/rules/upload.ts';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import { requireAdmin } from '#platform/auth/require-admin.ts';
import { AppError } from '#platform/errors/errors.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { methodNotAllowed } from '#platform/http/problem.ts';
import { parseInput } from '#platform/http/validate-request.ts';
import type { UploadServices } from './create-upload-services.ts';

/** The headers of the request that creates an upload. */
const beginning = z.object({
  'Upload-Length': z
    .string('The file size is missing.')
    .regex(/^\d{1,15}$/, 'The file size must be a number of bytes.')
    .transform(Number),
  'Upload-Metadata': z.string().max(8_000).default(''),
});

/**
 * `/api/uploads`: resumable uploads via the tus protocol (tus.io), for the account that created
 * them. `POST …/finish` stores a file and returns its URL, or the path of a private one; it can be
 * repeated.
 */
export function createUploads({
  accounts,
  services: { uploads },
}: AdminGuard & { services: { uploads: UploadServices } }) {
  const admin = requireAdmin(accounts);
  return new Hono<HttpEnv>()
    .post('/', admin, (c) => {
      const header = parseInput(beginning, {
        'Upload-Length': c.req.header('Upload-Length'),
        'Upload-Metadata': c.req.header('Upload-Metadata'),
      });
      const metadata = parseInput(uploadMetadata, readMetadata(header['Upload-Metadata']));
      const size = header['Upload-Length'];
      return uploads.begin({ metadata, size, owner: c.var.admin.email });
    })
    .get('/:id', admin, (c) => {
      // Hono routes HEAD here too; only HEAD is supported.
      if (c.req.method !== 'HEAD') throw methodNotAllowed(['HEAD', 'PATCH', 'DELETE']);
      return receive(c);
    })
    .on(['PATCH', 'DELETE'], '/:id', admin, (c) => receive(c))
    .post('/:id/finish', admin, async (c) =>
      c.json(await uploads.finish({ id: c.req.param('id'), owner: c.var.admin.email })),
    );

  function receive(c: {
    req: { raw: Request; param(name: 'id'): string };
    var: { admin: { email: string } };
  }): Promise<Response> {
    const which = { id: c.req.param('id'), owner: c.var.admin.email };
    return uploads.receive({ ...which, request: c.req.raw });
  }
}

function readMetadata(header: string): Record<string, string | null> {
  try {
    return header ? Metadata.parse(header) : {};
  } catch (cause) {
    throw new AppError(400, 'bad-request', 'Invalid request.', {
      message: 'Upload-Metadata cannot be read',
      cause,
    });
  }
}
