import type { Context, MiddlewareHandler } from 'hono';
import type { Session, Visitor } from '#server/auth/visitor.ts';
import type { AccountServices } from '#server/services/accounts/create-account-services.ts';
import type { HttpEnv } from './env.ts';

/** Returns who asks, as the services see them. */
export const toVisitor = (c: {
  req: { raw: Request };
  var: Pick<HttpEnv['Variables'], 'ipAddress'>;
}): Visitor => ({ headers: c.req.raw.headers, ipAddress: c.var.ipAddress });

/** Sends cookies along with the answer. */
export function setCookies(c: Pick<Context, 'header'>, cookies: string[]): void {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
}

/**
 * Stands before every call that is not public: puts the session, by cookie or, unless
 * `isCookieOnly`, by API token, into `c.var.admin`, whose cookies go out with the answer. Throws
 * 401, 403.
 */
export const requireAdmin =
  (
    { authorise }: Pick<AccountServices, 'authorise'>,
    { isCookieOnly = false } = {},
  ): MiddlewareHandler<HttpEnv & { Variables: { admin: Session } }> =>
  async (c, next) => {
    const { headers, ipAddress } = toVisitor(c);
    const counted = new Headers(headers);
    if (isCookieOnly) counted.delete('authorization');
    const session = await authorise({ headers: counted, ipAddress });
    c.set('admin', session);
    await next();
    setCookies(c, session.cookies);
  };
