import { Hono } from 'hono';
import { bookingSource, fromNotice } from '#domain/booking.ts';
import { type ContactPhpBody, contactPhpBody } from '#domain/submission.ts';
import type { CheckHuman } from '#server/captcha/check-human.ts';
import type { HttpEnv } from '#server/http/env.ts';
import { readJson, trapBots } from '#server/http/json-body.ts';
import { toVisitor } from '#server/http/require-admin.ts';
import { requireHuman } from '#server/http/require-human.ts';
import { validBody } from '#server/http/validate-request.ts';
import type { Services } from '#server/services/create-services.ts';
import { deriveId, type Submission } from '#server/services/submissions/submission.ts';

interface ContactPhpDeps {
  checkHuman: CheckHuman;
  services: Pick<Services, 'acceptSubmission'>;
}

function toSubmission({ id: ownId, ...content }: ContactPhpBody): Submission {
  const nameIt = (named: Submission['content']) => ownId ?? deriveId(named, new Date());
  if (content.source !== bookingSource) return { kind: 'lead', id: nameIt(content), content };
  const booking = fromNotice(content);
  return booking
    ? { kind: 'booking', id: nameIt(booking), content: booking }
    : { kind: 'undated-booking', id: nameIt(content), content };
}

/**
 * `POST /contact.php`, public: the notification after an insert, and the fallback when the
 * insert failed. Needs no database. Answers `{ ok: true }`, or `{ ok: false, message }`
 * through the error handler (see problem.ts).
 */
export const createContactPhp = ({ checkHuman, services }: ContactPhpDeps) =>
  new Hono<HttpEnv>().post(
    '/contact.php',
    readJson(),
    trapBots(() => Response.json({ ok: true })),
    validBody(contactPhpBody),
    requireHuman(checkHuman),
    async (c) => {
      await services.acceptSubmission(toSubmission(c.req.valid('json')), toVisitor(c));
      return c.json({ ok: true });
    },
  );
