import type { Sessions } from '#server/auth/sessions.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import type { AdminArea } from '#server/http/page-context.ts';

/**
 * Lets in whoever has a session. Nothing when nobody is signed in. What the admin shows is
 * asked of the API, whose every call asks for the session again.
 */
export const enterAdmin = (
  { sessions }: { sessions: Pick<Sessions, 'find'> },
  visitor: Visitor,
): Promise<AdminArea | undefined> => sessions.find(visitor);
