import type { MiddlewareHandler } from 'hono';
import type { Session } from '#server/auth/sessions.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import type { AccountServices } from '#server/services/accounts/create-account-services.ts';
import type { HttpEnv } from './env.ts';

/** Who may administer. Throws `signed-out` (401) and `second-factor-required` (403). */
export type Authorise = AccountServices['authorise'];

/** Who asks, as the services of the accounts see them. */
export const toVisitor = (c: {
  req: { raw: Request };
  var: Pick<HttpEnv['Variables'], 'ipAddress'>;
}): Visitor => ({ headers: c.req.raw.headers, ipAddress: c.var.ipAddress });

interface Demands {
  /** For what only a browser may do: an API client's token does not count. */
  isCookieOnly?: boolean;
}

/**
 * What stands before every call that is not public: a session, by cookie or by an API
 * client's token, at the level that its account has enrolled for. The handler finds who it is
 * in `c.var.admin`. What a session needs to stay alive goes out with the answer.
 */
export const requireAdmin =
  (
    authorise: Authorise,
    { isCookieOnly = false }: Demands = {},
  ): MiddlewareHandler<HttpEnv & { Variables: { admin: Session } }> =>
  async (c, next) => {
    const { headers, ipAddress } = toVisitor(c);
    const counted = new Headers(headers);
    if (isCookieOnly) counted.delete('authorization');
    const session = await authorise({ headers: counted, ipAddress });
    c.set('admin', session);
    await next();
    for (const cookie of session.cookies) c.header('Set-Cookie', cookie, { append: true });
  };
