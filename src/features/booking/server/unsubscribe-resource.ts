import { Hono } from 'hono';
import { toVisitor } from '#platform/auth/require-admin.ts';
import { AppError } from '#platform/errors/errors.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { limitBody } from '#platform/http/request-body.ts';
import { oneClick } from '#platform/mail/mail.ts';
import type { WithBookings } from './create-booking-services.ts';

/** More than any mail program needs to send the one field, in bytes. */
const maxBodyBytes = 4 * 1024;

const [field = '', word = ''] = oneClick.split('=');

/** The URL is a secret: it is neither cached nor indexed. */
const privacy = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' };

/**
 * `POST /unsubscribe/<token>`, public: one-click unsubscribe from reminders in mail programs (RFC
 * 8058). Requires the field of the RFC, which link scanners do not send. The token alone authorises
 * it and no cookie is read, so requests may come from any site. `GET` redirects to the page of the
 * booking and changes nothing, because mail scanners open every link.
 */
export const createUnsubscribe = ({ services }: WithBookings) =>
  new Hono<HttpEnv>()
    .get('/:token', (c) => {
      const page = `/booking/${encodeURIComponent(c.req.param('token'))}#reminders`;
      return c.body(null, 303, { Location: page, ...privacy });
    })
    .post('/:token', limitBody(maxBodyBytes), async (c) => {
      const said = await c.req.parseBody().catch(() => undefined);
      if (said?.[field] !== word) throw notOneClick();
      await services.refuseByOneClick({ token: c.req.param('token') }, toVisitor(c));
      return c.text('You won’t get any more reminders for this session.\n', 200, privacy);
    });

const notOneClick = () =>
  new AppError(400, 'not-one-click', `Send ${oneClick}, as a form.`, {
    message: 'A body without the List-Unsubscribe field of RFC 8058',
  });
