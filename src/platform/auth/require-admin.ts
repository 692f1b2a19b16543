import type { Context, MiddlewareHandler } from 'hono';
import type { HttpEnv } from '#platform/http/http-env.ts';
import type { Session, Visitor } from './visitor.ts';

/** Finds the session of a request. Throws 401 and 403. */
interface Authoriser {
  authorise: (visitor: Visitor) => Promise<Session>;
}

/** The dependencies for guarding routes. */
export interface AdminGuard {
  accounts: Authoriser;
}

/** Returns the sender of a request. */
export const toVisitor = (c: {
  req: { raw: Request };
  var: Pick<HttpEnv['Variables'], 'ipAddress'>;
}): Visitor => ({ headers: c.req.raw.headers, ipAddress: c.var.ipAddress });

/** Adds cookies to the response. */
export function setCookies(c: Pick<Context, 'header'>, cookies: string[]): void {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
}

/**
 * Guards a non-public route: sets `c.var.admin` to the session and sends its cookies. Accepts API
 * tokens unless `isCookieOnly`. Throws 401 and 403.
 */
export const requireAdmin =
  (
    { authorise }: Authoriser,
    { isCookieOnly = false } = {},
  ): MiddlewareHandler<HttpEnv & { Variables: { admin: Session } }> =>
  async (c, next) => {
    const { headers, ipAddress } = toVisitor(c);
    const accepted = new Headers(headers);
    if (isCookieOnly) accepted.delete('authorization');
    const session = await authorise({ headers: accepted, ipAddress });
    c.set('admin', session);
    await next();
    setCookies(c, session.cookies);
  };
