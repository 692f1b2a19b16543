import { Hono } from 'hono';
import { bookingNotice, bookingSource, fromNotice } from '#features/booking/rules/index.ts';
import { leadForms } from '#features/leads/rules/index.ts';
import { toVisitor } from '#platform/auth/require-admin.ts';
import type { CheckHuman } from '#platform/captcha/captcha.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { publicForm } from '#platform/http/public-form.ts';
import { deriveId } from '#rules/submission-keys.ts';
import { fromWire } from '#rules/wire.ts';
import { submissionId, z } from '#rules/zod.ts';
import type { SubmissionServices } from './create-submission-services.ts';
import type { Submission } from './submission.ts';

const anyContent = z.discriminatedUnion('source', [...leadForms, bookingNotice], 'Unknown source.');

/** Our own pages send the record's id; other clients may omit it. */
const contactPhpBody = z.intersection(anyContent, z.object({ id: submissionId.optional() }));

function toSubmission({ id: ownId, ...content }: z.output<typeof contactPhpBody>): Submission {
  const toId = (named: Submission['content']) => ownId ?? deriveId(named, new Date());
  if (content.source !== bookingSource) {
    const lead = fromWire(content);
    return { kind: 'lead', id: toId(lead), content: lead };
  }
  const booking = fromNotice(content);
  return booking
    ? { kind: 'booking', id: toId(booking), content: booking }
    : { kind: 'undated-booking', id: toId(content), content };
}

/**
 * `POST /contact.php`, public: the notification after an insert, and the fallback if the insert
 * failed. Needs no database. Returns `{ ok: true }`, or via problem.ts `{ ok: false, message }`.
 */
export const createContactPhp = ({
  checkHuman,
  services,
}: {
  checkHuman: CheckHuman;
  services: SubmissionServices;
}) =>
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
