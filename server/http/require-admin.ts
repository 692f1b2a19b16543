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
 * Stands before every call that is not public: asks for a session at the level that its account has
 * enrolled for, by cookie or, unless `isCookieOnly`, by an API client's token. The handler finds who
 * it is in `c.var.admin`; what the session needs to stay alive goes out with the answer. Throws
 * `signed-out` (401) and `second-factor-required` (403).
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
