import { createSessions } from '#features/accounts/server/auth/sessions.ts';
import { findAccount } from '#features/accounts/server/queries/accounts.ts';
import type { Visitor } from '#platform/auth/visitor.ts';
import type { SessionLevel } from '#rules/session-level.ts';
import type { TestApi } from './api.ts';
import { showCode } from './authenticator.ts';

/** A valid account. */
export const mentor = {
  email: 'mentor@timevsprice.test',
  password: 'a long walk before the open',
};

/** A browser with these cookies at this IP address. */
export const visitorWith = (cookie?: string, ipAddress = '192.0.2.7'): Visitor => ({
  headers: new Headers({ 'User-Agent': 'test', ...(cookie !== undefined && { Cookie: cookie }) }),
  ipAddress,
});

/** Returns the cookie header that a browser sends after these `Set-Cookie` lines. */
export const toCookie = (lines: string[]) => lines.map((line) => line.split(';')[0]).join('; ');

/** Starts a session of the mentor without signing in. Returns its cookie. */
export async function beginSession({ db, log, secret }: TestApi, level: SessionLevel) {
  const siteUrl = 'http://localhost:3000';
  const sessions = createSessions({ db, log, secret, siteUrl });
  const account = await findAccount(db, mentor.email);
  if (!account) throw new Error('The mentor has no account');
  const session = await sessions.begin(account.id, level, visitorWith());
  return { id: session.id, cookie: toCookie(session.cookies) };
}

/** Calls the API as a browser with this cookie. */
export const callWith =
  ({ app }: Pick<TestApi, 'app'>, cookie?: string) =>
  (method: string, path: string, body?: unknown) =>
    app.request(path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'test',
        ...(cookie !== undefined && { Cookie: cookie }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

/** Sets up an authenticator for the mentor, as the account area does. */
export async function enrolAuthenticator(api: TestApi) {
  const { cookie } = await beginSession(api, 'aal1');
  const call = callWith(api, cookie);
  const { password } = mentor;
  const { secret } = await (await call('POST', '/api/account/authenticator', { password })).json();
  const code = showCode(secret);
  const verified = await call('POST', '/api/account/authenticator/verify', { code });
  if (!verified.ok) throw new Error(`The code was refused: ${await verified.text()}`);
  const { recoveryCodes } = await verified.json();
  return {
    secret: secret as string,
    recoveryCodes: recoveryCodes as string[],
    /** The cookie of the session with the higher level. */
    cookie: toCookie(verified.headers.getSetCookie()),
  };
}
