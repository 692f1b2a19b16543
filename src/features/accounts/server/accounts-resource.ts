import { type Context, Hono } from 'hono';
import {
  challengeForm,
  passkeySignIn,
  signInForm,
  signOutForm,
} from '#features/accounts/rules/account.ts';
import { requireAdmin, setCookies, toVisitor } from '#platform/auth/require-admin.ts';
import type { Session } from '#platform/auth/visitor.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { jsonBody, optionalJsonBody } from '#platform/http/request-body.ts';
import { valid } from '#platform/http/validate-request.ts';
import { safeNextPath } from '#rules/next-path.ts';
import type { AccountServices } from './create-account-services.ts';

/**
 * Signing in and out, at `/api/auth`. Better Auth's own handler is not mounted. Responses never
 * contain the session token.
 */
export const createAccounts = ({ accounts }: { accounts: AccountServices }) =>
  new Hono<HttpEnv>()
    .post('/sign-in/email', jsonBody(signInForm), async (c) =>
      answerSession(c, await accounts.signIn(c.req.valid('json'), toVisitor(c))),
    )
    .post('/passkey/options', async (c) => {
      const { options, cookies } = await accounts.beginPasskeySignIn(toVisitor(c));
      setCookies(c, cookies);
      return c.json(options);
    })
    .post('/passkey', jsonBody(passkeySignIn), async (c) =>
      answerSession(c, await accounts.signInByPasskey(c.req.valid('json'), toVisitor(c))),
    )
    .post('/challenge', jsonBody(challengeForm), async (c) =>
      answerSession(c, await accounts.passChallenge(c.req.valid('json').code, toVisitor(c))),
    )
    // The scope may be in the body or in the query.
    .post('/sign-out', optionalJsonBody(signOutForm), valid('query', signOutForm), async (c) => {
      const { scope = c.req.valid('query').scope } = c.req.valid('json');
      setCookies(c, await accounts.signOut(toVisitor(c), scope));
      return c.body(null, 204);
    })
    .get('/get-session', async (c) => {
      const session = await accounts.findSession(toVisitor(c));
      if (!session) return c.json(null);
      const isComplete = await accounts.isComplete(session);
      const factors = await accounts.findFactors(session);
      const { email, level, expiresAt, cookies } = session;
      setCookies(c, cookies);
      return c.json({
        user: { email },
        level,
        isComplete,
        factors,
        expiresAt,
      });
    })
    // Only for sessions: a token cannot extend itself.
    .post('/token', requireAdmin(accounts, { isCookieOnly: true }), async (c) =>
      c.json(await accounts.signApiToken(c.var.admin)),
    )
    .get('/callback/oidc', async (c) => {
      const { to, cookies } = await accounts.finishProviderVisit(c.req.query(), toVisitor(c));
      setCookies(c, cookies);
      return c.redirect(safeNextPath(to), 303);
    });

/** The public keys of API tokens. */
export const createWellKnown = ({ accounts }: { accounts: AccountServices }) =>
  new Hono<HttpEnv>().get('/jwks.json', async (c) => {
    const keys = await accounts.listSigningKeys();
    return c.json(keys, 200, { 'Cache-Control': 'public, max-age=300' });
  });

function answerSession(c: Context<HttpEnv>, { email, level, cookies }: Session) {
  setCookies(c, cookies);
  return c.json({ user: { email }, level });
}
