import { createHash } from 'node:crypto';
import { type Credentials, wrongCredentials } from '#domain/account.ts';
import type { Session, Sessions } from '#server/auth/sessions.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import { AppError } from '#server/errors.ts';
import type { CountAttempt } from '#server/http/rate-limits.ts';

export interface SignInDeps {
  sessions: Pick<Sessions, 'begin'>;
  count: CountAttempt;
}

/** Long enough never to collide; the table of counters need not know who tries to sign in. */
const toAccountKey = (email: string) =>
  createHash('sha256').update(email).digest('base64url').slice(0, 22);

/**
 * Begins a session. Attempts are counted for each address and for each account, before the
 * password is looked at. Throws `too-many-requests` (429) and `wrong-credentials` (401), the
 * same for a wrong password and for an account that does not exist.
 */
export async function signIn(
  { sessions, count }: SignInDeps,
  credentials: Credentials,
  visitor: Visitor,
): Promise<Session> {
  await count('sign-in', visitor.address);
  await count('sign-in-account', toAccountKey(credentials.email));
  const session = await sessions.begin(credentials, visitor);
  if (session) return session;
  throw new AppError({
    code: 'wrong-credentials',
    status: 401,
    message: 'Wrong e-mail address or password',
    userMessage: wrongCredentials,
  });
}
