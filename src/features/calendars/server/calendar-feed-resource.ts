import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { adminRoutes } from '#platform/auth/admin-route.ts';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import { toVisitor } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { notFound } from '#platform/http/problem.ts';
import type { CalendarServices } from './create-calendar-services.ts';

/** The URL is a secret, so it is neither cached by proxies nor indexed. */
const privacy = {
  'Cache-Control': 'private, no-cache',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** `GET /calendar/<token>.ics`: the bookings, for calendar programs with the private link. */
export const createCalendarFeed = ({ services }: { services: CalendarServices }) =>
  new Hono<HttpEnv>().get('/:file', etag(), async (c) => {
    const [token = '', ending, ...more] = c.req.param('file').split('.');
    if (ending !== 'ics' || more.length > 0) throw notFound();
    const calendar = await services.composeCalendarFeed({ token }, toVisitor(c));
    if (calendar === undefined) throw notFound();
    return c.body(calendar, 200, { 'Content-Type': 'text/calendar; charset=utf-8', ...privacy });
  });

/** The private link, for the admin; a POST renews it. */
export function createCalendarAddress({
  accounts,
  services,
}: AdminGuard & { services: CalendarServices }) {
  const signedIn = adminRoutes({ accounts });
  return new Hono<HttpEnv>()
    .get(
      '/',
      signedIn({}, () => services.readCalendarAddress()),
    )
    .post(
      '/renew',
      signedIn({}, () => services.renewCalendarAddress()),
    );
}
