import type { Session, Sessions } from '#server/auth/sessions.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import { AppError } from '#server/errors.ts';

/** Who may administer, asked anew for every call: whoever has a session. Throws `signed-out` (401). */
export async function authorise(
  { sessions }: { sessions: Pick<Sessions, 'find'> },
  visitor: Visitor,
): Promise<Session> {
  const session = await sessions.find(visitor);
  if (!session) throw signedOut();
  return session;
}

/** 401: there is no session, or none any more. */
export const signedOut = () =>
  new AppError({
    code: 'signed-out',
    status: 401,
    message: 'No session',
    userMessage: 'Please sign in.',
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
