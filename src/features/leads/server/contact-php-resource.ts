import { Hono } from 'hono';
import { toVisitor } from '#features/accounts/server/require-admin.ts';
import { bookingNotice, bookingSource, fromNotice } from '#features/booking/rules/booking.ts';
import { leadContent } from '#features/leads/rules/lead.ts';
import { submissionId, z } from '#rules/zod.ts';
import type { HttpDeps, HttpEnv } from '#server/env.ts';
import { publicForm } from '#server/public-form.ts';
import { deriveId, type Submission } from './submission.ts';

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
