import { type Context, Hono } from 'hono';
import { challengeForm, signInForm, signOutScope } from '#domain/account.ts';
import { safeNextPath } from '#domain/next-path.ts';
import type { Session } from '#server/auth/sessions.ts';
import type { HttpEnv } from '#server/http/env.ts';
import { readJson } from '#server/http/json-body.ts';
import { requireAdmin, toVisitor } from '#server/http/require-admin.ts';
import { validBody } from '#server/http/validate-request.ts';
import type { AccountServices } from '#server/services/accounts/create-account-services.ts';

export interface AccountsDeps {
  accounts: AccountServices;
}

/**
 * Coming in and going out, below `/api/auth`. Better Auth's own handler is not mounted: what
 * is not written here cannot be reached. No answer holds a session's token; that is for the
 * cookie alone, where no script can read it.
 */
export const createAccounts = ({ accounts }: AccountsDeps) =>
  new Hono<HttpEnv>()
    .post('/sign-in/email', readJson(), validBody(signInForm), async (c) =>
      answerSession(c, await accounts.signIn(c.req.valid('json'), toVisitor(c))),
    )
    .post('/challenge', readJson(), validBody(challengeForm), async (c) =>
      answerSession(c, await accounts.passChallenge(c.req.valid('json').code, toVisitor(c))),
    )
    .post('/sign-out', async (c) => {
      const scope = signOutScope.catch('local').parse(c.req.query('scope'));
      const cookies = await accounts.signOut(toVisitor(c), scope);
      for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
      return c.body(null, 204);
    })
    .get('/get-session', async (c) => {
      const session = await accounts.findSession(toVisitor(c));
      if (!session) return c.json(null);
      const isComplete = await accounts.isComplete(session);
      for (const cookie of session.cookies) c.header('Set-Cookie', cookie, { append: true });
      return c.json(describeSession(session, isComplete));
    })
    // A token is made of a session only, never of another token: it ends when it ends.
    .post('/token', requireAdmin(accounts.authorise, { isCookieOnly: true }), async (c) =>
      c.json(await accounts.signApiToken(c.var.admin)),
    )
    .get('/callback/oidc', async (c) => {
      const { to, cookies } = await accounts.finishProviderVisit(c.req.query(), toVisitor(c));
      for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
      return c.redirect(safeNextPath(to), 303);
    });

/** The keys that API tokens are signed with, at the place where everybody looks for them. */
export const createWellKnown = ({ accounts }: AccountsDeps) =>
  new Hono<HttpEnv>().get('/jwks.json', async (c) => {
    const keys = await accounts.listSigningKeys();
    return c.json(keys, 200, { 'Cache-Control': 'public, max-age=300' });
  });

const describeSession = ({ email, level, expiresAt }: Session, isComplete: boolean) => ({
  user: { email },
  level,
  /** Whether it opens the admin, or a second factor is still missing. */
  isComplete,
  expiresAt: expiresAt.toISOString(),
});

async function answerSession(c: Context<HttpEnv>, session: Session) {
  for (const cookie of session.cookies) c.header('Set-Cookie', cookie, { append: true });
  return c.json({ user: { email: session.email }, level: session.level });
}
