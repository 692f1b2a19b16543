import { Hono } from 'hono';
import { type Credentials, signInForm } from '#domain/account.ts';
import type { Session } from '#server/auth/sessions.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import type { HttpEnv } from '#server/http/env.ts';
import { readJson, validBody } from '#server/http/json-body.ts';

export interface AccountsDeps {
  /** Throws when it is refused. */
  signIn: (credentials: Credentials, visitor: Visitor) => Promise<Session>;
  signOut: (visitor: Visitor) => Promise<string[]>;
  findSession: (visitor: Visitor) => Promise<Session | undefined>;
}

/**
 * Everything of the accounts that can be called from outside, below `/api/auth`. Better
 * Auth's own handler is not mounted: what is not written here cannot be reached. No answer
 * holds a session's token; that is for the cookie alone, where no script can read it.
 */
export const createAccounts = ({ signIn, signOut, findSession }: AccountsDeps) =>
  new Hono<HttpEnv>()
    .post('/sign-in/email', readJson(), validBody(signInForm), async (c) =>
      answerSession(await signIn(c.req.valid('json'), toVisitor(c))),
    )
    .post('/sign-out', async (c) => {
      const cookies = await signOut(toVisitor(c));
      return withCookies(new Response(null, { status: 204 }), cookies);
    })
    .get('/get-session', async (c) => answerSession(await findSession(toVisitor(c))));

const toVisitor = (c: { req: { raw: Request }; var: { clientAddress: string } }): Visitor => ({
  headers: c.req.raw.headers,
  address: c.var.clientAddress,
});

/** Who is signed in, or `null`. */
const answerSession = (session: Session | undefined) =>
  withCookies(
    Response.json(session ? { user: { email: session.email } } : null),
    session?.cookies ?? [],
  );

function withCookies(response: Response, cookies: string[]): Response {
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}
