import { Hono } from 'hono';
import { bookingNotice, bookingSource, fromNotice } from '#domain/booking.ts';
import { leadContent } from '#domain/lead.ts';
import { submissionId, z } from '#domain/zod.ts';
import type { HttpDeps, HttpEnv } from '#server/http/env.ts';
import { publicForm } from '#server/http/public-form.ts';
import { toVisitor } from '#server/http/require-admin.ts';
import { deriveId, type Submission } from '#server/services/submissions/submission.ts';

const anyContent = z.discriminatedUnion(
  'source',
  [...leadContent.options, bookingNotice],
  'Unknown source.',
);

/** Our own pages send the record's id; a client that knows nothing of ids may leave it out. */
const contactPhpBody = z.intersection(anyContent, z.object({ id: submissionId.optional() }));

function toSubmission({ id: ownId, ...content }: z.output<typeof contactPhpBody>): Submission {
  const toId = (named: Submission['content']) => ownId ?? deriveId(named, new Date());
  if (content.source !== bookingSource) return { kind: 'lead', id: toId(content), content };
  const booking = fromNotice(content);
  return booking
    ? { kind: 'booking', id: toId(booking), content: booking }
    : { kind: 'undated-booking', id: toId(content), content };
}

/**
 * `POST /contact.php`, public: the notification after an insert, and the fallback when the insert
 * failed. Needs no database. Returns `{ ok: true }`, or through problem.ts `{ ok: false, message }`.
 */
export const createContactPhp = ({ checkHuman, services }: HttpDeps) =>
  new Hono<HttpEnv>().post(
    '/contact.php',
    publicForm({
      schema: contactPhpBody,
      checkHuman,
      pretendSuccess: () => Response.json({ ok: true }),
    }),
    async (c) => {
      await services.acceptSubmission(toSubmission(c.req.valid('json')), toVisitor(c));
      return c.json({ ok: true });
    },
  );
