import { Hono } from 'hono';
import { bookingSource, fromNotice } from '#domain/booking.ts';
import { type ContactPhpBody, contactPhpBody } from '#domain/submission.ts';
import type { HttpDeps, HttpEnv } from '#server/http/env.ts';
import { publicForm } from '#server/http/public-form.ts';
import { toVisitor } from '#server/http/require-admin.ts';
import { deriveId, type Submission } from '#server/services/submissions/submission.ts';

function toSubmission({ id: ownId, ...content }: ContactPhpBody): Submission {
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
